/**
 * What the agent types and has not sent: each conversation's draft is kept at the server, survives a reload and follows
 * the agent to other browsers. The newest draft wins. A page whose agent is typing does not take over another page's.
 */
import { ApiError } from "../../api/http";
import { isBlank } from "../../lib/text";
import { atom, type Getter, type Setter } from "../../state/jotai";
import type { Draft } from "../../wire/team";
import { deskAtom } from "./desk.atoms";
import { servicesAtom } from "./services";

/** The least time between two saves of a draft. */
const SAVE_EVERY_MS = 2000;
/** After this pause, the agent is not typing here any more. */
const TYPING_MS = 4000;
const LONGEST_PAUSE_MS = 30_000;

/** Unsent texts, by conversation. */
const textsAtom = atom<Readonly<Record<string, string>>>({});
export const draftsAtom = atom((get) => get(textsAtom));

/** The same text until a draft begins or ends, so that the lists do not change with each letter. */
const draftedNamesAtom = atom((get) => {
  const drafted = Object.entries(get(textsAtom)).filter(([, text]) => !isBlank(text));
  return JSON.stringify(drafted.map(([userId]) => userId).sort());
});
/** The visitors to whom the agent has a draft. */
export const draftedAtom = atom((get): ReadonlySet<string> => new Set(JSON.parse(get(draftedNamesAtom))));

/** Conversations whose composer writes a note, not a message. */
const heldNotingAtom = atom<Readonly<Record<string, boolean>>>({});
export const notingAtom = atom((get) => get(heldNotingAtom));

/** Whether the open conversation's composer writes a note. */
export const isNotingAtom = atom((get) => get(heldNotingAtom)[get(deskAtom).openId] ?? false);

/** What the server has, as far as this page knows. */
const keptAtom = atom<Readonly<Record<string, Draft>>>({});
/** When the agent last typed on this page, by conversation. */
const typedAtAtom = atom<Readonly<Record<string, number>>>({});
/** The running saves, and how to end their pause. */
const savingAtom = atom<ReadonlyMap<string, AbortController>>(new Map());

/** The name by which the server's events call this page. */
export const pageAtom = atom((get) => get(servicesAtom).random().toString(36).slice(2));

/** The agent changes the text. An empty one is saved at once: it was sent or deleted. */
export const writeDraftAtom = atom(null, (get, set, { userId, text }: { userId: string; text: string }) => {
  set(textsAtom, { ...get(textsAtom), [userId]: text });
  set(typedAtAtom, { ...get(typedAtAtom), [userId]: get(servicesAtom).clock.now() });
  if (text === "") get(savingAtom).get(userId)?.abort();
  void set(saveAtom, userId);
});

/** The agent turns the draft into a note, or back. */
export const setNotingAtom = atom(null, (get, set, { userId, isOn }: { userId: string; isOn: boolean }) => {
  set(heldNotingAtom, { ...get(heldNotingAtom), [userId]: isOn });
  void set(saveAtom, userId);
});

/** The page hides: what is not saved yet is saved now. */
export const hurryDraftsAtom = atom(null, (get) => {
  for (const pause of get(savingAtom).values()) pause.abort();
});

/** Saves a conversation's draft until the server has what the composer shows. */
const saveAtom = atom(null, async (get, set, userId: string) => {
  if (get(savingAtom).has(userId)) return;
  const { api, clock, nudge } = get(servicesAtom);
  let pause = SAVE_EVERY_MS;
  while (isUnsaved(get, userId)) {
    const hurry = new AbortController();
    set(savingAtom, new Map(get(savingAtom)).set(userId, hurry));
    const isAtOnce = here(get, userId).text === "" && pause === SAVE_EVERY_MS;
    const signal = pause === SAVE_EVERY_MS ? hurry.signal : AbortSignal.any([hurry.signal, nudge.signal()]);
    if (!isAtOnce) await clock.sleep(pause, signal);
    const draft = here(get, userId);
    try {
      keep(get, set, await api.saveDraft(draft, get(pageAtom)));
      pause = SAVE_EVERY_MS;
    } catch (cause) {
      if (!isPassing(cause)) break;
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
  const rest = new Map(get(savingAtom));
  rest.delete(userId);
  set(savingAtom, rest);
});

/** Another page of the agent saved a draft. */
export const draftReceivedAtom = atom(null, (get, set, event: { draft: Draft; page: string }) => {
  if (event.page !== get(pageAtom)) adopt(get, set, event.draft);
});

/** Reads all drafts, after the page opened or may have missed some. */
export const loadDraftsAtom = atom(null, async (get, set) => {
  const before = get(keptAtom);
  const drafts = await get(servicesAtom)
    .api.drafts()
    .catch(() => undefined);
  if (!drafts) return;
  const known = new Set(drafts.map(({ userId }) => userId));
  for (const draft of drafts) adopt(get, set, draft);
  for (const gone of Object.values(before)) {
    // A draft that was saved meanwhile may be missing in the answer.
    const isSame = get(keptAtom)[gone.userId] === gone;
    if (isSame && gone.text !== "" && !known.has(gone.userId))
      adopt(get, set, { ...gone, text: "", at: gone.at + 1 });
  }
  for (const userId of Object.keys(get(textsAtom))) if (isUnsaved(get, userId)) void set(saveAtom, userId);
});

/** Clears the drafts before another agent signs in. */
export const forgetDraftsAtom = atom(null, (get, set) => {
  set(textsAtom, {});
  set(heldNotingAtom, {});
  set(keptAtom, {});
  set(typedAtAtom, {});
  for (const pause of get(savingAtom).values()) pause.abort();
});

function here(get: Getter, userId: string) {
  return { userId, text: get(textsAtom)[userId] ?? "", isNote: get(heldNotingAtom)[userId] ?? false };
}

function isUnsaved(get: Getter, userId: string): boolean {
  const { text, isNote } = here(get, userId);
  const kept = get(keptAtom)[userId];
  return text !== (kept?.text ?? "") || (text !== "" && isNote !== kept?.isNote);
}

function keep(get: Getter, set: Setter, draft: Draft): void {
  set(keptAtom, { ...get(keptAtom), [draft.userId]: draft });
}

/** Takes another page's draft over, unless the agent is typing here: then this page's comes later, and wins. */
function adopt(get: Getter, set: Setter, draft: Draft): void {
  const { userId } = draft;
  if (draft.at <= (get(keptAtom)[userId]?.at ?? 0)) return;
  const typed = get(typedAtAtom)[userId] ?? 0;
  const isTyping = get(servicesAtom).clock.now() - typed < TYPING_MS;
  if (isTyping || isUnsaved(get, userId)) return;
  keep(get, set, draft);
  set(textsAtom, { ...get(textsAtom), [userId]: draft.text });
  set(heldNotingAtom, { ...get(heldNotingAtom), [userId]: draft.isNote });
}

function isPassing(cause: unknown): boolean {
  return cause instanceof ApiError && ["unreachable", "unavailable", "tooMany"].includes(cause.kind);
}
