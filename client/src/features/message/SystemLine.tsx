import { useTranslation } from "react-i18next";
import styles from "./Lines.module.css";

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
  return (
    <p className={styles.line} data-late={isLate} role={isLate ? "status" : undefined}>
      <span dir="auto">{text || own(lineKey, t)}</span>
    </p>
  );
}

function own(lineKey: string | undefined, t: ReturnType<typeof useTranslation<"system">>["t"]): string {
  switch (lineKey) {
    case "no_agent_online":
      return t("no_agent_online");
    case "chat_not_kept":
      return t("chat_not_kept");
    case "evaluated_thanks":
      return t("evaluated_thanks");
    case "evaluation_after":
      return t("evaluation_after");
    case "evaluation_over":
      return t("evaluation_over");
    default:
      return "";
  }
}
