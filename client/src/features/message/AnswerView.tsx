import { Headset } from "lucide-react";
import { useTranslation } from "react-i18next";
import { RichText } from "../../ui/RichText";
import type { Content } from "../../wire/message";
import styles from "./AnswerView.module.css";
import { Bubble } from "./Bubble";

export type AnswerViewProps = {
  answer: Extract<Content, { kind: "answer" }>;
  isNewest: boolean;
  canTransfer: boolean;
  onAsk: (question: string, docId: string) => void;
  onTransfer: () => void;
};

/** A reply of the robot: its words, then the questions it may have meant, then the way to an agent. */
export function AnswerView({ answer, isNewest, canTransfer, onAsk, onTransfer }: AnswerViewProps) {
  const { t } = useTranslation();
  const offersAgent = answer.transferOffer !== "none" && canTransfer;
  return (
    <>
      {answer.parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a reply's parts never change their places
        <Bubble key={at} isMine={false}>
          <RichText html={part.text} />
        </Bubble>
      ))}
      {answer.suggestions.length > 0 ? (
        <ul className={styles.chips} aria-label={t("robot_suggestions")}>
          {answer.suggestions.map((suggestion) => (
            <li key={suggestion.docId || suggestion.question}>
              <button
                type="button"
                className={styles.chip}
                dir="auto"
                onClick={() => onAsk(suggestion.question, suggestion.docId)}
              >
                {suggestion.question}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {offersAgent && isNewest ? (
        <button type="button" className={styles.chip} onClick={onTransfer}>
          <Headset size={16} aria-hidden />
          {t("robot_talk_to_agent")}
        </button>
      ) : null}
    </>
  );
}
