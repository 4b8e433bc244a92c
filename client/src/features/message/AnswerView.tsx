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
  const ownWords = answer.parts.length === 0 ? wordsFor(answer.answerKind, t) : "";
  const offersAgent = answer.transferOffer !== "none" && canTransfer;
  return (
    <>
      {answer.parts.map((part, at) =>
        part.kind === "text" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a reply's parts never change their places
          <Bubble key={at} isMine={false}>
            <RichText html={part.text} />
          </Bubble>
        ) : null,
      )}
      {ownWords === "" ? null : <Bubble isMine={false}>{ownWords}</Bubble>}
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

/** What the robot says where the tenant has written nothing for the occasion. */
function wordsFor(
  kind: AnswerViewProps["answer"]["answerKind"],
  t: ReturnType<typeof useTranslation<"chat">>["t"],
): string {
  switch (kind) {
    case "guide":
      return t("robot_guide");
    case "unknown":
      return t("robot_unknown");
    case "answer":
      return "";
    default:
      return kind satisfies never;
  }
}
