import { useEffect, useState } from "react";
import { formIn } from "../../conversation/amend";
import { conversationAtom, submitFormAtom } from "../../state/chat.atoms";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { FormDialog } from "./FormDialog";

/** The dialog with the form of a message. */
export function MessageForm({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const { entries } = useAtomValue(conversationAtom);
  const submit = useSetAtom(submitFormAtom);
  const entry = entries.find(({ id, isRecalled }) => id === messageId && !isRecalled);
  const now = entry && formIn(entry);
  // The form stays as it was when it was opened, even if the message changes.
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
