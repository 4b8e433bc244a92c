/** A chat that does nothing: the preview has no visitor, no session and no messages on the server. */
import type { Chat } from "../session/chat";

const nothing = () => undefined;
const later = async () => undefined;

export const stillChat: Chat = {
  sendText: nothing,
  sendFile: nothing,
  resend: nothing,
  discard: nothing,
  start: later,
  loadOlder: later,
  reach: async () => "gone",
  answerLocally: later,
  mayEvaluate: async () => true,
  transfer: later,
  leaveQueue: later,
  typing: nothing,
  showCard: nothing,
  sendCard: later,
  submitForm: async () => ({ kind: "unreachable" }),
  rateAnswer: later,
  close: async () => false,
  evaluate: async () => false,
  declineEvaluation: nothing,
  seen: nothing,
  identify: later,
  speak: later,
  nudge: nothing,
  wake: nothing,
  signInAgain: later,
  keepUnsent: nothing,
  end: nothing,
};

/** Refuses every request of this document, so that no part of the visitor's page can call the server. */
export function callNobody(): void {
  globalThis.fetch = async () => {
    throw new TypeError("the preview calls no server");
  };
  XMLHttpRequest.prototype.send = function refuse() {
    this.dispatchEvent(new ProgressEvent("error"));
  };
  navigator.sendBeacon = () => false;
}
