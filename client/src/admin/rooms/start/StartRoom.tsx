import { useQuery } from "@tanstack/react-query";
import { Check, Circle, CircleCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAtomValue } from "../../../state/jotai";
import { Button } from "../../../ui/Button";
import { type Start, start } from "../../../wire/setup";
import { adminApiAtom } from "../../session/services";
import { Page } from "../../shell/Page";
import { PageSkeleton } from "../../shell/PageSkeleton";
import { Trouble } from "../../shell/Trouble";
import { textOf } from "../../things/kinds";
import { refusalOf } from "../../things/refusals";
import { troubleWords } from "../../things/troubleWords";
import { useThings } from "../../things/useThings";
import styles from "./StartRoom.module.css";
import { type Step, stepsOf } from "./steps";

/** What a new shop does first; each step is ticked by facts. */
export default function StartRoom() {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const query = useQuery({
    queryKey: ["start"],
    queryFn: ({ signal }) => api.call("start", {}, start, { signal }),
    refetchInterval: REFRESH_MS,
  });
  if (query.data) return <Checklist facts={query.data} />;
  if (query.error)
    return <Trouble text={troubleWords(t, refusalOf(query.error))} onRetry={() => void query.refetch()} />;
  return <PageSkeleton />;
}

/** A first message ticks its step soon after. */
const REFRESH_MS = 10_000;

function Checklist({ facts }: { facts: Start }) {
  const { t } = useTranslation("admin");
  const { things: [robot] = [] } = useThings("robots");
  const steps = stepsOf(facts, robot ? textOf(robot, "robotNo") : "");
  const done = steps.filter((step) => step.isDone).length;
  const isDone = done === steps.length;
  const [isOpen, setOpen] = useState(false);
  return (
    <Page
      title={t(isDone ? "start_title_done" : "start_title")}
      text={t(isDone ? "start_text_done" : "start_text")}
    >
      {isDone && !isOpen ? (
        <p className={styles.folded}>
          <CircleCheck size={20} aria-hidden />
          <span>{t("start_folded", { count: steps.length })}</span>
          <Button look="quiet" size="small" onClick={() => setOpen(true)}>
            {t("start_unfold")}
          </Button>
        </p>
      ) : (
        <section className={styles.card} aria-labelledby="start-progress">
          <p id="start-progress" className={styles.progress}>
            {t("start_progress", { done, total: steps.length })}
          </p>
          <progress className={styles.bar} max={steps.length} value={done} aria-labelledby="start-progress" />
          <ol className={styles.steps}>
            {steps.map((step) => (
              <StepRow key={step.id} step={step} />
            ))}
          </ol>
        </section>
      )}
    </Page>
  );
}

function StepRow({ step }: { step: Step }) {
  const { t } = useTranslation("admin");
  return (
    <li className={styles.step} data-done={step.isDone ? "" : undefined}>
      <span className={styles.tick}>
        {step.isDone ? <Check size={16} aria-hidden /> : <Circle size={16} aria-hidden />}
        <span className="visually-hidden">{t(step.isDone ? "start_done" : "start_open")}</span>
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{t(`start_${step.id}`)}</span>
        <span className={styles.note}>
          {step.id === "answers" && !step.isDone && step.count > 0
            ? t("start_answers_so_far", { count: step.count })
            : t(`start_${step.id}_text`)}
        </span>
      </span>
      <span className={styles.time}>{t("start_minutes", { count: step.minutes })}</span>
      {step.isOutside ? (
        <a className={styles.go} href={step.to} target="_blank" rel="noreferrer">
          {t(`start_${step.id}_go`)}
        </a>
      ) : (
        <Link className={styles.go ?? ""} href={step.to}>
          {t(`start_${step.id}_go`)}
        </Link>
      )}
    </li>
  );
}
