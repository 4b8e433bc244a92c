/** Reads and writes fields by path: `mainColor`, `userForm.formTitle`, `faq.showContent[0].name`. */
import { isRecord } from "../../lib/record";

export type Values = Readonly<Record<string, unknown>>;

/** The steps of a path; `list[0].name` and `list.0.name` are the same. */
export function stepsOf(path: string): string[] {
  return path.split(/[.[\]]+/).filter((step) => step !== "");
}

export function valueAt(values: unknown, path: string): unknown {
  return stepsOf(path).reduce<unknown>((at, step) => {
    if (Array.isArray(at)) return at[Number(step)];
    return isRecord(at) ? at[step] : undefined;
  }, values);
}

/** The same with another value at the path; nothing is changed in place. */
export function withValue(values: Values, path: string, value: unknown): Values {
  const [first = "", ...rest] = stepsOf(path);
  if (rest.length === 0) return { ...values, [first]: value };
  const inner = values[first];
  if (Array.isArray(inner)) {
    const at = Number(rest[0]);
    const deeper = rest.slice(1).join(".");
    const changed = inner.map((item: unknown, place) =>
      place !== at ? item : deeper === "" ? value : withValue(isRecord(item) ? item : {}, deeper, value),
    );
    return { ...values, [first]: changed };
  }
  return { ...values, [first]: withValue(isRecord(inner) ? inner : {}, rest.join("."), value) };
}

/** Whether a fault's path lies at a field's path or below it. */
export function isWithin(path: string, field: string): boolean {
  const [inner, outer] = [stepsOf(path), stepsOf(field)];
  return outer.length <= inner.length && outer.every((step, at) => step === inner[at]);
}

/** Whether two values are the same on the wire. An absent, a null and an empty text are: Protocol, 'Envelope'. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (isBlank(one) && isBlank(other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  if (isRecord(one) && isRecord(other) && !Array.isArray(one) && !Array.isArray(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...keys].every((key) => isSame(one[key], other[key]));
  }
  return false;
}

/** A form writes `{timeLimit: undefined}` for an object that is absent. */
function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return isRecord(value) && !Array.isArray(value) && Object.values(value).every(isBlank);
}

/** The versions of a thing and of its draft. */
const VERSIONS = ["version", "draftVersion"];

/** The fields at the top that differ. */
export function changedFields(before: Values, after: Values): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter(
    (key) => !VERSIONS.includes(key) && !isSecretNote(key) && !isSame(before[key], after[key]),
  );
}

/** `identitySecretSet` says whether a secret is set; nobody edits it. */
function isSecretNote(key: string): boolean {
  return /(Secret|password|key)Set$/.test(key);
}
