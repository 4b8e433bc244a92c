import { CircleCheck, FileQuestionMark, Hourglass } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Fields } from "../../features/fields/Fields";
import { faultWords } from "../../features/fields/faultWords";
import { blankAnswers, wireAnswers } from "../../form/answers";
import { faultsOf } from "../../form/validate";
import { orderPath } from "../../lib/paths";
import type { Outcome } from "../../state/leave.atoms";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { focusFirstFault } from "../../ui/FormField";
import { LoadingWords } from "../../ui/LoadingWords";
import { Skeleton } from "../../ui/Skeleton";
import { hideErrors, showToast } from "../../ui/toast";
import type { OrderTemplate } from "../../wire/workOrder";
import { ExpiredHere } from "../frame/ExpiredDialog";
import { failureWords } from "../frame/outcomeWords";
import { PageFrame } from "../frame/PageFrame";
import styles from "./CardFormPage.module.css";
import { useCardForm } from "./useCardForm";

/** The form of a card; submitting it makes a work order. Protocol, 'Work orders', /formData. */
export function CardFormPage() {
  const form = useCardForm();
  return (
    <>
      <Place {...form} />
      <ExpiredHere tenantId={form.tenantId} onReload={form.load} />
    </>
  );
}

function Place({ state, load, submit }: ReturnType<typeof useCardForm>) {
  const { t } = useTranslation("form");
  const { t: tChat } = useTranslation();
  const [, navigate] = useLocation();
  const template = state.kind === "open" || state.kind === "sent" ? state.template : undefined;
  const title = template?.typeName || t("card_form_title");
  useEffect(() => {
    document.title = title;
  }, [title]);

  switch (state.kind) {
    case "loading":
      return (
        <PageFrame title={title}>
          <div className={styles.form} aria-busy="true">
            <LoadingWords>{tChat("page_loading")}</LoadingWords>
            <Skeleton width="30%" height="16px" />
            <Skeleton width="100%" height="44px" />
            <Skeleton width="36%" height="16px" />
            <Skeleton width="100%" height="44px" />
          </div>
        </PageFrame>
      );
    case "open":
      return (
        <OpenForm key={state.template.formToken} title={title} template={state.template} onSubmit={submit} />
      );
    case "sent":
      return (
        <Result
          title={title}
          icon={<CircleCheck size={44} strokeWidth={1.5} aria-hidden />}
          text={t("card_form_done")}
          isGood
        >
          <Button look="primary" onClick={() => navigate(orderPath(state.orderId, state.token))}>
            {t("card_form_view")}
          </Button>
          <Button look="outline" onClick={load}>
            {t("card_form_again")}
          </Button>
        </Result>
      );
    case "expired":
      return (
        <Result
          title={title}
          icon={<Hourglass size={40} strokeWidth={1.5} aria-hidden />}
          text={t("card_form_expired")}
        >
          <Button look="primary" onClick={load}>
            {tChat("page_reload")}
          </Button>
        </Result>
      );
    case "missing":
      return (
        <PageFrame title={title}>
          <div role="alert">
            <Empty
              icon={<FileQuestionMark size={28} aria-hidden />}
              title={t("card_form_missing")}
              text={t("link_hint")}
            />
          </div>
        </PageFrame>
      );
    case "failed":
      return (
        <Result title={title} text={tChat("page_error")}>
          <Button look="outline" onClick={load}>
            {tChat("page_retry")}
          </Button>
        </Result>
      );
    default:
      return state satisfies never;
  }
}

type OpenFormProps = {
  title: string;
  template: OrderTemplate;
  onSubmit: (answers: ReturnType<typeof wireAnswers>) => Promise<Outcome>;
};

function OpenForm({ title, template: { fields }, onSubmit }: OpenFormProps) {
  const { t } = useTranslation("form");
  const { t: tChat } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(() => blankAnswers(fields, "0"));
  const [hasTried, setHasTried] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const faults = faultsOf(fields, answers);

  const submit = async () => {
    setHasTried(true);
    const wrong = fields.find((field) => faults[field.id]);
    if (wrong) {
      const fault = faults[wrong.id];
      // Protocol, 'Work orders': 'Please Fill in' and the field's name.
      const isMissing = fault === "missing";
      showToast(
        "error",
        isMissing ? t("field_please_fill_in", { field: wrong.name }) : (faultWords(wrong, fault, t) ?? ""),
      );
      focusFirstFault(form.current);
      return;
    }
    hideErrors();
    setIsSending(true);
    const outcome = await onSubmit(wireAnswers(fields, answers));
    setIsSending(false);
    if (outcome.kind === "done") return;
    const sentence = failureWords(outcome, t, tChat);
    if (sentence !== undefined) showToast("error", sentence);
  };

  return (
    <PageFrame
      title={title}
      foot={
        <Button look="primary" isWide isBusy={isSending} onClick={() => form.current?.requestSubmit()}>
          {t(isSending ? "form_submitting" : "form_submit")}
        </Button>
      }
    >
      <form
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Fields fields={fields} answers={answers} faults={hasTried ? faults : {}} onChange={setAnswers} />
      </form>
    </PageFrame>
  );
}

type ResultProps = { title: string; icon?: ReactNode; text: string; isGood?: boolean; children?: ReactNode };

/** The outcome of the form, with the next actions. */
function Result({ title, icon, text, isGood = false, children }: ResultProps) {
  const resultRef = useRef<HTMLDivElement>(null);
  useEffect(() => resultRef.current?.focus(), []);
  return (
    <PageFrame title={title}>
      <div ref={resultRef} className={styles.result} tabIndex={-1} role={isGood ? "status" : "alert"}>
        <span className={isGood ? styles.good : undefined}>{icon}</span>
        <p>{text}</p>
        {children ? <div className={styles.next}>{children}</div> : null}
      </div>
    </PageFrame>
  );
}
