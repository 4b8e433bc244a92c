/** A channel's draft: Protocol, 'Other calls'. */
import * as v from "valibot";
import { lenientList, text } from "./scalars";

/** `basedOn` is the version of the channel that the draft changes, `version` the newest. */
export const channelDraft = v.object({
  draft: v.record(v.string(), v.unknown()),
  draftVersion: v.number(),
  basedOn: v.number(),
  version: v.number(),
  adminId: text,
  at: v.number(),
});
export type ChannelDraft = v.InferOutput<typeof channelDraft>;

const fieldChange = v.object({
  field: v.string(),
  before: v.optional(v.unknown()),
  after: v.optional(v.unknown()),
});
export type FieldChange = { field: string; before?: unknown; after?: unknown };

export const channelChanges = v.object({
  list: lenientList(fieldChange),
  draftVersion: v.number(),
  basedOn: v.number(),
  version: v.number(),
});
