import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import styles from "./SendImageDialog.module.css";

export type SendImageDialogProps = {
  /** Address of the picture on this device. */
  url: string;
  onSend: () => void;
  onClose: () => void;
};

/** A pasted picture is looked at before it goes. */
export function SendImageDialog({ url, onSend, onClose }: SendImageDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("image_confirm_title")}
      closeLabel={t("page_close")}
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            {t("page_cancel")}
          </Button>
          <Button look="primary" onClick={onSend}>
            {t("image_confirm_send")}
          </Button>
        </>
      }
    >
      <img className={styles.preview} src={url} alt="" />
    </Dialog>
  );
}
