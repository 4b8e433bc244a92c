import type { TFunction } from "i18next";
import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PreChatAnswers } from "../../api/visitor";
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
import { Input, Select, TextArea } from "../../ui/Input";
import { hideErrors, showToast } from "../../ui/toast";
import type { PreChatField, PreChatForm } from "../../wire/preChat";
import styles from "./PreChatDialog.module.css";

export type PreChatDialogProps = {
  form: PreChatForm;
  /** The contact data that the page was opened with. */
  known: PreChatAnswers["contact"];
  /** Resolves to false if the server refused the answers. */
  onSubmit: (answers: PreChatAnswers) => Promise<boolean>;
  /** Possible only if no field is required. */
  onSkip: () => void;
};

/** Shows the channel's questions before a chat. If an answer is required, the dialog cannot be skipped. */
export function PreChatDialog({ form, known, onSubmit, onSkip }: PreChatDialogProps) {
  const { t } = useTranslation("form");
  const id = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<PreChatValues>(() => knownValues(form.fields, known));
  const [hasTried, setHasTried] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const isSkippable = canSkip(form.fields);
  // A fault disappears as soon as its field is valid.
  const found = preChatFaults(form.fields, values);
  const faults: Readonly<Record<string, PreChatFault>> = hasTried
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
          const fault = faults[field.key];
          return field.isShown ? (
            <FormField
              key={field.key}
              label={field.label}
              isRequired={field.isRequired}
              fault={fault && faultWords(field, fault, t)}
            >
              {(control) => (
                <Control
                  {...control}
                  {...autofillOf(at)}
                  field={field}
                  value={values[field.key] ?? ""}
                  onWrite={(word) => setValues({ ...values, [field.key]: word })}
                />
              )}
            </FormField>
          ) : null;
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
  const { t } = useTranslation("form");
  const shared = { ...control, value, maxLength: 500 };
  switch (field.kind) {
    case "line":
      return <Input {...shared} type={type} onChange={(event) => onWrite(event.target.value)} />;
    case "text":
      return <TextArea {...shared} rows={3} onChange={(event) => onWrite(event.target.value)} />;
    case "dropdown":
    case "radio":
      return (
        <Select {...control} value={value} onChange={(event) => onWrite(event.target.value)}>
          <option value="">{t("field_choose")}</option>
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      );
    default:
      return field.kind satisfies never;
  }
}

function faultWords(field: PreChatField, fault: PreChatFault, t: TFunction<"form">): string {
  switch (fault) {
    case "phone":
      return t("field_phone_wrong");
    case "email":
      return t("field_email_wrong");
    case "missing":
      return missingWords(field.label, field.options.length === 0, t);
    default:
      return fault satisfies never;
  }
}
