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
