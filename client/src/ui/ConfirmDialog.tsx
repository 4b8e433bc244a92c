import { useTranslation } from "react-i18next";
import { Button } from "./Button";
import styles from "./ConfirmDialog.module.css";
import { Dialog } from "./Dialog";

export type ConfirmDialogProps = {
  title: string;
  text: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
};

/** Asks a question with two answers. Escape means the second. */
export function ConfirmDialog({ title, text, yes, no, onYes, onNo }: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen
      isQuestion
      onClose={onNo}
      title={title}
      closeLabel={t("page_close")}
      footer={
        <>
          <Button look="outline" onClick={onNo}>
            {no}
          </Button>
          <Button look="primary" onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      <p className={styles.text}>{text}</p>
    </Dialog>
  );
}
