/** The responses of webhooks: Protocol, 'Webhooks'. */
import * as v from "valibot";
import { count, lenientList, text, wireTime } from "./scalars";
import type { Thing } from "./things";

const maybeTime = v.nullish(wireTime);

export const webhook = v.object({
  webhookId: v.pipe(v.string(), v.nonEmpty()),
  url: v.string(),
  events: v.array(v.string()),
  description: text,
  enabled: v.boolean(),
  /** Why the server turned it off. */
  offReason: v.nullish(v.string()),
  offAt: maybeTime,
  oldSecretUntil: maybeTime,
  queued: count,
  delivered: count,
  failed: count,
  missed: count,
  failingSince: maybeTime,
  lastAt: maybeTime,
  lastStatus: v.nullish(v.number()),
  version: v.number(),
  /** Only where it is new. */
  secret: v.optional(v.string()),
});
export type Webhook = v.InferOutput<typeof webhook>;

export const webhooks = v.pipe(
  v.object({ list: lenientList(webhook) }),
  v.transform(({ list }) => list),
);

const deliveryFields = {
  deliveryId: v.pipe(v.string(), v.nonEmpty()),
  at: wireTime,
  eventId: text,
  type: text,
  attempt: count,
  /** `delivered`, `retried` or `failed`. */
  outcome: text,
  status: v.nullish(v.number()),
  trouble: v.nullish(v.string()),
  ms: count,
};

export const delivery = v.object(deliveryFields);
export type Delivery = v.InferOutput<typeof delivery>;

/** With what was sent, which is null once its visitor is erased, and the beginning of the answer. */
export const wholeDelivery = v.object({ ...deliveryFields, body: v.nullish(v.string()), answer: text });
export type WholeDelivery = v.InferOutput<typeof wholeDelivery>;

export const deliveries = v.pipe(
  v.object({ list: lenientList(delivery), cursor: text }),
  v.transform(({ list, cursor }) => ({ list, next: cursor })),
);

/** The part of a webhook that its form edits. */
export function editedWebhook({ webhookId, url, events, description, enabled, version }: Webhook): Thing {
  return { webhookId, url, events, description, enabled: enabled ? 1 : 0, version };
}
