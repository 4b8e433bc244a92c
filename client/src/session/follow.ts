/** What follows an answer of the robot: an agent is asked for, at once or after a second. Protocol, 'robotAsk'. */
import { AUTOMATIC_TRANSFER_MS, type Following, transferAfterMessage } from "../conversation/transferRules";
import type { Message } from "../wire/message";
import { transfer } from "./transfer";
import type { Visit } from "./visit";

/** An answer older than this is history. */
const FRESH_MS = 30_000;

/** Answers that have been followed: each comes by its own call and by the poll. */
const followed = new WeakMap<Visit, Set<string>>();

export async function follow(visit: Visit, messageId: string, when: Following): Promise<void> {
  const known = followed.get(visit) ?? new Set();
  followed.set(visit, known);
  if (when === "none" || (messageId !== "" && known.has(messageId))) return;
  known.add(messageId);
  if (when === "soon") await visit.clock.sleep(AUTOMATIC_TRANSFER_MS, new AbortController().signal);
  if (visit.conversation().phase === "robot") await transfer(visit);
}

/** What was looked up, or said after a form. A page that hears a chat again from its beginning asks for nobody anew. */
export async function followHeard(visit: Visit, message: Message): Promise<void> {
  const age = visit.clock.now() + visit.serverAheadMs - message.at;
  if (age < FRESH_MS) await follow(visit, message.id, transferAfterMessage(message));
}
