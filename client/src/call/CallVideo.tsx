import { clsx } from "clsx";
import { type RefObject, useEffect, useRef } from "react";
import styles from "./CallPanel.module.css";

export type CallVideoProps = {
  stream: MediaStream | undefined;
  label: string;
  /** The person's own picture: small, and mirrored if the camera faces them. */
  isOwn?: boolean;
  isMirrored?: boolean;
  videoRef?: RefObject<HTMLVideoElement | null> | undefined;
};

/** Plays a video stream without sound. */
export function CallVideo({ stream, label, isOwn = false, isMirrored = false, videoRef }: CallVideoProps) {
  const own = useRef<HTMLVideoElement>(null);
  const video = videoRef ?? own;
  useEffect(() => {
    const element = video.current;
    if (!element || !stream) return;
    element.srcObject = stream;
    void element.play().catch(() => undefined);
  }, [video, stream]);
  return (
    <video
      ref={video}
      className={clsx(styles.video, isOwn && styles.own, isMirrored && styles.mirrored)}
      aria-label={label}
      autoPlay
      playsInline
      muted
    />
  );
}
