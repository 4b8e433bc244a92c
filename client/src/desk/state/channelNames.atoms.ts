/** The titles of the shop's channels, which a filter shows for their ids. */
import { localeOf } from "../../i18n/choose";
import { atom } from "../../state/jotai";
import { servicesAtom } from "./services";

const heldAtom = atom<Readonly<Record<string, string>>>({});
export const channelNamesAtom = atom((get) => get(heldAtom));

/** Reads the titles that are missing. One that cannot be read stays an id. */
export const loadChannelNamesAtom = atom(null, async (get, set, ids: readonly string[]) => {
  const missing = ids.filter((id) => !(id in get(heldAtom)));
  // Each is asked for once.
  set(heldAtom, { ...get(heldAtom), ...Object.fromEntries(missing.map((id) => [id, ""])) });
  const locale = localeOf(document.documentElement.lang) ?? "en";
  for (const id of missing) {
    const channel = await get(servicesAtom)
      .api.channel(id, locale)
      .catch(() => undefined);
    if (channel) set(heldAtom, { ...get(heldAtom), [id]: channel.titleDesc });
  }
});

/** Clears the titles before another agent signs in: of another shop, perhaps. */
export const forgetChannelNamesAtom = atom(null, (_get, set) => set(heldAtom, {}));
