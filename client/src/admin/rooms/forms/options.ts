/** The options of a form's field: Fixtures, `templates/`. */
import { newId } from "../../../lib/newId";
import { isRecord } from "../../../lib/record";
import { type Field, type FieldOption, kindOf } from "../../../wire/field";
import type { Values } from "../../things/paths";
import { wordsIn } from "../../things/words";

const CASCADER = 9;

/** Whether a field of this type is answered by its options. */
export function hasOptions(type: unknown): boolean {
  return Number(type) >= 6;
}

/** The options after a change of the type: none where they are typed, with ids in a cascader, flat elsewhere. */
export function optionsFor(type: number, options: unknown): Values[] {
  if (!hasOptions(type) || !Array.isArray(options)) return [];
  return options.filter(isRecord).map((option) => {
    if (type === CASCADER) return { ...option, id: option.id || shortId() };
    const { id: _id, children: _children, ...flat } = option;
    return flat;
  });
}

export function shortId(): string {
  return newId().slice(0, 8);
}

/** A field as the visitor's page has it, in a language. */
export function fieldIn(item: unknown, at: number, locale: string): Field {
  const wire = isRecord(item) ? item : {};
  return {
    // The server refuses two fields with one id, but the preview shows both.
    id: `${at}-${String(wire.fieldId ?? "")}`,
    name: wordsIn(wire.fieldName, locale),
    kind: kindOf(Number(wire.fieldType)),
    isRequired: wire.requiredStatus === 1,
    options: optionsIn(wire.fieldValue, locale),
  };
}

function optionsIn(options: unknown, locale: string): FieldOption[] {
  if (!Array.isArray(options)) return [];
  return options.filter(isRecord).map((option, at) => {
    const name = wordsIn(option.name, locale);
    return {
      id: String(option.id || name || at),
      name,
      children: optionsIn(option.children, locale),
    };
  });
}
