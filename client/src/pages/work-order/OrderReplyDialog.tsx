import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Attached } from "../../api/attached";
import { AttachmentList } from "../../features/attachments/AttachmentList";
import { useAttachments } from "../../features/attachments/useAttachments";
import { ReplyDialog } from "../../features/work-order/ReplyDialog";
import type { UploadPicture } from "../../session/leaveDesk";
import type { Outcome } from "../../state/leave.atoms";
import { hideErrors, showToast } from "../../ui/toast";
import { failureWords } from "../frame/outcomeWords";

export type OrderReplyDialogProps = {
  /** Undefined for a reader with only the link, because uploads belong to a visitor. */
  upload: UploadPicture | undefined;
  /** The message after the reply is sent. */
  doneWords: string;
  onReply: (text: string, files: readonly Attached[]) => Promise<Outcome>;
  onClose: () => void;
};

/** Writes a reply with pictures; keeps them until the reply is sent. */
export function OrderReplyDialog({ upload, doneWords, onReply, onClose }: OrderReplyDialogProps) {
  const { t } = useTranslation("form");
  const { t: page } = useTranslation();
  const [text, setText] = useState("");
  const [isSending, setIsSending] = useState(false);
  const attachments = useAttachments(upload ?? nowhere);

  const submit = async () => {
    hideErrors();
    setIsSending(true);
    const outcome = await onReply(text, attachments.files);
    setIsSending(false);
    if (outcome.kind === "done") {
      showToast("success", doneWords);
      onClose();
      return;
    }
    const sentence = failureWords(outcome, t, page);
    if (sentence !== undefined) showToast("error", sentence);
  };

  return (
    <ReplyDialog
      text={text}
      onWrite={setText}
      attachments={upload ? <AttachmentList attachments={attachments} /> : null}
      isSending={isSending}
      mustWait={attachments.isSending}
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  );
}

function nowhere(): Promise<Attached> {
  return new Promise(() => undefined);
}
