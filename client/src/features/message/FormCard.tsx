import { CircleCheck, ClipboardList, PenLine } from "lucide-react";
import { useTranslation } from "react-i18next";
import { namesAlong } from "../../form/answers";
import { Button } from "../../ui/Button";
import type { Field } from "../../wire/field";
import type { Form } from "../../wire/form";
import styles from "./FormCard.module.css";

export type FormCardProps = {
  form: Form;
  /** Whether the form can still be filled in. */
  isOpen: boolean;
  /** Undefined for a read-only view. */
  onFillIn?: () => void;
};

/**
 * Shows a form in the chat: its questions with a button to fill it in, later the answers. Protocol, 'Forms in a
 * conversation', msgType 10 and 11.
 */
export function FormCard({ form, isOpen, onFillIn }: FormCardProps) {
  const { t } = useTranslation("form");
  return (
    <section className={styles.card}>
      <p className={styles.title}>
        <ClipboardList size={18} aria-hidden className={styles.icon} />
        <bdi>{form.title || t("card_form_title")}</bdi>
      </p>
      {form.isFilled ? (
        <>
          <GivenAnswers form={form} />
          <p className={styles.filled}>
            <CircleCheck size={16} aria-hidden />
            {t("sheet_filled")}
          </p>
        </>
      ) : (
        <>
          <ul className={styles.asked}>
            {form.fields.map((field) => (
              <li key={field.id}>
                <bdi>{field.name}</bdi>
                {field.isRequired ? (
                  <span className={styles.required} aria-hidden="true">
                    *
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
          {!onFillIn ? null : isOpen ? (
            <Button look="soft" isWide icon={<PenLine size={16} aria-hidden />} onClick={onFillIn}>
              {t("sheet_fill_in")}
            </Button>
          ) : (
            <p className={styles.gone}>{t("sheet_gone")}</p>
          )}
        </>
      )}
    </section>
  );
}

/** Shows the visitor's answers to a form, as sent. */
export function FilledForm({ form }: { form: Form }) {
  const { t } = useTranslation("form");
  return (
    <section className={styles.card}>
      <p className={styles.filled}>
        <CircleCheck size={16} aria-hidden />
        {t("sheet_filled")}
      </p>
      <GivenAnswers form={form} />
    </section>
  );
}

function GivenAnswers({ form }: { form: Form }) {
  const given = form.fields.flatMap((field) => {
    const texts = answerWords(field, form.answers[field.id]);
    return texts.length === 0 ? [] : [{ field, texts }];
  });
  return (
    <dl className={styles.answers}>
      {given.map(({ field, texts }) => (
        <div key={field.id}>
          <dt>
            <bdi>{field.name}</bdi>
          </dt>
          {texts.map((word) => (
            <dd key={word}>
              <bdi>{word}</bdi>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

function answerWords(field: Field, answer: Form["answers"][string] | undefined): readonly string[] {
  if (answer === undefined) return [];
  if (typeof answer === "string") return answer === "" ? [] : [answer];
  if (field.kind === "cascader") return [(namesAlong(field.options, answer) ?? answer).join(" / ")];
  return answer;
}
