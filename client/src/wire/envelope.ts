/** The envelope of every answer: Contract §2. */
import * as v from "valibot";
import { text } from "./scalars";

export const envelope = v.object({
  code: v.optional(v.number(), 200),
  message: text,
  data: v.optional(v.unknown()),
});

/** An answer that carries nothing. */
export const nothing = v.unknown();
