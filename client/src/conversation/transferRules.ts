/** When a message or an answer leads to an agent: Protocol, 'receiveMode', Transfer on send, groups, robot offers. */
import type { Channel } from "../wire/channel";
import type { Message } from "../wire/message";
import type { Asked, Phase } from "../wire/session";

/** Protocol, 'Times of the pages': an automatic transfer waits a second. */
export const AUTOMATIC_TRANSFER_MS = 1000;

type Rules = Pick<Channel, "receivesBy" | "msgToTransferFlag">;

/** Whether the page asks for an agent before it sends the visitor's message. */
export function transfersOnSend(rules: Rules, phase: Phase): boolean {
  const isWithAgent = phase === "manual" || phase === "queued";
  return rules.msgToTransferFlag && !isWithAgent && receivesByAgent(rules);
}

/** Who gets the visitor's message: the robot by robotAsk, or a present or coming agent by sendMsg. */
export function receiverOf(rules: Rules, phase: Phase): "robot" | "agent" {
  if (phase === "manual" || rules.receivesBy === "agentOnly") return "agent";
  if (phase === "queued") return receivesByAgent(rules) ? "agent" : "robot";
  return "robot";
}

/** The group of a transfer: any, the only one, the visitor's pick, or none available. Protocol, 'transferAgent'. */
export function groupFor(
  channel: Pick<Channel, "groupMode" | "groupConfig">,
): { kind: "any" } | { kind: "one"; groupId: string } | { kind: "pick" } | { kind: "none" } {
  if (!channel.groupMode) return { kind: "any" };
  const [first, ...others] = channel.groupConfig;
  if (!first) return { kind: "none" };
  return others.length === 0 ? { kind: "one", groupId: first.groupId } : { kind: "pick" };
}

export type Following = "none" | "now" | "soon";

/** What follows the robot's answer: nothing, a transfer at once, or one after a second. */
export function transferAfter(asked: Pick<Asked, "wantsTransfer" | "reply">): Following {
  if (asked.wantsTransfer) return "now";
  return asked.reply.answer.transferOffer === "automatic" ? "soon" : "none";
}

/** The same for an answer that arrives in a poll: the result of a lookup, or the reply to a form. */
export function transferAfterMessage({ content, wantsAgent, isGrowing }: Message): Following {
  if (content.kind !== "answer" || isGrowing) return "none";
  if (wantsAgent) return "now";
  return content.transferOffer === "automatic" ? "soon" : "none";
}

function receivesByAgent(rules: Rules): boolean {
  return rules.receivesBy === "agentFirst" || rules.receivesBy === "agentOnly";
}
