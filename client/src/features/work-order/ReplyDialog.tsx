import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FormField } from "../../ui/FormField";
import { TextArea } from "../../ui/Input";
import styles from "./ReplyDialog.module.css";

const REPLY_CHARS_MAX = 4000;

export type ReplyDialogProps = {
  text: string;
  onWrite: (text: string) => void;
  /** The attached pictures, if the reply can have some. */
  attachments: ReactNode;
  isSending: boolean;
  /** Uploads are still running. */
  mustWait: boolean;
  onSubmit: () => void;
  onClose: () => void;
};

/** Writes a reply to an order: a required text, and pictures. */
export function ReplyDialog(props: ReplyDialogProps) {
  const { text, onWrite, attachments, isSending, mustWait, onSubmit, onClose } = props;
  const { t } = useTranslation("form");
  const { t: page } = useTranslation();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("reply_title")}
      closeLabel={page("page_close")}
      footer={
        <Button
          look="primary"
          isWide
          isBusy={isSending}
          disabled={text.trim() === "" || mustWait}
          onClick={onSubmit}
        >
          {t(isSending ? "form_submitting" : "form_submit")}
        </Button>
      }
    >
      <div className={styles.reply}>
        <FormField label={t("reply_hint")} isRequired fault={undefined}>
          {(control) => (
            <TextArea
              {...control}
              rows={4}
              maxLength={REPLY_CHARS_MAX}
              value={text}
              onChange={(event) => onWrite(event.target.value)}
            />
          )}
        </FormField>
        {attachments}
      </div>
    </Dialog>
  );
}
