/** The administration in a test: the real pages over a small server in memory. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { I18nextProvider } from "react-i18next";
import { expect, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { AdminApp } from "../src/admin/AdminApp";
import { createRenewals } from "../src/admin/session/renewal";
import { adminServicesAtom } from "../src/admin/session/services";
import { expiredAtom } from "../src/admin/session/session.atoms";
import { createGuardedLocation } from "../src/admin/shell/guard";
import { type Kind, keyOf, nameOf } from "../src/admin/things/kinds";
import type { AccountApi } from "../src/api/account";
import type { AdminApi, ThingName } from "../src/api/admin";
import { ApiError } from "../src/api/http";
import { keptTenant, keptToken } from "../src/desk/keeping";
import { createI18n } from "../src/i18n/setup";
import { createStore, Provider } from "../src/state/jotai";
import type { Thing } from "../src/wire/things";

export const ROWAN = {
  id: "rowan",
  nick: "Rowan",
  face: "",
  role: "admin",
  groupIds: [] as string[],
  capacity: 1,
};

/** What the server has, by kind. */
export type Shelf = Partial<Record<Kind, Thing[]>>;

export const tenant: Thing = { version: 1, tenantId: "demo", name: "Fern & Field", hours: null };

export type Asked = {
  path?: string;
  shelf?: Shelf;
  role?: string;
  api?: Partial<AdminApi>;
  isSignedIn?: boolean;
};

/** Shows the administration at `path`. `shelf` can be changed while the test runs, as another administrator does. */
export async function renderAdmin({
  path = "/",
  shelf = {},
  role = "admin",
  api = {},
  isSignedIn = true,
}: Asked = {}) {
  const things: Shelf = { tenant: [tenant], ...shelf };
  const calls = { ...fakeApi(things), ...api };
  const agent = { ...ROWAN, role };
  const account: AccountApi = {
    login: vi.fn(async () => ({ token: "t", agent, tenantId: "demo", mustSetUpTotp: false, signOutUrl: "" })),
    signOnInfo: async () => ({ isOffered: false, buttonText: "", isOnly: false, returnAddress: "" }),
    signOnBegin: () => Promise.reject(new ApiError("unreachable", "")),
    signOnFinish: () => Promise.reject(new ApiError("unreachable", "")),
    logout: async () => undefined,
    me: async () => ({
      agent,
      status: "offline" as const,
      groups: [],
      pictureHosts: [],
      sendsMail: false,
      shopName: "",
      hasModel: false,
    }),
    forgotPassword: async () => ({}),
  };
  const renewals = createRenewals();
  const store = createStore();
  store.set(adminServicesAtom, { api: calls, account, renewals });
  keptToken.write(isSignedIn ? "t" : "");
  keptTenant.write("demo");
  const { hook, history, navigate } = memoryLocation({
    path: `/desk/admin${path === "/" ? "" : path}`,
    record: true,
  });
  const i18n = await createI18n("en", ["admin", "desk"]);
  const user = userEvent.setup();
  const guarded = createGuardedLocation(store, hook);
  const view = render(
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <Router base="/desk/admin" hook={guarded}>
          <AdminApp />
        </Router>
      </Provider>
    </I18nextProvider>,
  );
  return {
    user,
    api: calls,
    account,
    renewals,
    things,
    history,
    navigate,
    view,
    expire: () => store.set(expiredAtom),
  };
}

/** Waits for the shell. */
export async function ready(): Promise<void> {
  await screen.findByRole("navigation", { name: "Rooms" });
}

export async function expectAccessible(): Promise<void> {
  // A real browser checks colours and the page in the preview's frame.
  const { violations } = await axe.run(document.body, {
    iframes: false,
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join()}`)).toEqual([]);
}

/** Lists, reads, writes and removes as the server does, with versions. */
export function fakeApi(things: Shelf): AdminApi {
  const kindOf = (kind: string) => kind as Kind;
  const find = (kind: Kind, name: ThingName) =>
    things[kind]?.find((one) => keyOf(kind, one) === keyOf(kind, name));
  return {
    call: vi.fn(async (name: string) => Promise.reject(new ApiError("notFound", name))) as never,
    list: vi.fn(async (kind: string) => ({ list: [...(things[kindOf(kind)] ?? [])], next: "" })),
    get: vi.fn(async (kind: string, name: ThingName) => {
      const one = find(kindOf(kind), name);
      if (!one) throw new ApiError("notFound", "not found");
      return structuredClone(one);
    }),
    put: vi.fn(async (kind: string, written: Thing) => {
      const of = kindOf(kind);
      const before = find(of, nameOf(of, written));
      if ((before?.version ?? 0) !== written.version)
        throw new ApiError("conflict", "version is not the newest", undefined, null);
      const saved = { ...structuredClone(written), version: written.version + 1 };
      things[of] = [...(things[of] ?? []).filter((one) => one !== before), saved];
      return structuredClone(saved);
    }),
    remove: vi.fn(async (kind: string, name: ThingName) => {
      const of = kindOf(kind);
      things[of] = (things[of] ?? []).filter((one) => keyOf(of, one) !== keyOf(of, name));
      return {};
    }),
    seats: vi.fn(async () => new Map()),
    upload: vi.fn(async () => ({ url: "/api/files/picture.png" })),
    sendFile: vi.fn(async (name: string) => Promise.reject(new ApiError("notFound", name))) as never,
    fetchFile: vi.fn(async () => new Blob([""])),
  };
}
