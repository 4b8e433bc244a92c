/** How a chat begins: Protocol, 'receiveMode'. The rule is in the client because it leads to further requests. */
import type { Channel } from "../wire/channel";
import type { Phase } from "../wire/session";

/** Protocol, 'Times of the pages': the FAQ menu waits a second. */
export const FAQ_DELAY_MS = 1000;

export type Opening = {
  /** Whether the page asks for an agent at once. */
  transfersNow: boolean;
  showsFaq: boolean;
  showsTips: boolean;
};

type Rules = Pick<Channel, "receivesBy" | "msgToTransferFlag">;

/** `isFresh`: the visitor has said nothing in this session yet, so that a reload does not transfer again. */
export function opening(rules: Rules, phase: Phase, isFresh: boolean): Opening {
  if (phase !== "robot") return { transfersNow: false, showsFaq: false, showsTips: false };
  switch (rules.receivesBy) {
    case "robotFirst":
    case "robotOnly":
      return { transfersNow: false, showsFaq: true, showsTips: false };
    case "agentFirst":
      return {
        transfersNow: isFresh && !rules.msgToTransferFlag,
        showsFaq: false,
        showsTips: rules.msgToTransferFlag,
      };
    case "agentOnly":
      return { transfersNow: isFresh && !rules.msgToTransferFlag, showsFaq: false, showsTips: false };
    default:
      return rules.receivesBy satisfies never;
  }
}
