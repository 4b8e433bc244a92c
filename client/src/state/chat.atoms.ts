/** The chat of this page: its state, and the visitor's actions. */
import type { Change } from "../conversation/change";
import { menuBarOf } from "../conversation/menuBar";
import { reduce } from "../conversation/reduce";
import { type Row, rowsOf } from "../conversation/rows";
import { type Conversation, emptyConversation } from "../conversation/types";
import type { Chat } from "../session/chat";
import { atom } from "./jotai";

const heldConversationAtom = atom<Conversation>(emptyConversation);
const heldChatAtom = atom<Chat | undefined>(undefined);
const heldSoughtAtom = atom("");

export const conversationAtom = atom((get) => get(heldConversationAtom));
export const phaseAtom = atom((get) => get(heldConversationAtom).phase);
export const expectedWaitAtom = atom((get) => get(heldConversationAtom).expectedWait);
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

/** An action of the chat; without an open chat, nothing happens. */
function chatAction<Args extends unknown[], Answer>(act: (chat: Chat) => (...args: Args) => Answer) {
  return atom(null, (get, _set, ...args: Args): Answer | undefined => {
    const chat = get(heldChatAtom);
    return chat && act(chat)(...args);
  });
}

export const sendTextAtom = chatAction((chat) => chat.sendText);
/** What the visitor looks at in the shop; nothing takes it away. */
export const showCardAtom = chatAction((chat) => chat.showCard);
/** Sends an agent what the visitor looks at; asks for one first where nobody is there. */
export const sendCardAtom = chatAction((chat) => chat.sendCard);
/** Sends the answers to a form of a message. */
export const submitFormAtom = chatAction((chat) => chat.submitForm);
/** Whether an answer helped. */
export const rateAnswerAtom = chatAction((chat) => chat.rateAnswer);
export const sendFileAtom = chatAction((chat) => chat.sendFile);
export const resendAtom = chatAction((chat) => chat.resend);
export const discardAtom = chatAction((chat) => chat.discard);
/** The message that is to be seen in its place; empty for none. */
export const soughtAtom = atom((get) => get(heldSoughtAtom));
export const seekAtom = atom(null, async (get, set, messageId: string) => {
  const reached = await get(heldChatAtom)?.reach(messageId);
  if (reached === "there") set(heldSoughtAtom, messageId);
  return reached;
});
/** It has been seen. */
export const foundAtom = atom(null, (_get, set) => set(heldSoughtAtom, ""));
export const loadOlderAtom = chatAction((chat) => chat.loadOlder);
export const answerLocallyAtom = chatAction((chat) => chat.answerLocally);
export const mayEvaluateAtom = chatAction((chat) => chat.mayEvaluate);
export const transferAtom = chatAction((chat) => chat.transfer);
export const leaveQueueAtom = chatAction((chat) => chat.leaveQueue);
export const typingAtom = chatAction((chat) => chat.typing);
/** True when the chat is over, now or already. */
export const closeChatAtom = atom(null, async (get): Promise<boolean> => {
  if (get(heldConversationAtom).phase === "ended") return true;
  return (await get(heldChatAtom)?.close()) ?? false;
});
export const startAgainAtom = chatAction((chat) => chat.start);
export const signInAgainAtom = chatAction((chat) => chat.signInAgain);
export const identifyAtom = chatAction((chat) => chat.identify);
export const speakInAtom = chatAction((chat) => chat.speak);
export const seenAtom = chatAction((chat) => chat.seen);
export const nudgeAtom = chatAction((chat) => chat.nudge);
export const wakeAtom = chatAction((chat) => chat.wake);
export const declineEvaluationAtom = chatAction((chat) => chat.declineEvaluation);
export const evaluateAtom = chatAction((chat) => chat.evaluate);
