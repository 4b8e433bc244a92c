/** The responses of the administration's editors: Protocol, 'Other calls' of the administration. */
import * as v from "valibot";
import { lenientList, text, wireTime } from "./scalars";

const version = v.pipe(v.number(), v.integer());

/** A field before and after a change; a secret is `set` or null. */
export const fieldChange = v.object({ field: text, before: v.unknown(), after: v.unknown() });
export type FieldChange = v.InferOutput<typeof fieldChange>;

/** Response of channels/preview: what channelInfo would answer. */
export const channelPreview = v.object({ channelInfo: v.looseObject({ channelId: v.string() }) });

/** Response of channels/saveDraft and channels/getDraft. `version` is the channel's newest. */
export const channelDraft = v.object({
  draft: v.looseObject({ channelId: v.string() }),
  draftVersion: version,
  basedOn: version,
  version,
  adminId: text,
  at: wireTime,
});
export type ChannelDraft = v.InferOutput<typeof channelDraft>;

/** Response of channels/changes. */
export const draftChanges = v.object({
  list: v.array(fieldChange),
  draftVersion: version,
  basedOn: version,
  version,
});

/** Response of flows/try; a reply is as of robotAsk. */
export const flowSteps = v.object({
  steps: v.array(
    v.object({
      replies: v.array(v.looseObject({ answer: text, answers: text })),
      nodeId: text,
      awaits: v.picklist(["choice", "words", "form", "nothing"]),
      variables: v.record(v.string(), v.string()),
      requests: v.array(v.string()),
      expected: v.boolean(),
      lostAt: v.optional(v.string()),
    }),
  ),
});

/** Response of docs/readPage: a web page as proposed documents. */
export const webPage = v.object({
  address: text,
  title: text,
  lang: text,
  list: v.array(v.object({ docId: v.string(), question: text, answer: text })),
});
export type WebPage = v.InferOutput<typeof webPage>;

/** Response of docs/history, newest first. */
export const documentVersions = v.object({
  list: v.array(
    v.object({
      version,
      at: v.nullable(wireTime),
      adminId: v.nullable(v.string()),
      question: text,
      answer: text,
      similar: v.array(v.string()),
    }),
  ),
});

/** Response of listColleagues: the state of each agent's seat, by agent. Whoever is not listed is offline. */
export const seats = v.pipe(
  v.object({ agents: lenientList(v.object({ adminId: v.string(), status: v.string() })) }),
  v.transform((wire) => new Map(wire.agents.map(({ adminId, status }) => [adminId, status]))),
);

/** Response of docs/titles: the questions of documents, by which people know them. */
export const documentTitles = v.object({
  list: v.array(v.object({ docId: v.string(), lang: text, question: text })),
});
export type DocumentTitle = v.InferOutput<typeof documentTitles>["list"][number];

/** Response of docs/uses: what would miss a document. */
export const documentUses = v.object({
  list: v.array(v.object({ field: text, message: text })),
  total: v.number(),
});
