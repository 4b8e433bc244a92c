/**
 * Tags of conversations, drafts, and mentions in notes: Protocol, 'Tags, drafts and mentions'.
 *
 * adminId → agent id, adminNick → name, note → isNote, read → isRead.
 */
import * as v from "valibot";
import { count, flag, lenientList, text, wireTime } from "./scalars";

/** The colours of tags. */
export const TAG_COLOURS = ["grey", "red", "orange", "yellow", "green", "teal", "blue", "purple"] as const;
export type TagColour = (typeof TAG_COLOURS)[number];

/** A tag of the tenant's list. A colour that this page does not know shows as grey. */
export const tag = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  name: text,
  colour: v.fallback(v.picklist(TAG_COLOURS), "grey"),
});
export type Tag = v.InferOutput<typeof tag>;

/** Response of tags/list. */
export const tagList = v.pipe(
  v.object({ list: lenientList(tag) }),
  v.transform((wire) => wire.list),
);

/** Response of changeTags. */
export const changedTags = v.pipe(
  v.object({ sessionId: text, tags: lenientList(v.string()), cursor: count }),
  v.transform(({ cursor, ...wire }) => ({ ...wire, seq: cursor })),
);
export type ChangedTags = v.InferOutput<typeof changedTags>;

/** Response of drafts/save. */
export const draft = v.pipe(
  v.object({ userId: text, text, note: flag, at: wireTime }),
  v.transform(({ note, ...wire }) => ({ ...wire, isNote: note })),
);
export type Draft = v.InferOutput<typeof draft>;

/** Response of drafts/list. */
export const draftList = v.pipe(
  v.object({ list: lenientList(draft) }),
  v.transform((wire) => wire.list),
);

/** An agent in a note, or one whom a note can mention. */
export const mentioned = v.pipe(
  v.object({ adminId: v.pipe(v.string(), v.nonEmpty()), adminNick: text }),
  v.transform((wire) => ({ id: wire.adminId, name: wire.adminNick || wire.adminId })),
);
export type Mentioned = v.InferOutput<typeof mentioned>;

/** Response of listMentionable. */
export const mentionable = v.pipe(
  v.object({ list: lenientList(mentioned) }),
  v.transform((wire) => wire.list),
);

/** A mention of this agent in a colleague's note. */
export const mention = v.pipe(
  v.object({
    userId: text,
    sessionId: text,
    userName: text,
    msgId: v.pipe(v.string(), v.nonEmpty()),
    adminNick: text,
    excerpt: text,
    at: wireTime,
    read: flag,
  }),
  v.transform(({ msgId, adminNick, read, ...wire }) => ({
    ...wire,
    noteId: msgId,
    by: adminNick,
    isRead: read,
  })),
);
export type Mention = v.InferOutput<typeof mention>;

/** Response of mentions/list: the unread ones first, then the newest first. */
export const mentionList = v.pipe(
  v.object({ list: lenientList(mention) }),
  v.transform((wire) => wire.list),
);

/** Response of mentions/read. */
export const readMentions = v.object({ unread: count });
