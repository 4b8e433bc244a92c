import { clsx } from "clsx";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import styles from "./SendProgress.module.css";

export type SendProgressProps = {
  /** Share that has left, 0 to 1. */
  progress: number;
  onCancel: () => void;
  /** It stands over a picture, whatever its colours are. */
  isOver?: boolean;
};

/** How much of a file has left, and a way to stop it. */
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
