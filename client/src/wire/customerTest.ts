/**
 * A trial of the shop's own system: Protocol, 'Customer data'. In a file of its own: what the desk and the
 * administration share would be loaded by the visitor's first screen too.
 */
import * as v from "valibot";
import { count, flag, lenientList, text } from "./scalars";

const field = v.object({ label: text, value: text });
const link = v.object({ label: text, url: text });

/** Response of customerData/test. */
export const customerTest = v.object({
  ok: flag,
  ms: count,
  isUnknown: flag,
  fields: lenientList(field),
  links: lenientList(link),
  pictures: lenientList(link),
  leftOut: lenientList(v.string()),
  message: text,
});
export type CustomerTest = v.InferOutput<typeof customerTest>;
