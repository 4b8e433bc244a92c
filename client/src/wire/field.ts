/** The fields of a form: Protocol, 'Forms in a conversation', Dynamic form field. */
import * as v from "valibot";
import { count, flag, jsonText, lenientList, text } from "./scalars";

/** The kinds of field by their numbers on the wire, from 1: Protocol, 'Forms in a conversation', field types. */
export const FIELD_KINDS = [
  "line",
  "text",
  "date",
  "dateTime",
  "number",
  "dropdown",
  "radio",
  "checkboxes",
  "cascader",
] as const;

/** An option of a field; `children` are the options below it in a cascader. */
export type FieldOption = { id: string; name: string; children: FieldOption[] };

export type FieldKind = (typeof FIELD_KINDS)[number];

export type Field = {
  id: string;
  name: string;
  kind: FieldKind;
  isRequired: boolean;
  /** Empty for a field that is typed. */
  options: FieldOption[];
};

const option: v.GenericSchema<unknown, FieldOption> = v.pipe(
  v.object({
    id: text,
    name: text,
    children: v.optional(
      v.lazy(() => lenientList(option)),
      [],
    ),
  }),
  v.transform((wire): FieldOption => ({ ...wire, id: wire.id || wire.name })),
);

export const field = v.pipe(
  v.object({
    fieldId: v.pipe(v.string(), v.nonEmpty()),
    fieldName: text,
    fieldType: count,
    requiredStatus: flag,
    fieldValue: jsonText(lenientList(option), [] as FieldOption[]),
  }),
  v.transform(
    (wire): Field => ({
      id: wire.fieldId,
      name: wire.fieldName,
      kind: kindOf(wire.fieldType),
      isRequired: wire.requiredStatus,
      options: wire.fieldValue,
    }),
  ),
);

/** An unknown type is shown as a one-line text field. */
export function kindOf(type: number): FieldKind {
  return FIELD_KINDS[type - 1] ?? "line";
}
