/** Answers of the form before the chat as the controls of other forms have them. On the wire, an answer is one text. */
import type { Answer } from "../../form/answers";
import { faultOf } from "../../form/validate";
import type { Field } from "../../wire/field";
import type { PreChatField } from "../../wire/preChat";

export function asField({ key, label, kind, isRequired, options }: PreChatField): Field {
  return {
    id: key,
    name: label,
    kind,
    isRequired,
    options: options.map((option) => ({ id: option.value, name: option.label, children: [] })),
  };
}

/** The chosen labels of a field with options; any other answer is a text. */
export function chosenIn({ kind, options }: PreChatField, value: string): Answer {
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one;
  if (kind === "checkboxes") return value === "" ? [] : value.split(",").map(labelOf);
  return labelOf(value);
}

/** The values of the chosen labels. Commas join those of checkboxes. */
export function chosenValue({ options }: PreChatField, answer: Answer): string {
  const sentFor = (label: string) => options.find((option) => option.label === label)?.value ?? label;
  return typeof answer === "string" ? sentFor(answer) : answer.map(sentFor).join(",");
}

/** Whether a number or a date is none. */
export function isMalformed(field: PreChatField, value: string): boolean {
  const isTyped = field.kind === "number" || field.kind === "date" || field.kind === "dateTime";
  return isTyped && faultOf({ ...asField(field), isRequired: false }, value) === "malformed";
}
