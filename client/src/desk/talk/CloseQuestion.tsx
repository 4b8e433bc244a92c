import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import styles from "./TalkHeader.module.css";

export type CloseQuestionProps = {
  name: string;
  /** Whose conversation it is: one that the visitor may rate afterwards, one that they rated, or a wait. */
  kind: "talk" | "rated" | "waiting";
  onEnd: () => void;
  onKeep: () => void;
};

const WORDS = { talk: "end_question", rated: "end_question_rated", waiting: "end_question_waiting" } as const;

/**
 * Asks for confirmation, because ending cannot be undone. It is below the header and does not cover the conversation.
 */
export function CloseQuestion({ name, kind, onEnd, onKeep }: CloseQuestionProps) {
  const { t } = useTranslation("desk");
  const question = useRef<HTMLElement>(null);

  useEffect(() => {
    question.current?.querySelector("button")?.focus();
  }, []);

  return (
    <section
      ref={question}
      className={styles.question}
      aria-label={t("end")}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onKeep();
      }}
    >
      <p>{t(WORDS[kind], { name })}</p>
      <Button look="danger" onClick={onEnd}>
        {t("end_yes")}
      </Button>
      <Button look="quiet" onClick={onKeep}>
        {t(kind === "waiting" ? "end_no_waiting" : "end_no")}
      </Button>
    </section>
  );
}
