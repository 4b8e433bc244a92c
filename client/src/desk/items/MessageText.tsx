import { MessageView } from "../../features/leave-message/MessageView";
import type { LeftMessage } from "../../wire/leaveMessage";
import type { OrderReply } from "../../wire/workOrder";
import { ItemTalk } from "./ItemTalk";

/** Shows a left message with the remarks and notes on it. */
export function MessageText({ message, talk }: { message: LeftMessage; talk: readonly OrderReply[] }) {
  return (
    <MessageView message={message}>
      <ItemTalk talk={talk} />
    </MessageView>
  );
}
