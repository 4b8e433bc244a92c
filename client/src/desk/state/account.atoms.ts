/** Who is signed in at the desk. */
import { ApiError } from "../../api/http";
import { allowPictures } from "../../lib/links";
import { atom } from "../../state/jotai";
import type { Group, SignedIn } from "../../wire/account";
import { keptAccount, keptSignOut, keptTenant, keptToken, openSetUp } from "../keeping";
import { leaveProvider } from "../sign-in/leave";
import type { Credentials } from "../sign-in/SignInForm";
import { type ForgotTrouble, forgotTroubleOf, type SignInTrouble, troubleOf } from "../sign-in/trouble";
import { emptyDesk } from "../types";
import { forgetWallAtom } from "../wall/wall.atoms";
import { agentAtom, sendsMailAtom, shopAtom } from "./agent.atoms";
import { forgetAlarmsAtom } from "./alarms.atoms";
import { forgetChannelNamesAtom } from "./channelNames.atoms";
import { changeDeskAtom, resetDeskAtom } from "./desk.atoms";
import { forgetDraftsAtom } from "./drafts.atoms";
import { forgetHelpAtom } from "./help.atoms";
import { forgetItemDraftsAtom } from "./itemDrafts.atoms";
import { forgetItemsAtom } from "./items.atoms";
import { forgetMentionsAtom } from "./mentions.atoms";
import { forgetWholeItemsAtom } from "./openItem.atoms";
import { restorePlaceAtom } from "./place.atoms";
import { forgetQuickRepliesAtom } from "./quickReplies.atoms";
import { forgetRescuesAtom } from "./rescues.atoms";
import { forgetSearchAtom } from "./search.atoms";
import { servicesAtom } from "./services";
import { forgetTagsAtom } from "./tags.atoms";
import { forgetTalksAtom } from "./talk.atoms";
import { forgetViewsAtom } from "./views.atoms";

export type Account =
  /** A token is kept, and the server has not confirmed it yet. */
  | { phase: "restoring" }
  | { phase: "signedOut"; isExpired: boolean }
  | { phase: "signedIn"; agent: SignedIn; groups: readonly Group[] };

const accountStateAtom = atom<Account>({ phase: "signedOut", isExpired: false });
export const accountAtom = atom((get) => get(accountStateAtom));

/** Restores the sign-in from a kept token; retries until the server responds. */
export const restoreAtom = atom(null, async (get, set, signal: AbortSignal) => {
  if (keptToken.read() === "") return;
  const { api, clock, nudge } = get(servicesAtom);
  set(accountStateAtom, { phase: "restoring" });
  while (!signal.aborted) {
    try {
      const { agent, groups, status, pictureHosts, sendsMail, shopName, hasModel } = await api.me(signal);
      allowPictures(pictureHosts);
      set(sendsMailAtom, sendsMail);
      set(shopAtom, { name: shopName, hasModel });
      set(agentAtom, agent);
      set(restorePlaceAtom);
      set(changeDeskAtom, { kind: "statusChanged", standing: { status, capacity: agent.capacity } });
      set(accountStateAtom, { phase: "signedIn", agent, groups });
      return;
    } catch (cause) {
      if (cause instanceof ApiError && cause.kind === "unauthorised") return;
      await clock.sleep(RETRY_MS, AbortSignal.any([signal, nudge.signal()]));
    }
  }
});

/** Signs in. Returns what went wrong, or undefined. */
export const signInAtom = atom(
  null,
  async (get, set, who: Credentials): Promise<SignInTrouble | undefined> => {
    const { api } = get(servicesAtom);
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
      const { status, groups, pictureHosts, sendsMail, shopName, hasModel } = await api.me();
      allowPictures(pictureHosts);
      set(sendsMailAtom, sendsMail);
      set(shopAtom, { name: shopName, hasModel });
      // After an expiry, the same agent continues with the drafts; another agent does not see them.
      if (get(agentAtom)?.id !== agent.id) set(forgetAllAtom);
      set(agentAtom, agent);
      set(changeDeskAtom, { kind: "statusChanged", standing: { status, capacity: agent.capacity } });
      set(accountStateAtom, { phase: "signedIn", agent, groups });
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
    get(servicesAtom)
      .api.forgotPassword(who.tenantId, who.account)
      .then(() => undefined, forgotTroubleOf),
);

/** Clears everything of one agent before another signs in. */
const forgetAllAtom = atom(null, (_get, set) => {
  set(resetDeskAtom, emptyDesk);
  set(forgetTalksAtom);
  set(forgetItemsAtom);
  set(forgetItemDraftsAtom);
  set(forgetWholeItemsAtom);
  set(forgetViewsAtom);
  set(forgetSearchAtom);
  set(forgetChannelNamesAtom);
  set(forgetQuickRepliesAtom);
  set(forgetDraftsAtom);
  set(forgetMentionsAtom);
  set(forgetTagsAtom);
  set(forgetHelpAtom);
  set(forgetRescuesAtom);
  set(forgetAlarmsAtom);
  set(forgetWallAtom);
});

/** Signs out without waiting for the server. */
export const signOutAtom = atom(null, async (get, set) => {
  const { api } = get(servicesAtom);
  const farewell = api.logout();
  keptToken.write("");
  set(forgetAllAtom);
  set(accountStateAtom, { phase: "signedOut", isExpired: false });
  await farewell.catch(() => undefined);
  leaveProvider();
});

/** The server refused the token. Unsent messages wait for the same agent. */
export const expiredAtom = atom(null, (get, set) => {
  if (get(accountStateAtom).phase === "signedOut") return;
  keptToken.write("");
  set(changeDeskAtom, { kind: "expired" });
  set(accountStateAtom, { phase: "signedOut", isExpired: true });
});

const RETRY_MS = 2000;
