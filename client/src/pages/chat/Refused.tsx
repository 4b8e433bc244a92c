import { MessageCircleOff } from "lucide-react";
import { Empty } from "../../ui/Empty";

/** Says to a blocked visitor that they cannot chat, in the server's words. */
export function Refused({ text }: { text: string }) {
  return (
    <div role="alert">
      <Empty icon={<MessageCircleOff size={28} aria-hidden />} title={text} />
    </div>
  );
}
