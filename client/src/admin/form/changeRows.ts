/** A changed field in words: what people know it by, and its values as they are chosen in the form. */
import type { TFunction } from "i18next";
import type { FieldChange } from "../../wire/drafts";
import { isSame, stepsOf, valueAt } from "../things/paths";
import { valueWords } from "../things/valueWords";
import type { FieldSpec } from "./specs";

export type ChangeRow = { path: string; label: string; before: string; after: string };

/** One row; for an object, one for each of its fields that differs. */
export function changeRows(
  t: TFunction<"admin">,
  fields: readonly FieldSpec[],
  { field, before, after }: FieldChange,
): ChangeRow[] {
  const [old, next] = [{ [field]: before }, { [field]: after }];
  const rows = fields
    .filter(({ path }) => stepsOf(path)[0] === field && !isSame(valueAt(old, path), valueAt(next, path)))
    .map((spec) => ({
      path: spec.path,
      label: t(spec.label),
      before: wordsOf(t, spec, valueAt(old, spec.path)),
      after: wordsOf(t, spec, valueAt(next, spec.path)),
    }));
  if (rows.length > 0) return rows;
  return [{ path: field, label: field, before: valueWords(before), after: valueWords(after) }];
}

function wordsOf(t: TFunction<"admin">, spec: FieldSpec, value: unknown): string {
  switch (spec.kind) {
    case "switch":
      return t(value === 1 || value === true ? "value_on" : "value_off");
    case "select":
    case "cards": {
      const option = spec.options.find((one) => one.value === value);
      return option ? t(option.label) : valueWords(value);
    }
    case "secret":
      return value ? t("value_secret") : "";
    default:
      return valueWords(value);
  }
}
