import { Megaphone, Pause, Play } from "lucide-react";
import { type CSSProperties, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/IconButton";
import { LinkedText } from "../../ui/LinkedText";
import styles from "./Notice.module.css";
import { noticeDirection, noticeSeconds } from "./noticeRun";

/**
 * Scrolls the tenant's announcement through a line below the header. It stops on hover, on focus inside, and by its
 * button. With reduced motion it never moves and is shown in full.
 */
export function Notice({ text }: { text: string }) {
  const { t } = useTranslation();
  const [isPaused, setIsPaused] = useState(false);
  const time: CSSProperties & Record<`--${string}`, string> = {
    "--notice-seconds": `${noticeSeconds(text)}s`,
  };
  return (
    <section className={styles.bar} aria-label={t("notice_label")}>
      <Megaphone size={16} aria-hidden className={styles.sign} />
      <div className={styles.way} dir={noticeDirection(text)}>
        <p className={styles.words} style={time} data-paused={isPaused}>
          <LinkedText text={text} />
        </p>
      </div>
      <span className={styles.button}>
        <IconButton
          label={t(isPaused ? "notice_play" : "notice_pause")}
          icon={isPaused ? <Play size={14} /> : <Pause size={14} />}
          onClick={() => setIsPaused(!isPaused)}
        />
      </span>
    </section>
  );
}
