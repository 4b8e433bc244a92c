import { useTranslation } from "react-i18next";
import styles from "./Lines.module.css";

/** The keys of the page's own lines. */
const OWN_LINES = [
  "no_agent_online",
  "chat_not_kept",
  "evaluated_thanks",
  "evaluation_after",
  "evaluation_over",
] as const;

export type SystemLineProps = {
  /** The sentence as the server wrote it, in this reader's language. */
  text: string;
  /** The i18n key, for a line of the page's own. */
  lineKey?: string;
  /** The line fades in late, because what it says is usually over by then. */
  isLate?: boolean;
};

export function SystemLine({ text, lineKey, isLate }: SystemLineProps) {
  const { t } = useTranslation("system");
  const own = OWN_LINES.find((key) => key === lineKey);
  return (
    <p className={styles.line} data-late={isLate} role={isLate ? "status" : undefined}>
      <span dir="auto">{text || (own ? t(own) : "")}</span>
    </p>
  );
}
