/** What agents need not write again: sentences kept ready, and documents of the tenant's robots. Protocol, 'Agent API'. */
import * as v from "valibot";
import { flag, lenientList, text } from "./scalars";

/** A text in one language, or in several by their codes. */
export const localText = v.union([v.string(), v.record(v.string(), v.string())]);
export type LocalText = v.InferOutput<typeof localText>;

/** Answer of quickReplies/put; `shared` are everybody's, the others the agent's own. */
export const readyReply = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  title: localText,
  text: localText,
  shared: flag,
});
export type ReadyReply = v.InferOutput<typeof readyReply>;

/** Answer of quickReplies/list: everybody's first. */
export const readyReplies = v.pipe(
  v.object({ list: lenientList(readyReply), cursor: text }),
  v.transform((wire) => ({ replies: wire.list, next: wire.cursor })),
);

/** Answer of searchDocs: best first. */
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
