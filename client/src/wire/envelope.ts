/** The envelope of every answer: Protocol, 'Envelope' and 'Errors'. */
import * as v from "valibot";
import { text } from "./scalars";

export const envelope = v.object({
  code: v.optional(v.number(), 200),
  message: text,
  data: v.optional(v.unknown()),
});

/** An answer that carries nothing. */
export const nothing = v.unknown();

/** What a 404 says that has nothing more to say, in no visitor's language. */
export const NOT_FOUND = "not found";
