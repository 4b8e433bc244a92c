/** Readers for the loosely typed scalars of the wire. */
import * as v from "valibot";

/** A boolean from 0, 1, "0", "1", true, false, empty or absent. */
export const flag = v.pipe(
  v.nullish(v.union([v.boolean(), v.number(), v.string()]), 0),
  v.transform((value) => value === true || value === 1 || value === "1"),
);

/** A text that may be absent or null; a number becomes its digits. */
export const text = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), ""),
  v.transform((value) => String(value)),
);

/** A number that may come as digits in a string; 0 if it is absent or not a number. */
export const count = v.pipe(
  v.nullish(v.union([v.number(), v.string()]), 0),
  v.transform((value) => (Number.isFinite(Number(value)) ? Number(value) : 0)),
);

/** A number that may be absent or null. */
export const maybeCount = v.optional(
  v.pipe(
    v.nullable(v.number()),
    v.transform((value) => value ?? undefined),
  ),
);

/** Milliseconds since the epoch; values below 1e10 are seconds (Protocol, 'Envelope'). */
export const wireTime = v.pipe(
  count,
  v.transform((value) => (value < 1e10 ? value * 1000 : value)),
);

/** JSON in a text, or the value itself. Broken JSON reads as `fallback` (Protocol, 'Kinds of content'). */
export function jsonText<T>(schema: v.GenericSchema<unknown, T>, fallback: T) {
  return v.pipe(
    v.nullish(v.unknown(), ""),
    v.transform((value): T => {
      const read = v.safeParse(schema, typeof value === "string" ? parsed(value) : value);
      return read.success ? read.output : fallback;
    }),
  );
}

/** A list; unreadable entries are left out. */
export function lenientList<T>(schema: v.GenericSchema<unknown, T>) {
  return v.pipe(
    v.nullish(v.array(v.unknown()), []),
    v.transform((entries): T[] =>
      entries.flatMap((entry) => {
        const read = v.safeParse(schema, entry);
        return read.success ? [read.output] : [];
      }),
    ),
  );
}

/** "a,b,c" as a trimmed list without empty parts. */
export const commaList = v.pipe(
  text,
  v.transform((value) =>
    value
      .split(/[,，]/)
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  ),
);

function parsed(value: string): unknown {
  // Most of these fields are absent, and even a caught error is slow.
  if (value === "") return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
