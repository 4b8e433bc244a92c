/** The wire's loose scalars, each read in one way. */
import * as v from "valibot";

/** 0, 1, "0", "1", true, false, empty or absent: a yes or a no. */
export const flag = v.pipe(
  v.nullish(v.union([v.boolean(), v.number(), v.string()]), 0),
  v.transform((value) => value === true || value === 1 || value === "1"),
);

/** A text that may be absent or null; a number is its digits. */
export const text = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), ""),
  v.transform((value) => String(value)),
);

/** A whole number that may come as digits in a string, and is 0 where it is absent or not a number. */
export const count = v.pipe(
  v.nullish(v.union([v.number(), v.string()]), 0),
  v.transform((value) => (Number.isFinite(Number(value)) ? Number(value) : 0)),
);

/** A size that is only known sometimes. */
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

/** JSON inside a text, or the real thing. Broken JSON is the fallback and never an error (Protocol, 'Kinds of content'). */
export function jsonText<T>(schema: v.GenericSchema<unknown, T>, fallback: T) {
  return v.pipe(
    v.nullish(v.unknown(), ""),
    v.transform((value): T => {
      const read = v.safeParse(schema, typeof value === "string" ? parsed(value) : value);
      return read.success ? read.output : fallback;
    }),
  );
}

/** A list whose unreadable entries are left out. */
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

/** "a,b,c" as a list without blanks. */
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
  // Absent, as most of them are; an error, even a caught one, takes its time.
  if (value === "") return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
