/** Answers of the robots' knowledge to what the visitor said last. */
import type { Entry } from "../../conversation/types";
import { wordsOf } from "../../conversation/words";
import { atom } from "../../state/jotai";
import { keptSuggestions } from "../keeping";
import { openRowAtom, openTalkAtom } from "./desk.atoms";
import { wordsOfAnswer } from "./quickReplies.atoms";
import { servicesAtom } from "./services";
import { openVisitorAtom } from "./talk.atoms";

export type Suggestion = { key: string; question: string; text: string };

/** The server refuses longer questions: Protocol, 'Orders, left messages, knowledge'. */
const QUESTION_CHARS_MAX = 400;

const isOnStateAtom = atom(keptSuggestions.read() !== "off");
export const suggestsAtom = atom((get) => get(isOnStateAtom));

/** Switches the suggestions on or off, for this agent's browser. */
export const switchSuggestionsAtom = atom(null, (_get, set, isOn: boolean) => {
  keptSuggestions.write(isOn ? "" : "off");
  set(isOnStateAtom, isOn);
});

/** What the visitor waits for an answer to; undefined if an agent spoke last. */
export function newestQuestion(entries: readonly Entry[]): { id: string; text: string } | undefined {
  const last = entries.findLast(
    ({ content, isNote }) => !isNote && content.kind !== "line" && content.kind !== "agentCard",
  );
  if (last?.sender !== "visitor" || last.isRecalled || last.id === "") return undefined;
  const isSaid = last.content.kind === "text" || last.content.kind === "richText";
  const text = isSaid ? wordsOf(last.content).trim().slice(0, QUESTION_CHARS_MAX) : "";
  return text === "" ? undefined : { id: last.id, text };
}

/** The question to find answers for; undefined if there is none, or the agent wants no suggestions. */
export const openQuestionAtom = atom((get) => {
  const row = get(openRowAtom);
  const isOpen = row !== undefined && row.end === undefined && !row.isQueued;
  return isOpen && get(isOnStateAtom) ? newestQuestion(get(openTalkAtom).entries) : undefined;
});

type Found = { messageId: string; list: readonly Suggestion[] };
const foundAtom = atom<Found>({ messageId: "", list: [] });
const dismissedAtom = atom("");

/** The suggestions to the open question. */
export const suggestionsAtom = atom((get): readonly Suggestion[] => {
  const id = get(openQuestionAtom)?.id;
  const { messageId, list } = get(foundAtom);
  return id !== undefined && id === messageId && id !== get(dismissedAtom) ? list : [];
});

/** Hides the suggestions until the visitor says something else. */
export const dismissSuggestionsAtom = atom(null, (get, set) =>
  set(dismissedAtom, get(openQuestionAtom)?.id ?? ""),
);

/** Looks for answers. A failure shows nothing: the agent answers by themselves. */
export const findSuggestionsAtom = atom(
  null,
  async (get, set, ask: { id: string; text: string; signal: AbortSignal }) => {
    const language = get(openVisitorAtom)?.locale || "en";
    const found = await get(servicesAtom)
      .api.suggestions(ask.text, language, ask.signal)
      .catch(() => undefined);
    if (ask.signal.aborted || !found) return;
    const list = found.map((doc) => ({
      key: `${doc.robot}-${doc.id}-${doc.language}`,
      question: doc.question,
      text: wordsOfAnswer(doc.answer),
    }));
    set(foundAtom, { messageId: ask.id, list: list.filter(({ text }) => text !== "") });
  },
);
