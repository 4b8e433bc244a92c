/** What a page asks besides the talk itself: Protocol, 'Visitor calls'. */
import * as v from "valibot";
import { lenientList, text } from "./scalars";

/** Answer of fromRequest: whether it was taken, and what was said to it. */
export const relayed = v.object({ ok: v.boolean(), message: text });
export type Relayed = v.InferOutput<typeof relayed>;

/** A question that begins as what is typed; the part that fits stands between `<rhi>` and `</rhi>`. */
const tip = v.pipe(
  v.object({ tips: text, docId: text }),
  v.transform((wire) => ({ html: wire.tips, docId: wire.docId })),
);

/** Answer of robotTips. */
export const tips = lenientList(tip);
export type Tip = v.InferOutput<typeof tip>;
