/** The envelope of every response: Protocol, 'Envelope' and 'Errors'. */
import * as v from "valibot";
import { text } from "./scalars";

export const envelope = v.object({
  code: v.optional(v.number(), 200),
  message: text,
  data: v.optional(v.unknown()),
});

/** A response without data. */
export const nothing = v.unknown();

/** The message of a 404 without details; it is not in the visitor's language. */
export const NOT_FOUND = "not found";
