/** The fields of a form: Protocol, 'Forms in a conversation', Dynamic form field. */
import * as v from "valibot";
import { count, flag, jsonText, lenientList, text } from "./scalars";

/** Protocol, 'Forms in a conversation', field types. */
export const FieldType = {
  Line: 1,
  Lines: 2,
  Date: 3,
  DateTime: 4,
  Number: 5,
  Dropdown: 6,
  Radio: 7,
  Checkbox: 8,
  Cascader: 9,
} as const;

/** An option of a field; `children` are the options below it in a cascader. */
export type FieldOption = { id: string; name: string; children: FieldOption[] };

export type FieldKind =
  | "line"
  | "text"
  | "date"
  | "dateTime"
  | "number"
  | "dropdown"
  | "radio"
  | "checkboxes"
  | "cascader";

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

function kindOf(type: number): FieldKind {
  switch (type) {
    case FieldType.Lines:
      return "text";
    case FieldType.Date:
      return "date";
    case FieldType.DateTime:
      return "dateTime";
    case FieldType.Number:
      return "number";
    case FieldType.Dropdown:
      return "dropdown";
    case FieldType.Radio:
      return "radio";
    case FieldType.Checkbox:
      return "checkboxes";
    case FieldType.Cascader:
      return "cascader";
    default:
      // An unknown type is shown as a one-line text field.
      return "line";
  }
}
