import type { TFunction } from "i18next";
import { Headset } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RichText } from "../../ui/RichText";
import type { AnswerKind, AnswerPart } from "../../wire/answer";
import type { Content } from "../../wire/message";
import { AnswerFoot } from "./AnswerFoot";
import styles from "./AnswerView.module.css";
import { Bubble } from "./Bubble";
import { CardView } from "./CardView";
import { FlowButtons } from "./FlowButtons";
import { FormCard } from "./FormCard";
import type { MessageRowProps } from "./MessageRow";

export type AnswerViewProps = MessageRowProps & {
  answer: Extract<Content, { kind: "answer" }>;
  /** The message that the answer quotes. */
  quote: ReactNode;
};

/** Shows a robot's answer: its text, its attachments, then the ways to continue. */
export function AnswerView(props: AnswerViewProps) {
  const { answer, entry, isNewest, isOpen, canTransfer, actions, quote } = props;
  const { t } = useTranslation();
  const text = answer.parts.length === 0 ? wordsFor(answer.answerKind, t) : "";
  const offersAgent = answer.transferOffer !== "none" && canTransfer && isNewest;
  const hasFoot = answer.references.length > 0 || (answer.docId !== "" && answer.answerKind === "answer");
  return (
    <>
      {answer.parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an answer's parts never change order
        <Part key={at} {...props} part={part} quote={at === 0 ? quote : null} />
      ))}
      {text === "" ? null : <Bubble isMine={false}>{text}</Bubble>}
      {answer.handover === "" ? null : (
        <Bubble isMine={false}>
          <RichText html={answer.handover} />
        </Bubble>
      )}
      {hasFoot && !entry.isGrowing ? <AnswerFoot {...props} /> : null}
      {answer.buttons.length > 0 && !answer.isBar && isNewest && isOpen ? (
        <FlowButtons buttons={answer.buttons} onChoose={actions.onChoose} />
      ) : null}
      {answer.suggestions.length > 0 ? (
        <ul className={styles.chips} aria-label={t("robot_suggestions")}>
          {answer.suggestions.map((suggestion) => (
            <li key={suggestion.docId || suggestion.question}>
              <button
                type="button"
                className={styles.chip}
                dir="auto"
                onClick={() => actions.onAsk(suggestion.question, suggestion.docId)}
              >
                {suggestion.question}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {offersAgent ? (
        <button type="button" className={styles.chip} onClick={actions.onTransfer}>
          <Headset size={16} aria-hidden />
          {t("robot_talk_to_agent")}
        </button>
      ) : null}
    </>
  );
}

function Part({ part, entry, isOpen, actions, quote }: AnswerViewProps & { part: AnswerPart }) {
  const { t } = useTranslation();
  switch (part.kind) {
    case "text":
      return (
        <Bubble isMine={false}>
          {quote}
          <span className={entry.isGrowing ? styles.growing : undefined}>
            <RichText html={part.text} />
          </span>
          {part.docId === "" ? null : (
            <a
              className={styles.more}
              href={actions.articleHref(part.docId)}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t("robot_read_more")}
            </a>
          )}
        </Bubble>
      );
    case "card":
      return <CardView card={part.card} />;
    case "form":
      return <FormCard form={part.form} isOpen={isOpen} onFillIn={() => actions.onFillIn(entry.id)} />;
    default:
      return part satisfies never;
  }
}

/** Returns the robot's default text for an answer that the tenant left empty. */
function wordsFor(kind: AnswerKind, t: TFunction<"chat">): string {
  return kind === "answer" ? "" : t(`robot_${kind}`);
}
