/** Answers to the form before a chat, in the words of the form. */
import * as v from "valibot";
import type { Visitor } from "../../wire/agent";
import type { Channel } from "../../wire/channel";
import { preChatForm } from "../../wire/preChat";

/** Names and values as the visitor read them; what the form does not know (any more) stands as it was sent. */
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
