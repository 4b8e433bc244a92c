import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import styles from "./TalkHeader.module.css";

export type CloseQuestionProps = { name: string; isRated: boolean; onEnd: () => void; onKeep: () => void };

/**
 * Asks for confirmation, because ending cannot be undone. It is below the header and does not cover the conversation.
 */
export function CloseQuestion({ name, isRated, onEnd, onKeep }: CloseQuestionProps) {
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
      <p>{t(isRated ? "end_question_rated" : "end_question", { name })}</p>
      <Button look="danger" onClick={onEnd}>
        {t("end_yes")}
      </Button>
      <Button look="quiet" onClick={onKeep}>
        {t("end_no")}
      </Button>
    </section>
  );
}
