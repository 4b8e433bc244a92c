import { useEffect, useState } from "react";
import { formIn } from "../../conversation/amend";
import { conversationAtom, submitFormAtom } from "../../state/chat.atoms";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { FormDialog } from "./FormDialog";

export type MessageFormProps = { messageId: string; onClose: () => void };

/** The form of a message of this chat, over the chat. */
export function MessageForm({ messageId, onClose }: MessageFormProps) {
  const { entries } = useAtomValue(conversationAtom);
  const submit = useSetAtom(submitFormAtom);
  const entry = entries.find(({ id, isRecalled }) => id === messageId && !isRecalled);
  const now = entry && formIn(entry);
  // It is filled in as it was when it was opened, whatever comes meanwhile.
  const [form] = useState(now);
  const isGone = !now;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (!form) return null;
  return (
    <FormDialog form={form} onSubmit={async (answers) => submit(messageId, answers)} onClose={onClose} />
  );
}
