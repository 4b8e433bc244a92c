import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FormField, focusFirstFault } from "../../ui/FormField";
import { IconButton } from "../../ui/IconButton";
import { Input, Select, TextArea } from "../../ui/Input";
import type { Form } from "../../wire/form";
import styles from "./Dialogs.module.css";
import { blankQuestion, FIELDS_MAX, formOfQuestions, type Question, questionFault } from "./formQuestions";

const KINDS = ["line", "text", "number", "date", "radio", "checkboxes"] as const;

/** Writes a short form for the visitor: its answers come back as a message. */
export function FormDialog({ onSend, onClose }: { onSend: (form: Form) => void; onClose: () => void }) {
  const { t } = useTranslation("desk");
  const form = useRef<HTMLFormElement>(null);
  const [title, setTitle] = useState("");
  const [questions, setQuestions] = useState<readonly Question[]>([blankQuestion(1)]);
  const [isTried, setTried] = useState(false);

  function send(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (title.trim() === "" || questions.some((one) => questionFault(one) !== undefined))
      return focusFirstFault(form.current);
    onSend(formOfQuestions(title, questions));
    onClose();
  }
  const change = (changed: Question) =>
    setQuestions(questions.map((one) => (one.id === changed.id ? changed : one)));

  return (
    <Dialog isOpen onClose={onClose} title={t("form_title")} closeLabel={t("close")}>
      <form ref={form} className={styles.form} noValidate onSubmit={send}>
        <FormField
          label={t("form_name")}
          isRequired
          fault={isTried && title.trim() === "" ? t("own_missing") : undefined}
        >
          {(control) => (
            <Input
              {...control}
              data-focus-first
              maxLength={200}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </FormField>
        {questions.map((one, at) => (
          <QuestionRow
            key={one.id}
            question={one}
            place={at + 1}
            isTried={isTried}
            onChange={change}
            onRemove={
              questions.length > 1 ? () => setQuestions(questions.filter((it) => it !== one)) : undefined
            }
          />
        ))}
        {questions.length >= FIELDS_MAX ? null : (
          <Button
            look="soft"
            icon={<Plus size={16} aria-hidden />}
            onClick={() =>
              setQuestions([...questions, blankQuestion(1 + Math.max(...questions.map(({ id }) => id)))])
            }
          >
            {t("form_add")}
          </Button>
        )}
        <div className={styles.foot}>
          <Button look="outline" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button look="primary" type="submit">
            {t("send")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type QuestionRowProps = {
  question: Question;
  place: number;
  isTried: boolean;
  onChange: (question: Question) => void;
  onRemove: (() => void) | undefined;
};

function QuestionRow({ question, place, isTried, onChange, onRemove }: QuestionRowProps) {
  const { t } = useTranslation("desk");
  const fault = isTried ? questionFault(question) : undefined;
  const hasOptions = question.kind === "radio" || question.kind === "checkboxes";
  return (
    <fieldset className={styles.question} aria-label={t("form_question", { place })}>
      <FormField
        label={t("form_question", { place })}
        isRequired
        fault={fault === "name" ? t("own_missing") : undefined}
      >
        {(control) => (
          <Input
            {...control}
            maxLength={200}
            value={question.name}
            onChange={(event) => onChange({ ...question, name: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={t("form_kind")} isRequired={false} fault={undefined}>
        {(control) => (
          <Select
            {...control}
            value={question.kind}
            onChange={(event) =>
              onChange({ ...question, kind: KINDS.find((kind) => kind === event.target.value) ?? "line" })
            }
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`form_kind_${kind}`)}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <IconButton
        label={t("form_remove", { place })}
        icon={<Trash2 size={18} />}
        disabled={onRemove === undefined}
        onClick={onRemove}
      />
      {hasOptions ? (
        <div className={styles.options}>
          <FormField
            label={t("form_options")}
            isRequired
            fault={fault === "options" ? t("form_options_few") : undefined}
          >
            {(control) => (
              <TextArea
                {...control}
                rows={3}
                maxLength={2_000}
                value={question.options}
                onChange={(event) => onChange({ ...question, options: event.target.value })}
              />
            )}
          </FormField>
        </div>
      ) : null}
      <label className={styles.required}>
        <input
          type="checkbox"
          checked={question.isRequired}
          onChange={(event) => onChange({ ...question, isRequired: event.target.checked })}
        />
        {t("form_required")}
      </label>
    </fieldset>
  );
}
