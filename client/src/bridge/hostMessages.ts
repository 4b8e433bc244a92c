/** Reads the host page's messages and the facts behind the address's `#`. Both are untrusted input. */
import * as v from "valibot";
import type { HostSays } from "./protocol";

/** In characters, for each text of the host page; the server has its own limits. */
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
  priority: v.fallback(v.optional(v.literal(1)), undefined),
  priorityHash: text,
  // What the loader says of the page around the chat.
  title: text,
  refer: text,
  previousUrl: text,
  context: params,
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

/** The host page's message; undefined if it is malformed. */
export function readHostMessage(message: unknown): HostSays | undefined {
  const read = v.safeParse(hostSays, message);
  return read.success ? read.output : undefined;
}

const handedOver = v.object({
  visitor: v.fallback(v.optional(visitor), undefined),
  card: v.fallback(v.optional(card), undefined),
  /** The chat first forgets this browser's visitor. */
  forget: text,
});

/** Reads the facts behind the `#` of the address; the page removes them from the address afterwards. */
export function readHandedOver(hash: string): Partial<v.InferOutput<typeof handedOver>> {
  try {
    return v.parse(handedOver, JSON.parse(decodeURIComponent(hash.slice(1))));
  } catch {
    return {};
  }
}
