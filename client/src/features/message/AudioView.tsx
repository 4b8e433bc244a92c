import { clsx } from "clsx";
import { Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ownPicture } from "../../lib/links";
import { playTime } from "../../lib/time";
import styles from "./AudioView.module.css";
import { FileCard } from "./FileCard";

/** The audio that is playing; starting another stops it. */
let playing: HTMLAudioElement | undefined;

/** Plays audio: a button, the progress, and the length. */
export function AudioView({ url, name }: { url: string; name: string }) {
  const { t } = useTranslation("chat");
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const source = ownPicture(url);

  useEffect(() => {
    const element = audio.current;
    // The length may have been known before the component mounted.
    setLength(lengthOf(element));
    return () => {
      element?.pause();
      if (playing === element) playing = undefined;
    };
  }, []);

  if (source === "" || hasFailed) return <FileCard url={url} name={name} kind="audio" />;
  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    if (!element.paused) {
      element.pause();
      return;
    }
    if (playing !== element) playing?.pause();
    playing = element;
    element.play().catch(() => setIsPlaying(false));
  };
  return (
    <fieldset className={styles.player} aria-label={t("message_audio", { name })}>
      {/* biome-ignore lint/a11y/useMediaCaption: voice messages in a chat have no captions */}
      <audio
        ref={audio}
        src={source}
        preload="metadata"
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onDurationChange={(event) => setLength(lengthOf(event.currentTarget))}
        onError={() => setHasFailed(true)}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-label={t(isPlaying ? "message_audio_pause" : "message_audio_play")}
        onClick={toggle}
      >
        {isPlaying ? (
          <Pause size={18} aria-hidden />
        ) : (
          <Play size={18} aria-hidden className={clsx(styles.play, "mirrored")} />
        )}
      </button>
      <input
        className={styles.place}
        type="range"
        min={0}
        max={length || 1}
        step={0.1}
        value={Math.min(at, length || 1)}
        disabled={length === 0}
        aria-label={t("message_audio", { name })}
        aria-valuetext={`${playTime(at)} / ${playTime(length)}`}
        onChange={(event) => {
          if (audio.current) audio.current.currentTime = Number(event.target.value);
          setAt(Number(event.target.value));
        }}
      />
      <span className={styles.time}>{playTime(isPlaying || at > 0 ? at : length)}</span>
    </fieldset>
  );
}

/** In seconds; 0 if unknown. */
function lengthOf(audio: HTMLAudioElement | null): number {
  return audio && Number.isFinite(audio.duration) ? audio.duration : 0;
}
