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
import { ownApiAtom } from "./ownApi";

const MIA = {
  account: "mia",
  adminNick: "Mia",
  adminFace: "",
  shopName: "Fern & Field",
  totpSet: false,
  totpRequired: false,
  recoveryCodesLeft: 0,
};

async function show(calls: Partial<OwnApi>) {
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
    ...calls,
  };
  const store = createStore();
  store.set(ownApiAtom, api);
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
