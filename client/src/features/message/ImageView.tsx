import { ImageOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { safeSource } from "../../lib/links";
import type { Content } from "../../wire/message";
import { Bubble } from "./Bubble";
import styles from "./ImageView.module.css";

const HEIGHT_MAX = 240;
const WIDTH_MAX = 280;
/** Spec §2: a picture this small is not enlarged. */
const ENLARGED_FROM = 50;

export type ImageViewProps = {
  image: Extract<Content, { kind: "image" }>;
  isMine: boolean;
  /** Share that has left, while it is sent. */
  progress: number | undefined;
  onOpen: (url: string) => void;
};

/** A picture in the list. Its place is kept before it loads, so nothing moves when it does. */
export function ImageView({ image, isMine, progress, onOpen }: ImageViewProps) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState("");
  const source = safeSource(image.url);
  if (source === "" || failed === source) {
    return (
      <Bubble isMine={isMine}>
        <span className={styles.missing}>
          <ImageOff size={18} aria-hidden /> {image.fileName || t("message_unsupported")}
        </span>
      </Bubble>
    );
  }
  const size = shownSize(image.width, image.height);
  const picture = (
    <img
      src={source}
      alt={t("message_image", { name: image.fileName })}
      width={size.width}
      height={size.height}
      decoding="async"
      onError={() => setFailed(source)}
    />
  );
  const isSmall = image.width !== undefined && image.width <= ENLARGED_FROM;
  return (
    <span className={styles.frame} style={{ inlineSize: size.width }}>
      {isSmall ? (
        picture
      ) : (
        <button
          type="button"
          className={styles.open}
          aria-label={t("message_image_open", { name: image.fileName })}
          onClick={() => onOpen(source)}
        >
          {picture}
        </button>
      )}
      {progress === undefined ? null : (
        <progress
          className={styles.progress}
          value={progress}
          max={1}
          aria-label={t("message_image_progress", { percent: Math.round(progress * 100) })}
        />
      )}
    </span>
  );
}

function shownSize(width = 200, height = 150): { width: number; height: number } {
  const scale = Math.min(1, HEIGHT_MAX / height, WIDTH_MAX / width);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
