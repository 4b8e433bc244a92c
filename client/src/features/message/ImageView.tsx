import { clsx } from "clsx";
import { ImageOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { variantOf } from "../../lib/device";
import { shownPicture } from "../../lib/links";
import type { Content } from "../../wire/message";
import { Bubble } from "./Bubble";
import styles from "./ImageView.module.css";
import { SendProgress } from "./SendProgress";

const HEIGHT_MAX = 240;
const WIDTH_MAX = 280;
/** Requirement CH-06: on desktops a picture this small is not enlarged. */
const ENLARGED_FROM_PX = 50;

export type ImageViewProps = {
  image: Extract<Content, { kind: "image" }>;
  isMine: boolean;
  /** Share that has been sent, 0 to 1, during an upload. */
  progress: number | undefined;
  onOpen: (url: string) => void;
  onCancel: () => void;
};

/** Shows a picture in the list. Its place is reserved, so that nothing moves when it loads. */
export function ImageView({ image, isMine, progress, onOpen, onCancel }: ImageViewProps) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState("");
  const [width, setWidth] = useState(image.width);
  const whole = shownPicture(image.url);
  const source = shownPicture(image.thumbnail ?? "") || whole;
  if (source === "" || failed === source) {
    return (
      <Bubble isMine={isMine}>
        <span className={styles.missing}>
          <ImageOff size={18} aria-hidden /> <bdi>{image.fileName || t("message_unsupported")}</bdi>
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
      onLoad={(event) => setWidth(image.width ?? event.currentTarget.naturalWidth)}
      onError={() => setFailed(source)}
    />
  );
  const isSmall =
    width !== undefined &&
    width <= ENLARGED_FROM_PX &&
    variantOf(navigator.userAgent, window.innerWidth) === "desktop";
  return (
    <span className={clsx(styles.frame, "edged")} style={{ inlineSize: size.width }}>
      {isSmall ? (
        picture
      ) : (
        <button
          type="button"
          className={styles.open}
          aria-label={t("message_image_open", { name: image.fileName })}
          onClick={() => onOpen(whole)}
        >
          {picture}
        </button>
      )}
      {progress === undefined ? null : <SendProgress progress={progress} onCancel={onCancel} isOver />}
    </span>
  );
}

function shownSize(width = 200, height = 150): { width: number; height: number } {
  const scale = Math.min(1, HEIGHT_MAX / height, WIDTH_MAX / width);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
