import styles from "./Pill.module.css";

export type PillProps = {
  text: string;
  /** `new` waits, `busy` is in progress, `good` is done, `over` is past, `urgent` cannot wait. */
  tone: "new" | "busy" | "good" | "over" | "urgent";
};

/** Shows a state as a word, so that colour is never the only sign. */
export function Pill({ text, tone }: PillProps) {
  return (
    <span className={styles.pill} data-tone={tone}>
      {text}
    </span>
  );
}
