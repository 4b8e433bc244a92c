/** The form before the chat: Protocol, 'Form before the chat', userForm. */
import * as v from "valibot";
import { kindOf } from "./field";
import { count, flag, jsonText, lenientList, text } from "./scalars";

const field = v.pipe(
  v.object({
    name: text,
    value: text,
    require: flag,
    show: flag,
    fieldType: count,
    options: lenientList(v.object({ label: text, value: text })),
  }),
  v.transform((wire) => ({
    /** The field's name on the wire. */
    key: wire.value,
    label: wire.name,
    isRequired: wire.require,
    isShown: wire.show,
    kind: kindOf(wire.fieldType),
    options: wire.options.map(({ label, value }) => ({ label: label || value, value: value || label })),
  })),
);

export type PreChatField = v.InferOutput<typeof field>;
export type PreChatForm = { title: string; fields: readonly PreChatField[] };

/** Whether the form shows any field. */
export function asksAnything(fields: readonly PreChatField[]): boolean {
  return fields.some((field) => field.isShown);
}

/** `userForm` of a channel; its fields come from `userFormConfig`. */
export const preChatForm = v.pipe(
  v.nullish(v.object({ formTitle: text, formList: jsonText(lenientList(field), [] as PreChatField[]) })),
  v.transform((wire): PreChatForm => ({ title: wire?.formTitle ?? "", fields: wire?.formList ?? [] })),
);
