import { Download, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FileName } from "../../ui/FileName";
import { IconButton } from "../../ui/IconButton";
import styles from "./ImageViewer.module.css";

export type ViewedImage = { url: string; name: string };
export type ImageViewerProps = { image: ViewedImage | undefined; onClose: () => void };

/** Shows one picture as large as the window. Escape, the cross or a click outside closes it. */
export function ImageViewer({ image, onClose }: ImageViewerProps) {
  const { t } = useTranslation("desk");
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!image || !element) return;
    element.showModal();
    return () => element.close();
  }, [image]);

  if (!image) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the platform handles it
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={image.name}
      onClose={onClose}
      onClick={(event) => {
        if (!(event.target instanceof HTMLImageElement)) onClose();
      }}
    >
      <div className={styles.bar}>
        <span>
          <FileName name={image.name} />
        </span>
        <a href={image.url} download={image.name} aria-label={t("download")} title={t("download")}>
          <Download size={20} aria-hidden />
        </a>
        <IconButton look="onAccent" label={t("close")} icon={<X size={20} />} onClick={onClose} />
      </div>
      <img src={image.url} alt={image.name} />
    </dialog>
  );
}
