/** Prepared texts for agents: quick replies, and documents of the tenant's robots. Protocol, 'Agent API'. */
import * as v from "valibot";
import { count, flag, lenientList, text } from "./scalars";

/** A text, or its translations by language code. */
export const localText = v.union([v.string(), v.record(v.string(), v.string())]);
export type LocalText = v.InferOutput<typeof localText>;

/** Response of quickReplies/put; a reply is `shared` by all agents or the agent's own. */
export const readyReply = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  title: localText,
  text: localText,
  shared: flag,
  folder: text,
  version: count,
});
export type ReadyReply = v.InferOutput<typeof readyReply>;

/** Response of quickReplies/list: shared ones first. */
export const readyReplies = v.pipe(
  v.object({ list: lenientList(readyReply), cursor: text }),
  v.transform((wire) => ({ replies: wire.list, next: wire.cursor })),
);

/** Response of searchDocs: best first. */
export const readyDocuments = v.pipe(
  v.object({
    list: lenientList(
      v.pipe(
        v.object({ robotNo: text, docId: text, lang: text, question: text, answer: text }),
        v.transform((wire) => ({
          robot: wire.robotNo,
          id: wire.docId,
          language: wire.lang,
          question: wire.question,
          answer: wire.answer,
        })),
      ),
    ),
  }),
  v.transform((wire) => wire.list),
);
