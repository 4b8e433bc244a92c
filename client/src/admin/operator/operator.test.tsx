import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { I18nextProvider } from "react-i18next";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { expectAccessible } from "../../../test/admin";
import { ApiError } from "../../api/http";
import type { OperatorApi } from "../../api/operator";
import type { OwnApi } from "../../api/ownAccount";
import { keptOperatorToken } from "../../desk/keeping";
import { createI18n } from "../../i18n/setup";
import { createStore, Provider } from "../../state/jotai";
import type { Tenant } from "../../wire/operator";
import OperatorPage from "./OperatorPage";
import { operatorServicesAtom } from "./operatorApi";

const ACCOUNT = {
  account: "olga",
  adminNick: "",
  adminFace: "",
  shopName: "",
  totpSet: false,
  totpRequired: false,
  recoveryCodesLeft: 0,
};

const load = { visitors: 0, withRobot: 0, waiting: 0, talking: 0, agentsOnline: 0, agents: 3, messages: 0 };
const STARTED = Date.now() - 2 * 86_400_000;
const FERN: Tenant = {
  id: "demo",
  name: "Fern & Field",
  isEnabled: true,
  load: { ...load, visitors: 1234, waiting: 2, talking: 5, agentsOnline: 2, messages: 5678 },
  fileBytes: 12_340_000,
};
const MOSS: Tenant = {
  id: "moss-bark",
  name: "Moss & Bark",
  isEnabled: true,
  load: { ...load, waiting: 7 },
  fileBytes: 0,
};
const OAK: Tenant = { id: "oak", name: "Oak", isEnabled: false, load: undefined, fileBytes: 2_000_000_000 };

afterEach(() => {
  history.replaceState(null, "", "/");
  keptOperatorToken.write("");
});
beforeEach(() => keptOperatorToken.write("t"));

async function show(calls: Partial<OperatorApi> = {}, tenants: Tenant[] = [FERN, MOSS, OAK]) {
  const api: OperatorApi = {
    login: vi.fn(async () => ({ token: "t", account: "olga" })),
    forgotPassword: vi.fn(async () => ({})),
    logout: vi.fn(async () => ({})),
    me: async () => ACCOUNT,
    invitation: async () => ({ account: "olga", purpose: "invite" }),
    join: async () => ({ token: "t", account: "olga" }),
    tenants: vi.fn(async () => ({ list: tenants, countedFrom: STARTED })),
    audit: vi.fn(async () => ({ list: [], next: "" })),
    disable: vi.fn(async () => undefined),
    enable: vi.fn(async () => undefined),
    ...calls,
  };
  const own: OwnApi = {
    own: async () => ACCOUNT,
    update: async () => ACCOUNT,
    changePassword: vi.fn(async () => undefined),
    signIns: async () => [],
    endSignIn: async () => undefined,
    beginTotp: async () => ({ secret: "JBSWY3DP", uri: "otpauth://totp/x" }),
    confirmTotp: async () => [],
    renewCodes: async () => [],
    switchTotpOff: async () => undefined,
    pushDevices: async () => ({ publicKey: "", withoutContent: false, list: [] }),
    subscribePush: async () => undefined,
    unsubscribePush: async () => undefined,
    testPush: async () => ({ delivered: 0, failed: 0 }),
  };
  const store = createStore();
  store.set(operatorServicesAtom, { api, own });
  const i18n = await createI18n("en", ["admin", "desk"]);
  render(
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <OperatorPage />
      </Provider>
    </I18nextProvider>,
  );
  return { user: userEvent.setup(), api, own };
}

const names = () => screen.getAllByRole("rowheader").map((head) => head.textContent);

it("shows every tenant with its load, and all of them in one line", async () => {
  await show();

  expect(
    await screen.findByRole("row", { name: /Fern & Field.*Running.*1,234.*2.*5.*2 of 3.*5,678.*12\.3 MB/ }),
  ).toBeVisible();
  expect(screen.getByRole("row", { name: /Moss & Bark.*Nobody serves the queue/ })).toBeVisible();
  expect(screen.getByRole("row", { name: /Oak.*Disabled.*2 GB/ })).toBeVisible();
  for (const total of [
    "3 tenants",
    "1,234 visitors",
    "9 waiting",
    "5 in conversation",
    "2 agents online",
    "5,678 messages in 24 h",
    "2.01 GB of files",
  ])
    expect(screen.getByText(total)).toBeVisible();
  expect(screen.getByText("Live")).toBeVisible();
  expect(screen.queryByText(/counted since/)).not.toBeInTheDocument();
  await expectAccessible();
});

it("says since when messages are counted if the server started within a day", async () => {
  const waiting: Tenant = { ...FERN, fileBytes: undefined };
  await show({ tenants: async () => ({ list: [waiting], countedFrom: Date.now() - 3_600_000 }) });

  expect(await screen.findByText(/counted since \d{4}-\d\d-\d\d/)).toBeVisible();
  expect(screen.queryByText(/of files/)).not.toBeInTheDocument();
  expect(screen.getByRole("row", { name: /5,678 Disable/ })).toBeVisible();
});

it("shows what operators did, in a log with filters", async () => {
  const at = Date.UTC(2026, 10, 24, 8);
  const entry = { at, thing: "tenant", id: "oak", version: 0, fields: ["disabled"] };
  const audit = vi.fn<OperatorApi["audit"]>(async () => ({
    list: [
      {
        ...entry,
        adminId: "olga",
        action: "put",
        changes: [{ field: "disabled", before: false, after: true }],
      },
      {
        ...entry,
        at: at - 1,
        adminId: "@operator",
        action: "put",
        thing: "operators",
        id: "olga",
        changes: [],
      },
    ],
    next: "",
  }));
  const { user } = await show({ audit });
  await user.click(await screen.findByRole("link", { name: "Audit log" }));

  expect(await screen.findByRole("row", { name: /olga Saved Shop oak/ })).toBeVisible();
  expect(screen.getByRole("row", { name: /Operator on the command line Saved Operator olga/ })).toBeVisible();
  expect(screen.queryByRole("link", { name: "oak" })).not.toBeInTheDocument();
  await expectAccessible();
  await user.selectOptions(screen.getByRole("combobox", { name: "Who" }), "olga");

  expect(audit).toHaveBeenLastCalledWith(expect.objectContaining({ adminId: "olga" }), expect.anything());
  await user.click(screen.getByRole("link", { name: "Tenants" }));
  expect(await screen.findByRole("rowheader", { name: /Fern & Field/ })).toBeVisible();
});

it("sorts by load, filters by state and finds by words", async () => {
  const { user } = await show();
  await screen.findByRole("table");
  expect(names()).toEqual(["Fern & Fielddemo", "Moss & Barkmoss-bark", "Oakoak"]);

  await user.click(screen.getByRole("button", { name: "Waiting" }));
  expect(names()[0]).toBe("Moss & Barkmoss-bark");
  expect(screen.getByRole("columnheader", { name: "Waiting" })).toHaveAttribute("aria-sort", "descending");
  await user.click(screen.getByRole("button", { name: /^Disabled/ }));
  expect(names()).toEqual(["Oakoak"]);
  await user.type(screen.getByRole("searchbox", { name: "Search tenants" }), "fern");
  expect(screen.getByText(/Nothing matches/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Clear search and filters" }));
  expect(names()).toHaveLength(3);
});

it("asks before it disables, says what stops, and enables at once", async () => {
  const { user, api } = await show();
  await user.click(await screen.findByRole("button", { name: "Disable Fern & Field" }));
  const question = screen.getByRole("dialog", { name: "Disable Fern & Field?" });
  expect(question).toHaveTextContent("Now: 1,234 visitors, 5 in conversation.");
  await expectAccessible();
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(api.disable).not.toHaveBeenCalled();

  await user.click(screen.getByRole("button", { name: "Disable Fern & Field" }));
  await user.click(screen.getByRole("button", { name: "Disable" }));

  expect(api.disable).toHaveBeenCalledWith("demo");
  expect(await screen.findByText("Fern & Field is disabled.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Enable Oak" }));
  expect(api.enable).toHaveBeenCalledWith("oak");
});

it("keeps the last numbers and says how old they are when the server is silent", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const tenants = vi
    .fn<OperatorApi["tenants"]>()
    .mockResolvedValueOnce({ list: [FERN], countedFrom: STARTED });
  tenants.mockRejectedValue(new ApiError("unreachable", ""));
  await show({ tenants });
  await screen.findByRole("table");

  await vi.advanceTimersByTimeAsync(12_000);

  expect(await screen.findByText(/No data for 1\d s/)).toBeVisible();
  expect(names()).toEqual(["Fern & Fielddemo"]);
  vi.useRealTimers();
});

it("says kindly that there is no tenant yet", async () => {
  await show({}, []);
  expect(await screen.findByText("No shop yet")).toBeVisible();
  await expectAccessible();
});

it("signs in with a code where the account needs one, and never asks for a tenant", async () => {
  keptOperatorToken.write("");
  const login = vi.fn<OperatorApi["login"]>();
  login.mockRejectedValueOnce(
    new ApiError("unauthorised", "a code is needed", undefined, [{ field: "code", message: "x" }]),
  );
  login.mockResolvedValue({ token: "t", account: "olga" });
  const { user } = await show({ login });

  await user.type(await screen.findByLabelText("Account"), "olga");
  expect(screen.queryByLabelText("Shop ID")).not.toBeInTheDocument();
  await user.type(screen.getByLabelText("Password"), "three frogs");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await user.type(await screen.findByLabelText("Code"), "287082");
  await user.click(screen.getByRole("button", { name: "Sign in" }));

  expect(await screen.findByRole("table")).toBeVisible();
  expect(login).toHaveBeenLastCalledWith("olga", "three frogs", "287082");
});

it("asks for a new sign-in when the token is refused", async () => {
  await show({ tenants: () => Promise.reject(new ApiError("unauthorised", "")) });

  expect(await screen.findByRole("heading", { name: "Sign in as an operator" })).toBeVisible();
  expect(keptOperatorToken.read()).toBe("");
});

it("has the own password and second step, and signs out", async () => {
  const { user, api, own } = await show();
  await user.click(await screen.findByRole("button", { name: "Account of olga" }));
  await user.click(await screen.findByRole("link", { name: "Your account" }));

  await user.type(await screen.findByLabelText("Current password"), "three frogs");
  await user.type(screen.getByLabelText("New password"), "four newts in a jar");
  await user.type(screen.getByLabelText("Password once more"), "four newts in a jar");
  await user.click(screen.getByRole("button", { name: "Change password" }));

  expect(own.changePassword).toHaveBeenCalledWith("three frogs", "four newts in a jar");
  expect(screen.getByRole("heading", { name: "Two-step sign-in" })).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Account of olga" }));
  await user.click(await screen.findByRole("button", { name: "Sign out" }));
  expect(api.logout).toHaveBeenCalled();
  expect(await screen.findByRole("heading", { name: "Sign in as an operator" })).toBeVisible();
});

it("lets somebody new choose a password by the link of the command line", async () => {
  history.replaceState(null, "", "/desk/operator#token=abc");
  const join = vi
    .fn<OperatorApi["join"]>()
    .mockRejectedValue(
      new ApiError("invalid", "", undefined, [{ field: "password", message: "is too easy to guess" }]),
    );
  const { user } = await show({ join });

  await user.type(await screen.findByLabelText("Password", { exact: true }), "passwordpassword");
  await user.type(screen.getByLabelText("Password once more"), "passwordpassword");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Save and start" }));

  expect(join).toHaveBeenCalledWith("abc", "passwordpassword");
  expect(await screen.findByText("is too easy to guess")).toBeVisible();
});

it("says how to get a new link for one that was used", async () => {
  history.replaceState(null, "", "/desk/operator#token=abc");
  await show({ invitation: () => Promise.reject(new ApiError("unauthorised", "")) });
  expect(await screen.findByText(/frontdesk operator reset-password/)).toBeVisible();
  await expectAccessible();
});

it("sends a link to an operator who forgot the password, or says what to do", async () => {
  keptOperatorToken.write("");
  const forgotPassword = vi.fn().mockRejectedValueOnce(new ApiError("conflict", "off")).mockResolvedValue({});
  const user = userEvent.setup();
  await show({ forgotPassword });
  await user.click(await screen.findByRole("button", { name: "Forgot the password?" }));
  expect(screen.queryByLabelText("Shop")).toBeNull();
  await user.clear(screen.getByLabelText("Account"));
  await user.type(screen.getByLabelText("Account"), "olga@fern.example");

  await user.click(screen.getByRole("button", { name: "Send me a link" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("frontdesk operator reset-password");
  await user.click(screen.getByRole("button", { name: "Back to the sign-in" }));
  await user.click(screen.getByRole("button", { name: "Forgot the password?" }));
  await user.type(screen.getByLabelText("Account"), "olga@fern.example");
  await user.click(screen.getByRole("button", { name: "Send me a link" }));

  expect(await screen.findByText(/a link is on its way/)).toBeVisible();
  expect(forgotPassword).toHaveBeenLastCalledWith("olga@fern.example");
});
