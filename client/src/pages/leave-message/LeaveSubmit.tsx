import type { TFunction } from "i18next";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AttachmentList } from "../../features/attachments/AttachmentList";
import { useAttachments } from "../../features/attachments/useAttachments";
import { Fields } from "../../features/fields/Fields";
import { faultWords } from "../../features/fields/faultWords";
import { ContactFields } from "../../features/leave-message/ContactFields";
import { type ContactFaults, contactFaults } from "../../features/leave-message/contactFaults";
import { LeaveDone } from "../../features/leave-message/LeaveDone";
import { LeaveForm } from "../../features/leave-message/LeaveForm";
import { wireAnswers } from "../../form/answers";
import { faultsOf } from "../../form/validate";
import type { LeaveDesk } from "../../session/leaveDesk";
import { useAtom, useAtomValue, useSetAtom } from "../../state/jotai";
import {
  halfWrittenAtom,
  leaveAtom,
  loadTemplateAtom,
  type TemplateState,
  templateAtom,
} from "../../state/leave.atoms";
import { Button } from "../../ui/Button";
import { focusFirstFault } from "../../ui/FormField";
import { LoadingWords } from "../../ui/LoadingWords";
import { Skeleton } from "../../ui/Skeleton";
import { hideErrors, showToast } from "../../ui/toast";
import type { Field } from "../../wire/field";
import { failureWords } from "../frame/outcomeWords";
import styles from "./LeavePanel.module.css";

const NO_FIELDS: readonly Field[] = [];

/** The channel's form: type 1 asks for contact data, type 2 takes pictures and asks for the template's fields. */
export function LeaveSubmit({ desk, title, onMine }: { desk: LeaveDesk; title: string; onMine: () => void }) {
  const [isDone, setIsDone] = useState(false);
  // A new form is a new component, so that no state of the last one remains.
  return isDone ? (
    <LeaveDone
      onAgain={() => setIsDone(false)}
      onMine={() => {
        setIsDone(false);
        onMine();
      }}
    />
  ) : (
    <OpenForm desk={desk} title={title} onDone={() => setIsDone(true)} />
  );
}

function OpenForm({ desk, title, onDone }: { desk: LeaveDesk; title: string; onDone: () => void }) {
  const { t } = useTranslation("form");
  const { t: tChat } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const template = useAtomValue(templateAtom);
  const leave = useSetAtom(leaveAtom);
  const [{ contact, answers, pictures }, setHalf] = useAtom(halfWrittenAtom);
  const keep = (kept: typeof pictures) => setHalf((half) => ({ ...half, pictures: kept }));
  const attachments = useAttachments(desk.upload, { pictures, keep });
  const [hasTried, setHasTried] = useState(false);
  const [isSending, setIsSending] = useState(false);

  const isOrder = desk.kind === "order";
  const fields = template.kind === "here" ? template.template.fields : NO_FIELDS;
  const faults = contactFaults(contact, !isOrder);
  const fieldFaults = faultsOf(fields, answers);

  const submit = async () => {
    setHasTried(true);
    const fault = firstFault(faults, t) ?? firstFieldFault(fields, fieldFaults, t);
    if (fault !== undefined) {
      showToast("error", fault);
      focusFirstFault(form.current);
      return;
    }
    hideErrors();
    setIsSending(true);
    const outcome = await leave({
      contact,
      answers: wireAnswers(fields, answers),
      files: attachments.files,
    });
    setIsSending(false);
    if (outcome.kind === "done") {
      attachments.clear();
      onDone();
      return;
    }
    const sentence = failureWords(outcome, t, tChat);
    if (sentence !== undefined) showToast("error", sentence);
  };

  return (
    <LeaveForm
      form={form}
      title={title}
      isSending={isSending}
      mustWait={attachments.isSending || (isOrder && template.kind !== "here")}
      onSubmit={() => void submit()}
    >
      <ContactFields
        asksContact={!isOrder}
        contact={contact}
        faults={hasTried ? faults : {}}
        onChange={(next) => setHalf((half) => ({ ...half, contact: next }))}
      />
      {isOrder ? <AttachmentList attachments={attachments} /> : null}
      {isOrder ? <TemplatePlace template={template} /> : null}
      {fields.length > 0 ? (
        <Fields
          fields={fields}
          answers={answers}
          faults={hasTried ? fieldFaults : {}}
          onChange={(next) => setHalf((half) => ({ ...half, answers: next }))}
        />
      ) : null}
    </LeaveForm>
  );
}

/** The placeholder of the template's fields. */
function TemplatePlace({ template }: { template: TemplateState }) {
  const { t } = useTranslation();
  const load = useSetAtom(loadTemplateAtom);
  if (template.kind === "failed") {
    return (
      <div className={styles.failed} role="alert">
        <p>{t("page_error")}</p>
        <Button look="outline" onClick={() => load()}>
          {t("page_retry")}
        </Button>
      </div>
    );
  }
  if (template.kind === "here") return null;
  return (
    <div className={styles.loading} aria-busy="true">
      <LoadingWords>{t("page_loading")}</LoadingWords>
      <Skeleton width="30%" height="16px" />
      <Skeleton width="100%" height="44px" />
      <Skeleton width="36%" height="16px" />
      <Skeleton width="100%" height="44px" />
    </div>
  );
}

type Words = TFunction<"form">;

/** The first fault, in the order of the fields. */
function firstFault(faults: ContactFaults, t: Words): string | undefined {
  const key = faults.name ?? faults.phone ?? faults.email ?? faults.content;
  return key === undefined ? undefined : t(key);
}

function firstFieldFault(
  fields: readonly Field[],
  faults: ReturnType<typeof faultsOf>,
  t: Words,
): string | undefined {
  const wrong = fields.find((field) => faults[field.id]);
  return wrong && faultWords(wrong, faults[wrong.id], t);
}
