/** The keys of the shop's own servers: Protocol, 'API keys'. */
import * as v from "valibot";
import { count, text } from "./scalars";

/** What a key may do, in the order of the screen. A server may name others. */
export const SCOPES = [
  "conversations:read",
  "messages:write",
  "knowledge:manage",
  "channels:manage",
  "reports",
] as const;
export type Scope = (typeof SCOPES)[number];

export const apiKey = v.object({
  keyId: v.pipe(v.string(), v.nonEmpty()),
  name: text,
  scopes: v.array(v.string()),
  hint: text,
  state: v.picklist(["active", "expired", "revoked"]),
  createdAt: count,
  createdBy: text,
  expiresAt: v.optional(v.number()),
  revokedAt: v.optional(v.number()),
  lastUsedAt: v.optional(v.number()),
  lastUsedAddress: text,
});
export type ApiKey = v.InferOutput<typeof apiKey>;

/** Response of apiKeys/list. */
export const apiKeys = v.object({ list: v.array(apiKey), keysMax: v.number() });

/** Response of apiKeys/create: the only one with the key itself. */
export const madeApiKey = v.object({ key: v.pipe(v.string(), v.nonEmpty()), apiKey });
