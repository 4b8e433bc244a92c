/** What an agent owes in a conversation, why they have it, and rescues: Protocol, 'Rescue and routing'. */
import * as v from "valibot";
import { count, maybeCount, text } from "./scalars";

/** What the agent let pass. */
export const LAPSES = ["notAccepted", "notAnswered", "pageGone", "wentOffline"] as const;
export type Lapse = (typeof LAPSES)[number];

const reason = v.object({
  kind: text,
  ago: count,
  idle: count,
  conversations: count,
  free: count,
  by: text,
  from: text,
  lapse: text,
  priority: count,
  to: text,
});
export type Reason = v.InferOutput<typeof reason>;

/** Why this agent, why this place in the queue, and why this queue. */
const why = v.object({ agent: reason, place: reason, line: reason, waited: count });

export const duty = v.pipe(
  v.object({ acceptBy: maybeCount, answerBy: maybeCount, why }),
  v.transform(({ acceptBy, answerBy, why }) => ({ acceptBy, answerBy, why })),
);
export type Duty = v.InferOutput<typeof duty>;

/** Where a visitor went who was rescued from an agent. */
const DESTINATIONS = ["agent", "queue", "sameAgent", "nobody"] as const;

export const rescue = v.pipe(
  v.object({
    adminId: text,
    groupId: text,
    lapse: v.picklist(LAPSES),
    to: v.picklist(DESTINATIONS),
    toAdminId: text,
    waitIndex: count,
  }),
  v.transform((wire) => ({
    agentId: wire.adminId,
    groupId: wire.groupId,
    lapse: wire.lapse,
    to: wire.to,
    toAgentId: wire.toAdminId,
    position: wire.waitIndex,
  })),
);
export type Rescue = v.InferOutput<typeof rescue>;
