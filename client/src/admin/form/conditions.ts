/** Fields that apply only under a condition, or that few people need. */
import type { Values } from "../things/paths";
import type { AdminKey, FieldSpec } from "./specs";

type Condition = (values: Values) => boolean;

export const isOn = (field: string): Condition => is(field, 1);

export function is(field: string, value: unknown): Condition {
  return (values) => values[field] === value;
}

/** The fields, each shown only if `shownIf` holds. */
export function when(shownIf: Condition, fields: readonly FieldSpec[]): FieldSpec[] {
  return fields.map((field) => ({ ...field, shownIf }));
}

/** A switch, and the fields that apply while it is on. */
export function switched(path: string, label: AdminKey, fields: readonly FieldSpec[]): FieldSpec[] {
  return [{ path, kind: "switch", label }, ...when(isOn(path), fields)];
}

/** The fields, shown under 'More'. */
export function rare(fields: readonly FieldSpec[]): FieldSpec[] {
  return fields.map((field) => ({ ...field, isRare: true }));
}
