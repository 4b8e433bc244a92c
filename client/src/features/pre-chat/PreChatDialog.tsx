import type { TFunction } from "i18next";
import { type ComponentType, type FormEvent, Suspense, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PreChatAnswers } from "../../api/visitor";
import type { Answer } from "../../form/answers";
import { missingWords } from "../../form/missingWords";
import {
  autofillOf,
  canSkip,
  knownValues,
  type PreChatFault,
  type PreChatValues,
  preChatAnswers,
  preChatFaults,
} from "../../form/preChat";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { FormField, focusFirstFault } from "../../ui/FormField";
import { Input, TextArea } from "../../ui/Input";
import { Skeleton } from "../../ui/Skeleton";
import { hideErrors, showToast } from "../../ui/toast";
import type { Field } from "../../wire/field";
import type { PreChatField, PreChatForm } from "../../wire/preChat";
import { asField, chosenIn, chosenValue, isMalformed } from "./chosen";
import styles from "./PreChatDialog.module.css";

export type PreChatDialogProps = {
  form: PreChatForm;
  /** The contact data that the page was opened with. */
  known: PreChatAnswers["contact"];
  /** Resolves to false if the server refused the answers. */
  onSubmit: (answers: PreChatAnswers) => Promise<boolean>;
  /** Possible only if no field is required. */
  onSkip: () => void;
  /** Shows a field that is no text. */
  FieldControl: ComponentType<{
    field: Field;
    answer: Answer;
    fault: string | undefined;
    onChange: (answer: Answer) => void;
  }>;
};

/** Shows the channel's questions before a chat. If an answer is required, the dialog cannot be skipped. */
export function PreChatDialog({ form, known, onSubmit, onSkip, FieldControl }: PreChatDialogProps) {
  const { t } = useTranslation("form");
  const id = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<PreChatValues>(() => knownValues(form.fields, known));
  const [hasTried, setHasTried] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const isSkippable = canSkip(form.fields);
  // A fault disappears as soon as its field is valid.
  const found: { field: PreChatField; fault: Fault }[] = [
    ...preChatFaults(form.fields, values),
    ...form.fields
      .filter((field) => field.isShown && isMalformed(field, values[field.key] ?? ""))
      .map((field) => ({ field, fault: "malformed" as const })),
  ];
  const faults: Readonly<Record<string, Fault>> = hasTried
    ? Object.fromEntries(found.map(({ field, fault }) => [field.key, fault]))
    : {};

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    const [first] = found;
    if (first) {
      showToast("error", faultWords(first.field, first.fault, t));
      focusFirstFault(formRef.current);
      return;
    }
    hideErrors();
    setIsSending(true);
    await onSubmit(preChatAnswers(form.fields, values));
    setIsSending(false);
  };

  return (
    <Dialog
      isOpen
      isQuestion
      isRequired={!isSkippable}
      title={form.title || t("pre_chat_title")}
      closeLabel={t("pre_chat_skip")}
      onClose={() => {
        if (isSkippable) onSkip();
      }}
      footer={
        <>
          {isSkippable ? (
            <Button look="outline" onClick={onSkip}>
              {t("pre_chat_skip")}
            </Button>
          ) : null}
          <Button look="primary" type="submit" form={id} isBusy={isSending} isWide={!isSkippable}>
            {t("pre_chat_start")}
          </Button>
        </>
      }
    >
      <form id={id} ref={formRef} className={styles.form} noValidate onSubmit={submit}>
        {form.fields.map((field, at) => {
          const found = faults[field.key];
          const fault = found && faultWords(field, found, t);
          const value = values[field.key] ?? "";
          const write = (next: string) => setValues({ ...values, [field.key]: next });
          if (!field.isShown) return null;
          return field.kind === "line" || field.kind === "text" ? (
            <FormField key={field.key} label={field.label} isRequired={field.isRequired} fault={fault}>
              {(control) => (
                <Control {...control} {...autofillOf(at)} field={field} value={value} onWrite={write} />
              )}
            </FormField>
          ) : (
            <Suspense key={field.key} fallback={<Skeleton width="100%" height="72px" />}>
              <FieldControl
                field={asField(field)}
                answer={chosenIn(field, value)}
                fault={fault}
                onChange={(answer) => write(chosenValue(field, answer))}
              />
            </Suspense>
          );
        })}
      </form>
    </Dialog>
  );
}

type ControlProps = {
  field: PreChatField;
  value: string;
  onWrite: (word: string) => void;
  id: string;
  required: boolean;
  autoComplete: string;
  type: string;
};

function Control({ field, value, onWrite, type, ...control }: ControlProps) {
  const shared = { ...control, value, maxLength: 500 };
  return field.kind === "text" ? (
    <TextArea {...shared} rows={3} onChange={(event) => onWrite(event.target.value)} />
  ) : (
    <Input {...shared} type={type} onChange={(event) => onWrite(event.target.value)} />
  );
}

type Fault = PreChatFault | "malformed";

function faultWords(field: PreChatField, fault: Fault, t: TFunction<"form">): string {
  switch (fault) {
    case "phone":
      return t("field_phone_wrong");
    case "email":
      return t("field_email_wrong");
    case "malformed":
      return t(field.kind === "number" ? "field_number_wrong" : "field_date_wrong");
    case "missing":
      return missingWords(field.label, field.options.length === 0 && !/^date/.test(field.kind), t);
    default:
      return fault satisfies never;
  }
}
