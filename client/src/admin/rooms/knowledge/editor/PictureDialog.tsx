import { ImagePlus } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../../api/http";
import { useAtomValue } from "../../../../state/jotai";
import { Button } from "../../../../ui/Button";
import { Input } from "../../../../ui/Input";
import { FieldFrame } from "../../../form/FieldFrame";
import { adminApiAtom } from "../../../session/services";
import { AdminDialog } from "../../../shell/AdminDialog";
import styles from "./RichEditor.module.css";

const TAKEN = "image/png,image/jpeg,image/gif,image/webp,image/bmp";

export type PictureDialogProps = {
  onInsert: (picture: { src: string; alt: string }) => void;
  onClose: () => void;
};

/** Uploads a picture and asks what it shows. */
export function PictureDialog({ onInsert, onClose }: PictureDialogProps) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const picker = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number>();
  const [trouble, setTrouble] = useState<string>();
  const [source, setSource] = useState("");
  const [words, setWords] = useState("");

  const send = async (file: File) => {
    setTrouble(undefined);
    setShare(0);
    try {
      setSource((await api.upload(file, setShare)).url);
    } catch (cause) {
      setTrouble((cause instanceof ApiError && cause.message) || t("picture_failed"));
    }
    setShare(undefined);
  };
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
            isBusy={share !== undefined}
            onClick={() => picker.current?.click()}
          >
            {share === undefined
              ? t("picture_choose")
              : t("picture_sending", { share: Math.round(share * 100) })}
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
            if (file) void send(file);
          }}
        />
        {trouble ? (
          <p role="alert" className={styles.wrong}>
            {trouble}
          </p>
        ) : null}
        <FieldFrame label={t("kb_editor_picture_words")} help={t("kb_editor_picture_help")} fault={undefined}>
          {(control) => (
            <Input
              {...control}
              value={words}
              onChange={(event) => setWords(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                // The form around the editor is not sent.
                event.preventDefault();
                insert();
              }}
            />
          )}
        </FieldFrame>
      </div>
    </AdminDialog>
  );
}
