/** Responses of the calls beside the conversation: Protocol, 'Visitor calls'. */
import * as v from "valibot";
import { lenientList, text } from "./scalars";

/** Response of fromRequest: whether the tenant's service accepted the answers, and its message. */
export const relayed = v.object({ ok: v.boolean(), message: text });

/** A question that begins like the typed text; the matching part is between `<rhi>` and `</rhi>`. */
const tip = v.pipe(
  v.object({ tips: text, docId: text }),
  v.transform((wire) => ({ html: wire.tips, docId: wire.docId })),
);

/** Response of robotTips. */
export const tips = lenientList(tip);
export type Tip = v.InferOutput<typeof tip>;
