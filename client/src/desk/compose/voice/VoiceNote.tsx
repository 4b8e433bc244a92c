import { CircleAlert, Send, Square, Trash2 } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AudioView } from "../../../features/message/AudioView";
import { playTime } from "../../../lib/time";
import { Button } from "../../../ui/Button";
import { IconButton } from "../../../ui/IconButton";
import { type Recording, record, VOICE_MS_MAX, type VoiceTrouble } from "./recorder";
import styles from "./VoiceNote.module.css";

export type VoiceNoteProps = { onSend: (file: File) => void; onClose: () => void };

type Phase =
  | { kind: "asking" }
  | { kind: "recording"; since: number }
  | { kind: "reading" }
  | { kind: "heard"; file: File; url: string }
  | { kind: "failed"; trouble: VoiceTrouble };

/** Records a voice note; the agent hears it before they send or drop it. */
export function VoiceNote({ onSend, onClose }: VoiceNoteProps) {
  const { t } = useTranslation("desk");
  const { phase, stop } = useRecording();
  const close = <IconButton label={t("voice_drop")} icon={<Trash2 size={18} />} onClick={onClose} />;
  switch (phase.kind) {
    case "failed":
      return (
        <div className={styles.voice} role="alert">
          <CircleAlert size={18} aria-hidden className={styles.wrong} />
          <p className={styles.words}>{t(`voice_${phase.trouble}`)}</p>
          <Button look="outline" size="small" onClick={onClose}>
            {t("close")}
          </Button>
        </div>
      );
    case "asking":
    case "reading":
      return (
        <div className={styles.voice} role="status">
          <p className={styles.words}>{t(phase.kind === "asking" ? "voice_asking" : "voice_reading")}</p>
          {close}
        </div>
      );
    case "recording":
      return (
        <section className={styles.voice} aria-label={t("voice")}>
          <span className={styles.light} aria-hidden="true" />
          <p className={styles.words}>
            <Clock since={phase.since} />
          </p>
          {close}
          <Button
            look="primary"
            size="small"
            icon={<Square size={14} aria-hidden />}
            autoFocus
            onClick={stop}
          >
            {t("voice_stop")}
          </Button>
        </section>
      );
    case "heard":
      return (
        <section className={styles.voice} aria-label={t("voice")}>
          <span className={styles.words}>
            <Suspense>
              <AudioView url={phase.url} name={t("voice")} />
            </Suspense>
          </span>
          {close}
          <Button
            look="primary"
            size="small"
            icon={<Send size={14} aria-hidden className="mirrored" />}
            autoFocus
            onClick={() => {
              onSend(phase.file);
              onClose();
            }}
          >
            {t("voice_send")}
          </Button>
        </section>
      );
    default:
      return phase satisfies never;
  }
}

/** Records from the first moment on, and at most as long as allowed. */
function useRecording(): { phase: Phase; stop: () => void } {
  const [phase, setPhase] = useState<Phase>({ kind: "asking" });
  const stop = useRef<() => void>(() => undefined);

  useEffect(() => {
    let isGone = false;
    let running: Recording | undefined;
    let url = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    stop.current = () => {
      const ended = running;
      running = undefined;
      clearTimeout(timer);
      if (!ended) return;
      setPhase({ kind: "reading" });
      void ended.stop().then((file) => {
        if (isGone) return;
        if (!file) return setPhase({ kind: "failed", trouble: "failed" });
        url = URL.createObjectURL(file);
        setPhase({ kind: "heard", file, url });
      });
    };
    void record().then((begun) => {
      if (typeof begun === "string") return isGone ? undefined : setPhase({ kind: "failed", trouble: begun });
      if (isGone) return begun.drop();
      running = begun;
      timer = setTimeout(() => stop.current(), VOICE_MS_MAX);
      setPhase({ kind: "recording", since: Date.now() });
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
      running?.drop();
      if (url !== "") URL.revokeObjectURL(url);
    };
  }, []);

  return { phase, stop: () => stop.current() };
}

/** The time so far, and the most. */
function Clock({ since }: { since: number }) {
  const { t } = useTranslation("desk");
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <span role="status" className="visually-hidden">
        {t("voice_on")}
      </span>
      <span className={styles.clock}>
        {playTime((now - since) / 1000)} / {playTime(VOICE_MS_MAX / 1000)}
      </span>
    </>
  );
}
