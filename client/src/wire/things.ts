/** Things of the administration API, whatever they are: Protocol, 'Things'. */
import * as v from "valibot";
import { lenientList, text } from "./scalars";

/** Any thing with all its fields; a put names its version. */
export const thing = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((wire): Thing => ({ ...wire, version: Number(wire.version ?? 0) })),
);
export type Thing = { version: number; [field: string]: unknown };

/** Response of delete and of other calls without data. */
export const done = v.object({});

/** Response of an upload. */
export const uploadedPicture = v.object({ url: v.pipe(v.string(), v.nonEmpty()) });

/** A page of a list of things; `next` is the cursor of the next page, empty at the end. */
export function thingsPage<T>(one: v.GenericSchema<unknown, T>) {
  return v.pipe(
    v.object({ list: lenientList(one), cursor: text }),
    v.transform((wire) => ({ list: wire.list, next: wire.cursor })),
  );
}

/** A wrong field, with the server's sentence. The reader's own words are found by `code`: Protocol, 'Problems of fields'. */
export const fault = v.object({
  field: v.string(),
  message: v.string(),
  code: v.optional(v.string()),
  about: v.optional(
    v.object({
      max: v.optional(v.number()),
      languages: v.optional(v.array(v.string())),
      nodes: v.optional(v.array(v.string())),
    }),
  ),
});
