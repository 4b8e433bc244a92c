import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../../state/jotai";
import { Button } from "../../../../ui/Button";
import { RichText } from "../../../../ui/RichText";
import { showToast } from "../../../../ui/toast";
import { explained } from "../../../../wire/admin";
import { FieldFrame } from "../../../form/FieldFrame";
import { adminApiAtom } from "../../../session/services";
import { textOf } from "../../../things/kinds";
import { useThing } from "../../../things/useThings";
import { DocPicker, type PickedDoc } from "../DocPicker";
import styles from "../lists.module.css";
import { useRobot } from "../robot";
import { Refused } from "../trial/Refused";
import card from "./GroupCard.module.css";
import { useResolve } from "./useResolve";
import type { AnswerProps } from "./WriteAnswer";

/** Documents that the robot would consider are proposed first. */
const PROPOSED = 5;

/** Adds the questions to a document that has the answer already. */
export function AddToDocument({ group, questions, onClose }: AnswerProps) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const { robotNo } = useRobot();
  const [chosen, setChosen] = useState<PickedDoc>();
  const { resolve, isBusy, refusal, forgetRefusal } = useResolve(group);
  const { data: told } = useQuery({
    queryKey: ["ask", robotNo, group.question],
    queryFn: ({ signal }) =>
      api.call(
        "robot/ask",
        { robotNo, question: group.question, lang: group.languages[0] ?? "" },
        explained,
        {
          signal,
        },
      ),
  });
  const { data: doc } = useThing("docs", chosen && { robotNo, docId: chosen.docId, lang: chosen.lang });

  const add = async (isForced: boolean) => {
    if (!chosen) return;
    const { docId, lang } = chosen;
    if (!(await resolve({ action: "similar", docId, lang, questions }, { isForced }))) return;
    showToast("success", t("kb_inbox_added"));
    onClose();
  };
  return (
    <div className={card.answer}>
      <FieldFrame label={t("kb_inbox_which")} help={t("kb_inbox_which_help")} fault={undefined}>
        {({ id }) => (
          <DocPicker
            id={id}
            label={t("kb_inbox_which")}
            robotNo={robotNo}
            proposed={(told?.considered ?? []).slice(0, PROPOSED).map((one) => ({
              docId: one.doc,
              lang: one.language,
              question: one.question,
            }))}
            chosen={chosen}
            onChoose={setChosen}
          />
        )}
      </FieldFrame>
      {chosen && doc ? (
        <div className={card.preview} dir="auto">
          <RichText html={textOf(doc, "answer")} />
        </div>
      ) : null}
      <Refused refusal={refusal} onForce={() => void add(true)} onClose={forgetRefusal} />
      <div className={styles.buttons}>
        <Button look="primary" isBusy={isBusy} disabled={!chosen} onClick={() => void add(false)}>
          {t("kb_inbox_add_now", { count: questions.length })}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t("kb_cancel")}
        </Button>
      </div>
    </div>
  );
}
