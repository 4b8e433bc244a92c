import { Check, RotateCcw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { Stars } from "../../ui/Stars";
import styles from "./EndedBar.module.css";

export type EndedBarProps = {
  /** What can be rated by a tap on a star; undefined if nothing can. */
  rating: "agent" | "robot" | "done" | undefined;
  onRate: (stars: number) => void;
  onStartAgain: () => void;
};

/** Shown in place of the composer after the chat has ended: rate it, or start a new one. */
export function EndedBar({ rating, onRate, onStartAgain }: EndedBarProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.bar} aria-label={t("ended_title")}>
      {rating === "agent" || rating === "robot" ? (
        <div className={styles.rate}>
          <p>{t(rating === "agent" ? "ended_rate" : "ended_rate_robot")}</p>
          <Stars
            value={0}
            label={t("rate_stars")}
            starLabel={(count) => t("rate_star", { count })}
            onChoose={onRate}
          />
        </div>
      ) : (
        <p className={styles.title}>
          {rating === "done" ? <Check size={16} aria-hidden /> : null}
          {t(rating === "done" ? "ended_rated" : "ended_title")}
        </p>
      )}
      <Button look="primary" isWide icon={<RotateCcw size={18} aria-hidden />} onClick={onStartAgain}>
        {t("ended_again")}
      </Button>
    </section>
  );
}
