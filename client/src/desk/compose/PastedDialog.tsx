import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FileName } from "../../ui/FileName";
import styles from "./Dialogs.module.css";

export type PastedDialogProps = {
  files: readonly File[];
  onSend: (files: readonly File[]) => void;
  onClose: () => void;
};

/** Shows what was pasted before it is sent. */
export function PastedDialog({ files, onSend, onClose }: PastedDialogProps) {
  const { t } = useTranslation("desk");
  const shown = useShown(files);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("pasted_title", { count: files.length })}
      closeLabel={t("close")}
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            look="primary"
            data-focus-first
            onClick={() => {
              onSend(files);
              onClose();
            }}
          >
            {t("send")}
          </Button>
        </>
      }
    >
      <div className={styles.pictures}>
        {shown.map(({ file, url }) =>
          file.type.startsWith("image/") ? (
            <img key={url} src={url} alt={file.name} />
          ) : (
            <FileName key={url} name={file.name} />
          ),
        )}
      </div>
    </Dialog>
  );
}

type Shown = { file: File; url: string };

/** The files with addresses that hold until the dialog closes. */
function useShown(files: readonly File[]): readonly Shown[] {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  useEffect(() => {
    const made = files.map((file) => ({ file, url: URL.createObjectURL(file) }));
    setShown(made);
    return () => {
      for (const { url } of made) URL.revokeObjectURL(url);
    };
  }, [files]);
  return shown;
}
