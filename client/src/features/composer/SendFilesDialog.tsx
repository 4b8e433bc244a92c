import { FileText, Film, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Picked, Preview } from "../../session/sender";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FileName } from "../../ui/FileName";
import { IconButton } from "../../ui/IconButton";
import styles from "./SendFilesDialog.module.css";

export type SendFilesDialogProps = {
  /** At least one. */
  picked: readonly Picked[];
  /** The file is a pasted screenshot. */
  isScreenshot: boolean;
  onTakeAway: (picked: Picked) => void;
  onSend: () => void;
  onClose: () => void;
};

/** Shows the files for a check before they are sent. */
export function SendFilesDialog({ picked, isScreenshot, onTakeAway, onSend, onClose }: SendFilesDialogProps) {
  const { t } = useTranslation();
  const [first, ...others] = picked;
  if (!first) return null;
  const labels = wordsFor(others.length > 0 ? "several" : first.preview.kind, isScreenshot);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(labels.title)}
      closeLabel={t("page_close")}
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            {t("page_cancel")}
          </Button>
          <Button look="primary" data-focus-first onClick={onSend}>
            {t(labels.send)}
          </Button>
        </>
      }
    >
      {others.length === 0 ? (
        <Whole picked={first} />
      ) : (
        <ul className={styles.list}>
          {picked.map((one) => (
            <li key={one.preview.url} className={styles.row}>
              <Small picked={one} />
              <span className={styles.name}>
                <FileName name={one.file.name} />
              </span>
              <IconButton
                label={`${t("message_discard")}: ${one.file.name}`}
                icon={<X size={18} />}
                onClick={() => onTakeAway(one)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Whole({ picked: { file, preview } }: { picked: Picked }) {
  switch (preview.kind) {
    case "image":
      return <img className={styles.preview} src={preview.url} alt={file.name} />;
    case "video":
      // biome-ignore lint/a11y/useMediaCaption: it is the visitor's own video, before it is sent
      return <video className={styles.preview} src={preview.url} controls preload="metadata" />;
    case "file":
      return (
        <p className={styles.row}>
          <Small picked={{ file, preview }} />
          <span className={styles.name}>
            <FileName name={file.name} />
          </span>
        </p>
      );
    default:
      return preview.kind satisfies never;
  }
}

function Small({ picked: { preview } }: { picked: Picked }) {
  if (preview.kind === "image") return <img className={styles.small} src={preview.url} alt="" />;
  const Icon = preview.kind === "video" ? Film : FileText;
  return (
    <span className={styles.small}>
      <Icon size={20} aria-hidden />
    </span>
  );
}

function wordsFor(kind: Preview["kind"] | "several", isScreenshot: boolean) {
  switch (kind) {
    case "image":
      return {
        title: isScreenshot ? "image_paste_title" : "image_confirm_title",
        send: "image_confirm_send",
      } as const;
    case "video":
      return { title: "upload_video_title", send: "upload_video_send" } as const;
    case "file":
      return { title: "upload_file_title", send: "upload_file_send" } as const;
    case "several":
      return { title: "composer_send", send: "composer_send" } as const;
    default:
      return kind satisfies never;
  }
}
