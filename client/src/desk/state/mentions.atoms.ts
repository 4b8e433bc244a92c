/** Mentions of the agent in colleagues' notes, and the colleagues whom a note can mention. */
import { atom } from "../../state/jotai";
import type { Mention, Mentioned } from "../../wire/team";
import { servicesAtom } from "./services";

type Held = { phase: "loading" | "here" | "failed"; mentions: readonly Mention[] };

const heldAtom = atom<Held>({ phase: "loading", mentions: [] });

export const mentionsPhaseAtom = atom((get) => get(heldAtom).phase);

/** The unread ones first, then the newest first. */
export const mentionsAtom = atom((get) =>
  get(heldAtom).mentions.toSorted(
    (one, other) => Number(one.isRead) - Number(other.isRead) || other.at - one.at,
  ),
);
export const unreadMentionsAtom = atom(
  (get) => get(heldAtom).mentions.filter(({ isRead }) => !isRead).length,
);

/** The newest mention that came while the desk was open: the page tells of it once. */
const newsAtom = atom<Mention | undefined>(undefined);
export const mentionNewsAtom = atom((get) => get(newsAtom));

export const loadMentionsAtom = atom(null, async (get, set) => {
  try {
    set(heldAtom, { phase: "here", mentions: await get(servicesAtom).api.mentions() });
  } catch {
    if (get(heldAtom).phase !== "here") set(heldAtom, { phase: "failed", mentions: [] });
  }
});

/** A colleague mentions the agent. Returns whether that is news. */
export const mentionReceivedAtom = atom(null, (get, set, mention: Mention): boolean => {
  const held = get(heldAtom);
  if (held.mentions.some(({ noteId }) => noteId === mention.noteId)) return false;
  set(heldAtom, { ...held, mentions: [mention, ...held.mentions] });
  set(newsAtom, mention);
  return true;
});

/** The agent opened the visitor's conversation, or, with an empty id, has read all mentions. */
export const sawMentionsAtom = atom(null, async (get, set, userId: string) => {
  const { api } = get(servicesAtom);
  const isMeant = (one: Mention) => !one.isRead && (userId === "" || one.userId === userId);
  const held = get(heldAtom);
  if (!held.mentions.some(isMeant)) return;
  const mentions = held.mentions.map((one) => (isMeant(one) ? { ...one, isRead: true } : one));
  set(heldAtom, { ...held, mentions });
  // If the request is lost, they are unread again after the next reload.
  await api.readMentions(userId).catch(() => undefined);
});

/** The colleagues that this page has seen: a note's names are found among them. */
const seenAtom = atom<readonly Mentioned[]>([]);
export const colleaguesAtom = atom((get) => get(seenAtom));

/** Returns the colleagues whose name contains the text; undefined if the request fails or is aborted. */
export const searchColleaguesAtom = atom(
  null,
  async (get, set, ask: { text: string; signal: AbortSignal }): Promise<readonly Mentioned[] | undefined> => {
    const found = await get(servicesAtom)
      .api.mentionable(ask.text, ask.signal)
      .catch(() => undefined);
    if (!found || ask.signal.aborted) return undefined;
    const fresh = new Set(found.map(({ id }) => id));
    set(seenAtom, [...get(seenAtom).filter(({ id }) => !fresh.has(id)), ...found]);
    return found;
  },
);

/** Clears the mentions before another agent signs in. */
export const forgetMentionsAtom = atom(null, (_get, set) => {
  set(heldAtom, { phase: "loading", mentions: [] });
  set(newsAtom, undefined);
  set(seenAtom, []);
});
