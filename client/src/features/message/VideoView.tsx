import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ownPicture } from "../../lib/links";
import { FileCard } from "./FileCard";
import { SendProgress } from "./SendProgress";
import styles from "./VideoView.module.css";

export type VideoViewProps = {
  url: string;
  name: string;
  /** Share that has been sent, 0 to 1, during an upload. */
  progress: number | undefined;
  onCancel: () => void;
};

/** Shows a video in a box of fixed size, so that nothing moves when it loads. */
export function VideoView({ url, name, progress, onCancel }: VideoViewProps) {
  const { t } = useTranslation("chat");
  const [failed, setFailed] = useState("");
  const source = ownPicture(url);
  if (source === "" || failed === source) return <FileCard url={url} name={name} kind="video" />;
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/useMediaCaption: videos filmed for a chat have no captions */}
      <video
        className={styles.video}
        src={source}
        controls={progress === undefined}
        preload="metadata"
        playsInline
        aria-label={t("message_video", { name })}
        onError={() => setFailed(source)}
      />
      {progress === undefined ? null : <SendProgress progress={progress} onCancel={onCancel} isOver />}
    </div>
  );
}
