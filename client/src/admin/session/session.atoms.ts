/** Who is signed in at the administration. It shares the desk's token. */
import { ApiError } from "../../api/http";
import { keptAccount, keptSignOut, keptTenant, keptToken, openSetUp } from "../../desk/keeping";
import { leaveProvider } from "../../desk/sign-in/leave";
import type { Credentials } from "../../desk/sign-in/SignInForm";
import {
  type ForgotTrouble,
  forgotTroubleOf,
  type SignInTrouble,
  troubleOf,
} from "../../desk/sign-in/trouble";
import { allowPictures } from "../../lib/links";
import { atom } from "../../state/jotai";
import type { SignedIn } from "../../wire/account";
import { adminServicesAtom } from "./services";

export type Session =
  /** A token is kept, and the server has not confirmed it yet. */
  | { phase: "restoring" }
  /** The server was not reached. */
  | { phase: "unreachable" }
  | { phase: "signedOut"; isExpired: boolean }
  /** If `isExpired`, the sign-in is over, and what is on the screen waits for the next one. */
  | { phase: "signedIn"; agent: SignedIn; tenantId: string; isExpired: boolean };

const stateAtom = atom<Session>({ phase: "restoring" });
export const sessionAtom = atom((get) => get(stateAtom));

/** Restores the sign-in from the desk's token. */
export const restoreAtom = atom(null, async (get, set) => {
  if (keptToken.read() === "") {
    set(stateAtom, { phase: "signedOut", isExpired: false });
    return;
  }
  set(stateAtom, { phase: "restoring" });
  try {
    const { agent, pictureHosts } = await get(adminServicesAtom).account.me();
    allowPictures(pictureHosts);
    set(stateAtom, { phase: "signedIn", agent, tenantId: keptTenant.read(), isExpired: false });
  } catch (cause) {
    if (cause instanceof ApiError && cause.kind === "unauthorised") {
      keptToken.write("");
      set(stateAtom, { phase: "signedOut", isExpired: true });
    } else set(stateAtom, { phase: "unreachable" });
  }
});

/** Signs in. Returns what went wrong, or undefined. */
export const signInAtom = atom(
  null,
  async (get, set, who: Credentials): Promise<SignInTrouble | undefined> => {
    const { account: api, renewals } = get(adminServicesAtom);
    const before = get(stateAtom);
    try {
      const { token, agent, tenantId, mustSetUpTotp } = await api.login(
        who.tenantId,
        who.account,
        who.password,
        who.code,
      );
      keptToken.write(token);
      keptTenant.write(tenantId);
      keptAccount.write(who.account);
      keptSignOut.write("");
      if (mustSetUpTotp) {
        openSetUp();
        return undefined;
      }
      allowPictures((await api.me()).pictureHosts);
      set(stateAtom, { phase: "signedIn", agent, tenantId, isExpired: false });
      const isSame =
        before.phase === "signedIn" && before.agent.id === agent.id && before.tenantId === tenantId;
      if (isSame) renewals.renew();
      else renewals.giveUp();
      return undefined;
    } catch (cause) {
      keptToken.write("");
      return troubleOf(cause);
    }
  },
);

/** Asks for a link to another password. Returns what went wrong, or undefined. */
export const forgotAtom = atom(
  null,
  (get, _set, who: { tenantId: string; account: string }): Promise<ForgotTrouble | undefined> =>
    get(adminServicesAtom)
      .account.forgotPassword(who.tenantId, who.account)
      .then(() => undefined, forgotTroubleOf),
);

/** Signs out without waiting for the server. */
export const signOutAtom = atom(null, async (get, set) => {
  const { account, renewals } = get(adminServicesAtom);
  const farewell = account.logout();
  keptToken.write("");
  renewals.giveUp();
  set(stateAtom, { phase: "signedOut", isExpired: false });
  await farewell.catch(() => undefined);
  leaveProvider();
});

/** The server refused the token. What is on the screen stays. */
export const expiredAtom = atom(null, (get, set) => {
  const state = get(stateAtom);
  keptToken.write("");
  if (state.phase === "signedIn") set(stateAtom, { ...state, isExpired: true });
});

/** The tenant and the administrator: whose drafts these are. */
export const ownerAtom = atom((get) => {
  const session = get(stateAtom);
  return session.phase === "signedIn" ? `${session.tenantId}.${session.agent.id}` : "";
});
