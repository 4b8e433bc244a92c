import { clsx } from "clsx";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import styles from "./SendProgress.module.css";

export type SendProgressProps = {
  /** Share that has been sent, 0 to 1. */
  progress: number;
  onCancel: () => void;
  /** It lies over a picture and must be visible on any colour. */
  isOver?: boolean;
};

/** Shows the progress of an upload, with a button to cancel it. */
export function SendProgress({ progress, onCancel, isOver = false }: SendProgressProps) {
  const { t } = useTranslation("chat");
  return (
    <span className={clsx(styles.progress, isOver && styles.over)}>
      <progress
        value={progress}
        max={1}
        aria-label={t("message_image_progress", { percent: Math.round(progress * 100) })}
      />
      {progress < 1 ? (
        <button type="button" className={styles.cancel} aria-label={t("upload_cancel")} onClick={onCancel}>
          <X size={14} aria-hidden />
        </button>
      ) : null}
    </span>
  );
}
