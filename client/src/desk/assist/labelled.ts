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
    const option = field?.options.find((one) => one.value === value);
    return { name: field?.label || name, value: option?.label ?? value };
  });
}
