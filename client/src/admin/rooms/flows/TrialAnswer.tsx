import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Fields } from "../../../features/fields/Fields";
import { type Answers, blankAnswers, isBlank } from "../../../form/answers";
import { faultsOf } from "../../../form/validate";
import { Button } from "../../../ui/Button";
import { RichText } from "../../../ui/RichText";
import { Skeleton } from "../../../ui/Skeleton";
import type { Answer } from "../../../wire/answer";
import type { Form } from "../../../wire/form";
import common from "../../common.module.css";
import styles from "./FlowTrial.module.css";
import type { Act } from "./useTrial";

type TrialAnswerProps = { answer: Answer; nodeId: string; isLast: boolean; onAct: (act: Act) => void };

/** A robot's reply. Only the last one can be acted on: going back is the way to an earlier one. */
export function TrialAnswer({ answer, nodeId, isLast, onAct }: TrialAnswerProps) {
  return (
    <>
      {answer.parts.map((part, at) => {
        const key = `${part.kind} ${at}`;
        if (part.kind === "form")
          return isLast ? <TrialForm key={key} form={part.form} nodeId={nodeId} onAct={onAct} /> : null;
        return (
          <div key={key} className={styles.bubble} dir="auto">
            {part.kind === "text" ? (
              <RichText html={part.text} />
            ) : (
              [part.card.title, part.card.description, part.card.price].filter(Boolean).join(" · ")
            )}
          </div>
        );
      })}
      {isLast && answer.buttons.length > 0 ? (
        <div className={common.wrap}>
          {answer.buttons.map((button) => (
            <Button
              key={`${button.id}|${button.itemId}`}
              look="outline"
              size="small"
              onClick={() =>
                onAct({ wire: { nodeId: button.nodeId, itemId: button.itemId }, text: button.name })
              }
            >
              {button.name}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  );
}

type TrialFormProps = { form: Form; nodeId: string; onAct: (act: Act) => void };

function TrialForm({ form, nodeId, onAct }: TrialFormProps) {
  const { t } = useTranslation("admin");
  const [answers, setAnswers] = useState<Answers>(() => ({ ...blankAnswers(form.fields), ...form.answers }));
  const [isTold, setTold] = useState(false);
  const faults = faultsOf(form.fields, answers);
  const submit = () => {
    setTold(true);
    if (Object.values(faults).some(Boolean)) return;
    const given = Object.entries(answers).filter(([, answer]) => !isBlank(answer));
    onAct({
      wire: { nodeId, fields: Object.fromEntries(given) },
      text: given.map(([, answer]) => (typeof answer === "string" ? answer : answer.join(", "))).join(" · "),
    });
  };
  return (
    <div className={styles.form}>
      {form.title === "" ? null : <p dir="auto">{form.title}</p>}
      <Suspense fallback={<Skeleton width="100%" height="72px" />}>
        <Fields fields={form.fields} answers={answers} faults={isTold ? faults : {}} onChange={setAnswers} />
      </Suspense>
      {form.target ? <p className={common.note}>{t("flow_try_form_url")}</p> : null}
      <Button look="primary" size="small" onClick={submit}>
        {t("flow_try_send")}
      </Button>
    </div>
  );
}
