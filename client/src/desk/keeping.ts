/**
 * What the desk keeps in the browser: the token for this tab only (Protocol, 'Tokens'), the agent's settings for all
 * tabs.
 */

import { systemClock as clock } from "../lib/clock";
import { createKeeper } from "../lib/storage";

const DAY_MS = 86_400_000;
const HABITS_KEPT_MS = 400 * DAY_MS;
const TOKEN_KEPT_MS = 30 * DAY_MS;
/** Protocol, 'Single sign-on': how long a sign-in may take. */
const SIGN_ON_KEPT_MS = 600_000;

const tab = createKeeper(() => sessionStorage);
const browser = createKeeper(() => localStorage);

/** Reads and writes one string. */
export type Kept = { read: () => string; write: (value: string) => void };

export const keptToken = kept(tab, "frontdesk.desk.token", TOKEN_KEPT_MS);
/** The sign-in that has begun at the provider: its secret, and the page to go on with. */
export const keptSignOn = kept(tab, "frontdesk.desk.signOn", SIGN_ON_KEPT_MS);
/** Where signing out goes on at the provider. */
export const keptSignOut = kept(tab, "frontdesk.desk.signOut", TOKEN_KEPT_MS);
/** The list that is shown. */
export const keptList = kept(tab, "frontdesk.desk.list", TOKEN_KEPT_MS);
/** What the lists "ended" and "all" search for, and what the list of left items shows, as JSON. */
export const keptSearch = kept(tab, "frontdesk.desk.search", TOKEN_KEPT_MS);
export const keptItemFilter = kept(tab, "frontdesk.desk.itemFilter", TOKEN_KEPT_MS);
/** Unsent texts about left items, as JSON. */
export const keptItemDrafts = kept(tab, "frontdesk.desk.itemDrafts", TOKEN_KEPT_MS);
export const keptOperatorToken = kept(tab, "frontdesk.operator.token", TOKEN_KEPT_MS);
export const keptOperator = kept(browser, "frontdesk.operator.account", HABITS_KEPT_MS);
export const keptTenant = kept(browser, "frontdesk.desk.tenant", HABITS_KEPT_MS);
/** `asked` if the server wanted to know the tenant of the last sign-in. */
export const keptTenantAsked = kept(browser, "frontdesk.desk.tenantAsked", HABITS_KEPT_MS);
export const keptAccount = kept(browser, "frontdesk.desk.account", HABITS_KEPT_MS);
/** `off` if the agent wants no sound. */
export const keptSound = kept(browser, "frontdesk.desk.sound", HABITS_KEPT_MS);
/** `off` if the agent wants no suggested answers. */
export const keptSuggestions = kept(browser, "frontdesk.desk.suggestions", HABITS_KEPT_MS);
/** The ids of the folded sections of the visitor panel, with commas between them. */
export const keptFolded = kept(browser, "frontdesk.desk.folded", HABITS_KEPT_MS);
/** `off` if single letters are no shortcuts. */
export const keptLetters = kept(browser, "frontdesk.desk.letters", HABITS_KEPT_MS);
/** The ids of the actions that the agent chose last in the palette, with commas between them. */
export const keptRecent = kept(browser, "frontdesk.desk.recent", HABITS_KEPT_MS);
export const keptLocale = kept(browser, "frontdesk.desk.locale", HABITS_KEPT_MS);

function kept(keeper: ReturnType<typeof createKeeper>, key: string, keptMs: number): Kept {
  return {
    read() {
      const value = keeper.read(key, clock.now());
      return typeof value === "string" ? value : "";
    },
    write(value) {
      if (value === "") keeper.remove(key);
      else keeper.write(key, value, clock.now(), keptMs);
    },
  };
}

/** Where everybody changes their own account. */
export const ACCOUNT_PAGE = "/desk/account";

/** Opens the set-up of the second step, which the tenant requires; `next` is where the user goes on. */
export function openSetUp(next = location.pathname): void {
  location.assign(`${ACCOUNT_PAGE}#next=${encodeURIComponent(next)}`);
}
