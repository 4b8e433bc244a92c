import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newId } from "../../../../lib/newId";
import { Button } from "../../../../ui/Button";
import { showToast } from "../../../../ui/toast";
import { FieldFrame } from "../../../form/FieldFrame";
import { LanguageSelect } from "../../../form/LanguageSelect";
import { useUnsaved } from "../../../shell/guard";
import { faultAt } from "../../../things/refusals";
import { LazyEditor } from "../editor/LazyEditor";
import { directionOf } from "../languages";
import styles from "../lists.module.css";
import { Refused } from "../trial/Refused";
import card from "./GroupCard.module.css";
import type { Group } from "./group";
import { useResolve } from "./useResolve";

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
  const answerFault = faultAt(refusal, "answer");
  return (
    <div className={card.answer}>
      <FieldFrame label={t("kb_language")} fault={faultAt(refusal, "lang")}>
        {(control) => (
          <span className={card.language}>
            <LanguageSelect {...control} value={lang} onChoose={setLang} first={t("kb_every_language")} />
          </span>
        )}
      </FieldFrame>
      <FieldFrame label={t("kb_answer")} fault={answerFault} isGroup>
        {() => (
          <LazyEditor
            label={t("kb_answer")}
            html={answer}
            direction={directionOf(lang)}
            isWrong={answerFault !== undefined}
            onChange={setAnswer}
            onBlur={() => undefined}
          />
        )}
      </FieldFrame>
      <Refused
        refusal={answerFault === undefined ? refusal : undefined}
        onForce={() => void save(true)}
        onClose={forgetRefusal}
      />
      <div className={styles.buttons}>
        <Button look="primary" isBusy={isBusy} onClick={() => void save(false)}>
          {t("kb_inbox_save")}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t("kb_cancel")}
        </Button>
      </div>
    </div>
  );
}
