import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { newId } from "../../../../lib/newId";
import { Button } from "../../../../ui/Button";
import { Skeleton } from "../../../../ui/Skeleton";
import { showToast } from "../../../../ui/toast";
import { FieldFrame } from "../../../form/FieldFrame";
import { Alert } from "../../../shell/Alert";
import { useUnsaved } from "../../../shell/guard";
import { troubleWords } from "../../../things/troubleWords";
import { LanguageSelect } from "../LanguageSelect";
import { directionOf } from "../languages";
import styles from "../lists.module.css";
import { WorseDialog } from "../trial/WorseDialog";
import card from "./GroupCard.module.css";
import type { Group } from "./group";
import { useResolve } from "./useResolve";

const RichEditor = lazy(() => import("../editor/RichEditor"));

export type AnswerProps = { group: Group; questions: readonly string[]; onClose: () => void };

/** Writes the answer; the questions and it become a new document. */
export function WriteAnswer({ group, questions, onClose }: AnswerProps) {
  const { t } = useTranslation("admin");
  const [lang, setLang] = useState(group.languages[0] ?? "");
  const [answer, setAnswer] = useState("");
  const [docId] = useState(() => `doc-${newId().slice(0, 8)}`);
  const { resolve, isBusy, refusal, forgetRefusal } = useResolve(group);
  useUnsaved(answer !== "", onClose);

  const save = async (isForced: boolean) => {
    const isSaved = await resolve({ action: "document", docId, lang, answer, questions }, { isForced });
    if (!isSaved) return;
    showToast("success", t("kb_inbox_written"));
    onClose();
  };
  const said = (field: string) =>
    refusal?.kind === "faults" ? refusal.faults.find((one) => one.field === field)?.message : undefined;
  const answerFault = said("answer");
  const isOther = refusal && refusal.kind !== "worse" && answerFault === undefined;
  return (
    <div className={card.answer}>
      <FieldFrame label={t("kb_language")} fault={said("lang")}>
        {(control) => (
          <span className={card.language}>
            <LanguageSelect
              {...control}
              value={lang}
              onChoose={setLang}
              first={{ value: "", name: t("kb_every_language") }}
            />
          </span>
        )}
      </FieldFrame>
      <FieldFrame label={t("kb_answer")} fault={answerFault} isGroup>
        {() => (
          <Suspense fallback={<Skeleton width="100%" height="220px" />}>
            <RichEditor
              label={t("kb_answer")}
              html={answer}
              direction={directionOf(lang)}
              isWrong={answerFault !== undefined}
              onChange={setAnswer}
              onBlur={() => undefined}
            />
          </Suspense>
        )}
      </FieldFrame>
      {isOther ? <Alert text={troubleWords(t, refusal)} /> : null}
      <div className={styles.buttons}>
        <Button look="primary" isBusy={isBusy} onClick={() => void save(false)}>
          {t("kb_inbox_save")}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t("kb_cancel")}
        </Button>
      </div>
      {refusal?.kind === "worse" ? (
        <WorseDialog report={refusal.report} onForce={() => void save(true)} onClose={forgetRefusal} />
      ) : null}
    </div>
  );
}
