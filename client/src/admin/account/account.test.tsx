import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { I18nextProvider } from "react-i18next";
import { expect, it, vi } from "vitest";
import { expectAccessible } from "../../../test/admin";
import { ApiError } from "../../api/http";
import type { OwnApi } from "../../api/ownAccount";
import { createI18n } from "../../i18n/setup";
import { createStore, Provider } from "../../state/jotai";
import { createRenewals } from "../session/renewal";
import { adminServicesAtom } from "../session/services";
import AccountPage from "./AccountPage";
import type { BrowserPush } from "./browserPush";
import { browserPushAtom, ownApiAtom } from "./ownApi";

const MIA = {
  account: "mia",
  adminNick: "Mia",
  adminFace: "",
  shopName: "Fern & Field",
  totpSet: false,
  totpRequired: false,
  recoveryCodesLeft: 0,
};

async function show(calls: Partial<OwnApi>, browser: Partial<BrowserPush> = {}) {
  const api: OwnApi = {
    own: async () => MIA,
    update: async () => MIA,
    changePassword: vi.fn(async () => undefined),
    signIns: async () => [
      {
        id: "1",
        at: 1_790_000_000_000,
        address: "192.0.2.7",
        browser: "Firefox 144",
        system: "",
        current: true,
      },
      { id: "2", at: 1_780_000_000_000, address: "192.0.2.8", browser: "", system: "", current: false },
    ],
    endSignIn: vi.fn(async () => undefined),
    beginTotp: async () => ({ secret: "JBSWY3DP", uri: "otpauth://totp/x" }),
    confirmTotp: async () => ["aaaa-bbbb-cccc-dddd"],
    renewCodes: async () => [],
    switchTotpOff: async () => undefined,
    pushDevices: async () => ({ publicKey: "BKey", withoutContent: false, list: [] }),
    subscribePush: vi.fn(async () => undefined),
    unsubscribePush: vi.fn(async () => undefined),
    testPush: vi.fn(async () => ({ delivered: 1, failed: 0 })),
    ...calls,
  };
  const store = createStore();
  store.set(ownApiAtom, api);
  store.set(browserPushAtom, {
    ability: () => "able",
    endpoint: async () => "",
    subscribe: async () => undefined,
    unsubscribe: vi.fn(async () => undefined),
    ...browser,
  });
  const none = async () => {
    throw new ApiError("unreachable", "");
  };
  store.set(adminServicesAtom, {
    // biome-ignore lint/suspicious/noExplicitAny: this page makes none of the administration's calls
    api: {} as any,
    account: {
      login: none,
      forgotPassword: none,
      logout: none,
      me: none,
      signOnInfo: none,
      signOnBegin: none,
      signOnFinish: none,
    },
    renewals: createRenewals(),
  });
  const i18n = await createI18n("en", ["admin", "desk"]);
  render(
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <AccountPage />
      </Provider>
    </I18nextProvider>,
  );
  return { user: userEvent.setup(), api };
}

it("shows everything of the own account, and ends another sign-in", async () => {
  const { user, api } = await show({});

  expect(await screen.findByRole("heading", { name: "Your account" })).toBeInTheDocument();
  expect(await screen.findByText("This one")).toBeInTheDocument();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Sign out: Unknown device" }));
  expect(api.endSignIn).toHaveBeenCalledWith("2");
});

it("sets the second step up, and shows the recovery codes once", async () => {
  const { user } = await show({});
  await user.click(await screen.findByRole("button", { name: "Set up" }));
  await user.type(screen.getByLabelText("Your password"), "fern-and-field");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByLabelText("Secret")).toHaveValue("JBSWY3DP");
  await user.type(screen.getByLabelText("Code"), "287082");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Switch on" }));

  expect(await screen.findByText("aaaa-bbbb-cccc-dddd")).toBeInTheDocument();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "I have stored them" }));
  expect(screen.queryByText("aaaa-bbbb-cccc-dddd")).not.toBeInTheDocument();
});

it("asks for nothing but the second step where the shop requires it first", async () => {
  const own = () => Promise.reject(new ApiError("forbidden", "set up the second step of signing in first"));
  await show({ own });

  expect(await screen.findByRole("button", { name: "Set up" })).toBeEnabled();
  expect(screen.queryByLabelText("Your password")).not.toBeInTheDocument();
  await expectAccessible();
});

it("asks for the own password before it switches the second step off", async () => {
  const switchTotpOff = vi.fn(async () => undefined);
  const on = { ...MIA, totpSet: true, recoveryCodesLeft: 9 };
  const { user } = await show({ own: async () => on, switchTotpOff });

  await user.click(await screen.findByRole("button", { name: "Switch off" }));
  expect(screen.getByRole("button", { name: "Switch off" })).toBeDisabled();
  await expectAccessible();
  await user.type(screen.getByLabelText("Your password"), "fern-and-field");
  await user.click(screen.getByRole("button", { name: "Switch off" }));

  expect(switchTotpOff).toHaveBeenCalledWith("fern-and-field");
});

it("keeps what was typed when the sign-in has ended", async () => {
  const update = () => Promise.reject(new ApiError("unauthorised", ""));
  const { user } = await show({ update });

  await user.type(await screen.findByLabelText("Name"), " M.");
  await user.click(screen.getByRole("button", { name: "Save" }));

  expect(await screen.findByRole("dialog", { name: "Please sign in again" })).toBeInTheDocument();
  expect(screen.getByLabelText("Name")).toHaveValue("Mia M.");
});

const LAPTOP = {
  deviceId: "d1",
  browser: "Firefox 144",
  system: "Windows",
  at: 1_790_000_000_000,
  current: true,
};

it("turns notifications on, tries them and turns them off", async () => {
  const subscription = { endpoint: "https://push.example.com/1", p256dh: "k", auth: "a" };
  const list: (typeof LAPTOP)[] = [];
  const subscribePush = vi.fn(async () => void list.push(LAPTOP));
  const unsubscribePush = vi.fn(async () => void list.pop());
  const subscribe = vi.fn(async () => subscription);
  const unsubscribe = vi.fn(async () => undefined);
  const { user, api } = await show(
    {
      pushDevices: async () => ({ publicKey: "BKey", withoutContent: true, list: [...list] }),
      subscribePush,
      unsubscribePush,
    },
    { subscribe, unsubscribe },
  );

  await user.click(await screen.findByRole("button", { name: "Turn on for this browser" }));
  expect(subscribe).toHaveBeenCalledWith("BKey", "en");
  expect(subscribePush).toHaveBeenCalledWith(subscription);
  expect(await screen.findByText("Firefox 144 · Windows")).toBeInTheDocument();
  expect(screen.getByText(/Your shop keeps names and words out/)).toBeInTheDocument();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Send a test" }));
  expect(api.testPush).toHaveBeenCalled();
  expect(await screen.findByText(/The test is on its way/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Turn off: Firefox 144 · Windows" }));
  expect(unsubscribe).toHaveBeenCalled();
  expect(unsubscribePush).toHaveBeenCalledWith("d1");
  expect(await screen.findByRole("button", { name: "Turn on for this browser" })).toBeInTheDocument();
});

it.each([
  ["denied", /This browser blocks notifications/],
  ["needsInstall", /Add to Home Screen/],
  ["none", /This browser has no notifications/],
] as const)("says what to do if the browser is %s", async (ability, words) => {
  await show({}, { ability: () => ability });

  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Turn on for this browser" })).not.toBeInTheDocument();
});

it("says that nothing changed if the user refuses the browser's question", async () => {
  const { user, api } = await show({}, { subscribe: async () => undefined });

  await user.click(await screen.findByRole("button", { name: "Turn on for this browser" }));

  expect(await screen.findByText(/the browser did not allow notifications/)).toBeInTheDocument();
  expect(api.subscribePush).not.toHaveBeenCalled();
});
