/** Asks for an agent after a robot's answer, at once or after a second: Protocol, 'robotAsk'. */
import { AUTOMATIC_TRANSFER_MS, type Following, transferAfterMessage } from "../conversation/transferRules";
import type { Message } from "../wire/message";
import { transfer } from "./transfer";
import type { Visit } from "./visit";

/** An older answer does not start a transfer. */
const FRESH_MS = 30_000;

/** Answers that were followed, because each may come in its call's response and in a poll. */
const followed = new WeakMap<Visit, Set<string>>();

export async function follow(visit: Visit, messageId: string, when: Following): Promise<void> {
  const known = followed.get(visit) ?? new Set();
  followed.set(visit, known);
  if (when === "none" || (messageId !== "" && known.has(messageId))) return;
  known.add(messageId);
  if (when === "soon") await visit.clock.sleep(AUTOMATIC_TRANSFER_MS, new AbortController().signal);
  if (visit.conversation().phase === "robot") await transfer(visit);
}

/** Follows an answer from a poll. Old answers are skipped: a page that rereads the log must not transfer again. */
export async function followMessage(visit: Visit, message: Message): Promise<void> {
  const age = visit.clock.now() + visit.serverAheadMs - message.at;
  if (age < FRESH_MS) await follow(visit, message.id, transferAfterMessage(message));
}
