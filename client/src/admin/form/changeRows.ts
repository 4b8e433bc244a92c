/** A changed field in words: what people know it by, and its values as they are chosen in the form. */
import type { TFunction } from "i18next";
import index from "../../../../locales/index.json";
import type { FieldChange } from "../../wire/editing";
import { isSame, isWithin, stepsOf, valueAt } from "../things/paths";
import { valueWords } from "../things/valueWords";
import type { FieldSpec } from "./specs";

const LANGUAGES = new Map(Object.entries(index).map(([code, { name }]) => [code, name]));

export type ChangeRow = { path: string; label: string; before: string; after: string };

/** One row; for an object, one for each of its fields that differs. A change may also be of a part of a field. */
export function changeRows(
  t: TFunction<"admin">,
  fields: readonly FieldSpec[],
  { field, before, after }: FieldChange,
): ChangeRow[] {
  const within = (path: string) => stepsOf(path).slice(stepsOf(field).length).join(".");
  const rows = fields
    .filter(({ path }) => isWithin(path, field))
    .map((spec) => ({
      spec,
      old: valueAt(before, within(spec.path)),
      next: valueAt(after, within(spec.path)),
    }))
    .filter(({ old, next }) => !isSame(old, next))
    .map(({ spec, old, next }) => ({
      path: spec.path,
      label: t(spec.label),
      before: wordsOf(t, spec, old),
      after: wordsOf(t, spec, next),
    }));
  if (rows.length > 0) return rows;
  const label = labelOfPart(t, fields, field);
  return [{ path: field, label, before: valueWords(before), after: valueWords(after) }];
}

/** The field's label and the part, such as `Title · 简体中文`. */
function labelOfPart(t: TFunction<"admin">, fields: readonly FieldSpec[], field: string): string {
  const whole = fields.find((spec) => isWithin(field, spec.path));
  if (!whole) return field;
  const items = whole.kind === "list" ? whole.item : [];
  const parts = stepsOf(field)
    .slice(stepsOf(whole.path).length)
    .map((step) => {
      if (/^\d+$/.test(step)) return String(Number(step) + 1);
      const item = items.find(({ path }) => path === step);
      return item ? t(item.label) : (LANGUAGES.get(step) ?? step);
    });
  return [t(whole.label), ...parts].join(" · ");
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
