import { Timer } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNow } from "../useNow";
import { useSpan } from "../wall/useSpan";
import styles from "./Duty.module.css";

/** From here on, the time is short. */
export const SHORT_MS = 15_000;

export type CountdownProps = {
  what: "accept" | "answer";
  /** When the conversation goes to the next agent. */
  by: number;
  /** In a list: the time alone; the words are for screen readers. */
  isShort?: boolean;
};

/** Counts down to the moment at which the conversation goes to the next agent. */
export function Countdown({ what, by, isShort = false }: CountdownProps) {
  const { t } = useTranslation("desk");
  const span = useSpan();
  const left = Math.max(0, by - useNow());
  const words = t(`duty_${what}`, { time: span(left) });
  return (
    <span className={styles.countdown} data-tone={left <= SHORT_MS ? "red" : "amber"} title={words}>
      <Timer size={14} aria-hidden />
      {isShort ? (
        <>
          <span aria-hidden="true">{span(left)}</span>
          <span className="visually-hidden">{words}</span>
        </>
      ) : (
        words
      )}
    </span>
  );
}
