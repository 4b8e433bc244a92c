import { ImagePlus } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../ui/Button";
import styles from "../../../../ui/rich/rich.module.css";
import { LineField } from "../../../form/LineField";
import { usePictureUpload } from "../../../form/usePictureUpload";
import { AdminDialog } from "../../../shell/AdminDialog";
import { Alert } from "../../../shell/Alert";

const TAKEN = "image/png,image/jpeg,image/gif,image/webp,image/bmp";

export type PictureDialogProps = {
  onInsert: (picture: { src: string; alt: string }) => void;
  onClose: () => void;
};

/** Uploads a picture and asks what it shows. */
export function PictureDialog({ onInsert, onClose }: PictureDialogProps) {
  const { t } = useTranslation("admin");
  const picker = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState("");
  const [words, setWords] = useState("");
  const upload = usePictureUpload(setSource);
  const insert = () => source !== "" && onInsert({ src: source, alt: words.trim() });
  return (
    <AdminDialog
      onClose={onClose}
      title={t("kb_editor_picture")}
      cancel={t("kb_cancel")}
      action={
        <Button look="primary" disabled={source === ""} onClick={insert}>
          {t("kb_editor_picture_insert")}
        </Button>
      }
    >
      <div className={styles.picture}>
        {source === "" ? null : <img src={source} alt="" className={styles.shown} />}
        <div>
          <Button
            look="outline"
            icon={<ImagePlus size={16} />}
            isBusy={upload.isBusy}
            onClick={() => picker.current?.click()}
          >
            {upload.words}
          </Button>
        </div>
        <input
          ref={picker}
          type="file"
          accept={TAKEN}
          hidden
          aria-label={t("picture_choose")}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = "";
            if (file) upload.send(file);
          }}
        />
        <Alert text={upload.trouble} isSmall />
        <LineField
          label={t("kb_editor_picture_words")}
          help={t("kb_editor_picture_help")}
          value={words}
          onChange={setWords}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The form around the editor is not sent.
            event.preventDefault();
            insert();
          }}
        />
      </div>
    </AdminDialog>
  );
}
