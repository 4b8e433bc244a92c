/** Reads what the page around the frame says, and what it hands over behind the address's `#`; anybody may write either. */
import * as v from "valibot";
import type { HostSays } from "./protocol";

/** Nothing a shop says of itself is longer; the server has limits of its own. */
const TEXT_LENGTH_MAX = 4000;

const text = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(TEXT_LENGTH_MAX))), undefined);
const params = v.fallback(
  v.optional(
    v.record(v.string(), v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String))),
  ),
  undefined,
);

const visitor = v.object({
  userId: text,
  userHash: text,
  userName: text,
  email: text,
  phone: text,
  params,
  groupId: text,
  adminId: text,
  pid: text,
  fiyBookCode: text,
  customerToken: text,
  customerParameters: params,
});
export type Facts = v.InferOutput<typeof visitor>;

const card = v.object({
  title: v.pipe(v.string(), v.minLength(1)),
  desc: text,
  price: text,
  picture: text,
  url: text,
});
export type Card = v.InferOutput<typeof card>;

const from = v.literal("frontdesk-host");
const hostSays = v.variant("kind", [
  v.object({ source: from, kind: v.literal("init") }),
  v.object({ source: from, kind: v.literal("open") }),
  v.object({ source: from, kind: v.literal("hide") }),
  v.object({ source: from, kind: v.literal("identify"), visitor }),
  v.object({ source: from, kind: v.literal("card"), card: v.optional(card) }),
  v.object({ source: from, kind: v.literal("locale"), locale: v.pipe(v.string(), v.maxLength(40)) }),
  v.object({
    source: from,
    kind: v.literal("prefill"),
    text: v.pipe(v.string(), v.maxLength(TEXT_LENGTH_MAX)),
  }),
]);

/** What was said, or nothing when it is nothing a page says. */
export function heardFrom(message: unknown): HostSays | undefined {
  const read = v.safeParse(hostSays, message);
  return read.success ? read.output : undefined;
}

const handedOver = v.object({
  visitor: v.fallback(v.optional(visitor), undefined),
  card: v.fallback(v.optional(card), undefined),
});

/** What stands behind the `#` of the address; nothing of it stays there. */
export function handedOverIn(hash: string): { visitor: Facts | undefined; card: Card | undefined } {
  try {
    const { visitor, card } = v.parse(handedOver, JSON.parse(decodeURIComponent(hash.slice(1))));
    return { visitor, card };
  } catch {
    return { visitor: undefined, card: undefined };
  }
}
