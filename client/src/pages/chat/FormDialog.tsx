import type { TFunction } from "i18next";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Fields } from "../../features/fields/Fields";
import { answerTo, blankAnswers, isBlank } from "../../form/answers";
import { faultsOf } from "../../form/validate";
import type { FormOutcome } from "../../session/forms";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { focusFirstFault } from "../../ui/FormField";
import { showToast } from "../../ui/toast";
import type { Form, FormAnswers } from "../../wire/form";
import styles from "./FormDialog.module.css";

export type FormDialogProps = {
  form: Form;
  onSubmit: (answers: FormAnswers) => Promise<FormOutcome | undefined>;
  onClose: () => void;
};

/** Fills in a message's form; keeps the answers until sent. Protocol, 'Forms in a conversation', msgType 10, 11. */
export function FormDialog({ form, onSubmit, onClose }: FormDialogProps) {
  const { t } = useTranslation("form");
  const { t: page } = useTranslation();
  const formRef = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(() => ({ ...blankAnswers(form.fields), ...form.answers }));
  const [hasTried, setHasTried] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [trouble, setTrouble] = useState("");
  const faults = faultsOf(form.fields, answers);

  const submit = async () => {
    setHasTried(true);
    if (isSending) return;
    if (form.fields.some((field) => faults[field.id])) {
      focusFirstFault(formRef.current);
      return;
    }
    setIsSending(true);
    setTrouble("");
    const outcome = await onSubmit(given(form, answers));
    setIsSending(false);
    if (outcome?.kind === "taken") {
      showToast("success", outcome.text || t("sheet_sent"));
      onClose();
      return;
    }
    setTrouble(troubleWords(outcome, t, page));
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={form.title || t("card_form_title")}
      closeLabel={page("page_close")}
      footer={
        <Button look="primary" isWide isBusy={isSending} onClick={() => formRef.current?.requestSubmit()}>
          {t(isSending ? "form_submitting" : "form_submit")}
        </Button>
      }
    >
      <form
        ref={formRef}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Fields
          fields={form.fields}
          answers={answers}
          faults={hasTried ? faults : {}}
          onChange={(next) => setAnswers({ ...next })}
        />
        {trouble === "" ? null : (
          <p className={styles.trouble} role="alert">
            {trouble}
          </p>
        )}
      </form>
    </Dialog>
  );
}

/** The given answers, trimmed, without empty ones. */
function given(form: Form, answers: FormAnswers): FormAnswers {
  return Object.fromEntries(
    form.fields.flatMap((field) => {
      const answer = answerTo(field, answers);
      if (isBlank(answer)) return [];
      return [[field.id, typeof answer === "string" ? answer.trim() : answer]];
    }),
  );
}

function troubleWords(
  outcome: FormOutcome | undefined,
  t: TFunction<"form">,
  page: TFunction<"chat">,
): string {
  switch (outcome?.kind) {
    case "already":
      return t("sheet_already");
    case "gone":
      return t("sheet_gone");
    case "tooMany":
      return t("form_too_many");
    case "unreachable":
      return page("page_error");
    case "refused":
      return outcome.text || t("form_failed");
    default:
      return t("form_failed");
  }
}
