/** Adds the form's labels to a visitor's answers before the chat. */
import * as v from "valibot";
import type { Visitor } from "../../wire/agent";
import type { Channel } from "../../wire/channel";
import { preChatForm } from "../../wire/preChat";

/** Returns names and values as the visitor read them. Answers that the form does not contain stay unchanged. */
export function labelled(
  answers: Visitor["answers"],
  channel: Pick<Channel, "userForm">,
): Visitor["answers"] {
  const { fields } = v.parse(preChatForm, channel.userForm);
  return answers.map(({ name, value }) => {
    const field = fields.find((one) => one.key === name);
    const labelOf = (one: string) => field?.options.find((option) => option.value === one)?.label ?? one;
    const isList = field?.kind === "checkboxes";
    const label = isList ? value.split(",").map(labelOf).join(", ") : labelOf(value);
    return { name: field?.label || name, value: label };
  });
}
