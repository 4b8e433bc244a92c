/** The chat of this page: its state, and the visitor's actions. */
import type { Choice } from "../api/visitor";
import type { Change } from "../conversation/change";
import { menuBarOf } from "../conversation/menuBar";
import { reduce } from "../conversation/reduce";
import { type Row, rowsOf } from "../conversation/rows";
import { type Conversation, emptyConversation } from "../conversation/types";
import type { Chat } from "../session/chat";
import type { Card } from "../wire/card";
import type { FormAnswers } from "../wire/form";
import { atom } from "./jotai";

const heldConversationAtom = atom<Conversation>(emptyConversation);
const heldChatAtom = atom<Chat | undefined>(undefined);
const heldSoughtAtom = atom("");

export const conversationAtom = atom((get) => get(heldConversationAtom));
export const phaseAtom = atom((get) => get(heldConversationAtom).phase);
export const positionAtom = atom((get) => get(heldConversationAtom).position);
export const stageAtom = atom((get) => get(heldConversationAtom).stage);
export const connectionAtom = atom((get) => get(heldConversationAtom).connection);
export const agentAtom = atom((get) => get(heldConversationAtom).agent);
export const isTransferringAtom = atom((get) => get(heldConversationAtom).isTransferring);
export const evaluationAtom = atom((get) => get(heldConversationAtom).evaluation);
export const hasMetAgentAtom = atom((get) => get(heldConversationAtom).hasMetAgent);
export const isAgentTypingAtom = atom((get) => get(heldConversationAtom).typingUntil > 0);
export const newsAfterAtom = atom((get) => get(heldConversationAtom).newsAfter);
/** Each change scrolls the list to its end; starts at 0. */
export const endSoughtAtom = atom((get) => get(heldConversationAtom).endSought);
export const olderAtom = atom((get) => get(heldConversationAtom).older);

const entriesAtom = atom((get) => get(heldConversationAtom).entries);
export const sessionIdAtom = atom((get) => get(heldConversationAtom).sessionId);
const isFaqShownAtom = atom((get) => get(heldConversationAtom).isFaqShown);
const areTipsShownAtom = atom((get) => get(heldConversationAtom).areTipsShown);
const missedFromAtom = atom((get) => get(heldConversationAtom).missedFrom);
const cardAtom = atom((get) => get(heldConversationAtom).card);
const askingAtom = atom((get) => get(heldConversationAtom).asking);

/** The rows of the list; recomputed only when one of their inputs changes. */
export const rowsAtom = atom((get): Row[] =>
  rowsOf({
    entries: get(entriesAtom),
    sessionId: get(sessionIdAtom),
    older: get(olderAtom),
    phase: get(phaseAtom),
    isFaqShown: get(isFaqShownAtom),
    areTipsShown: get(areTipsShownAtom),
    missedFrom: get(missedFromAtom),
    asking: get(askingAtom),
    isTransferring: get(isTransferringAtom),
    typingUntil: get(isAgentTypingAtom) ? 1 : 0,
    card: get(cardAtom),
  }),
);

/** The robot's buttons above the input; most chats have none. */
export const menuBarAtom = atom((get) =>
  menuBarOf({ entries: get(entriesAtom), sessionId: get(sessionIdAtom), phase: get(phaseAtom) }),
);

/** Applies a change to the conversation; only for the functions of `session`. */
export const changeAtom = atom(null, (get, set, change: Change) => {
  const before = get(heldConversationAtom);
  const after = reduce(before, change);
  if (after === before) return;
  set(heldConversationAtom, after);
  get(heldChatAtom)?.keepUnsent(before, after);
});

export const holdChatAtom = atom(null, (_get, set, chat: Chat | undefined) => {
  set(heldChatAtom, chat);
  if (!chat) set(heldConversationAtom, emptyConversation);
});

export const sendTextAtom = atom(null, (get, _set, words: string, choice?: Choice) =>
  get(heldChatAtom)?.sendText(words, choice),
);
/** Shows the product that the visitor looks at; undefined removes it. */
export const showCardAtom = atom(null, (get, _set, card: Card | undefined) =>
  get(heldChatAtom)?.showCard(card),
);
/** Sends the product card to the agent; asks for an agent first if there is none. */
export const sendCardAtom = atom(null, (get) => get(heldChatAtom)?.sendCard());
/** Submits the answers to a form in a message. */
export const submitFormAtom = atom(null, (get, _set, messageId: string, answers: FormAnswers) =>
  get(heldChatAtom)?.submitForm(messageId, answers),
);
/** Rates a robot's answer. */
export const rateAnswerAtom = atom(null, (get, _set, messageId: string, isUseful: boolean) =>
  get(heldChatAtom)?.rateAnswer(messageId, isUseful),
);
export const sendFileAtom = atom(null, (get, _set, ...file: Parameters<Chat["sendFile"]>) =>
  get(heldChatAtom)?.sendFile(...file),
);
export const resendAtom = atom(null, (get, _set, key: string) => get(heldChatAtom)?.resend(key));
export const discardAtom = atom(null, (get, _set, key: string) => get(heldChatAtom)?.discard(key));
/** Id of the message to scroll to; empty for none. */
export const soughtAtom = atom((get) => get(heldSoughtAtom));
export const seekAtom = atom(null, async (get, set, messageId: string) => {
  const reached = await get(heldChatAtom)?.reach(messageId);
  if (reached === "there") set(heldSoughtAtom, messageId);
  return reached;
});
/** The list has scrolled to the message. */
export const foundAtom = atom(null, (_get, set) => set(heldSoughtAtom, ""));
export const loadOlderAtom = atom(null, (get) => get(heldChatAtom)?.loadOlder());
export const answerLocallyAtom = atom(null, (get, _set, question: string, answer: string) =>
  get(heldChatAtom)?.answerLocally(question, answer),
);
export const mayEvaluateAtom = atom(null, (get) => get(heldChatAtom)?.mayEvaluate());
export const transferAtom = atom(null, (get) => get(heldChatAtom)?.transfer());
export const leaveQueueAtom = atom(null, (get) => get(heldChatAtom)?.leaveQueue());
export const typingAtom = atom(null, (get, _set, words: string) => get(heldChatAtom)?.typing(words));
/** Closes the chat; true if it is closed or had already ended. */
export const closeChatAtom = atom(null, async (get): Promise<boolean> => {
  if (get(heldConversationAtom).phase === "ended") return true;
  return (await get(heldChatAtom)?.close()) ?? false;
});
export const startAgainAtom = atom(null, (get) => get(heldChatAtom)?.start());
export const signInAgainAtom = atom(null, (get) => get(heldChatAtom)?.signInAgain());
export const identifyAtom = atom(null, (get, _set, facts: Parameters<Chat["identify"]>[0]) =>
  get(heldChatAtom)?.identify(facts),
);
export const speakInAtom = atom(null, (get, _set, ...said: Parameters<Chat["speak"]>) =>
  get(heldChatAtom)?.speak(...said),
);
export const seenAtom = atom(null, (get, _set, isSeen: boolean) => get(heldChatAtom)?.seen(isSeen));
export const nudgeAtom = atom(null, (get) => get(heldChatAtom)?.nudge());
export const wakeAtom = atom(null, (get) => get(heldChatAtom)?.wake());
export const declineEvaluationAtom = atom(null, (get) => get(heldChatAtom)?.declineEvaluation());
export const evaluateAtom = atom(null, (get, _set, rating: Parameters<Chat["evaluate"]>[0]) =>
  get(heldChatAtom)?.evaluate(rating),
);
