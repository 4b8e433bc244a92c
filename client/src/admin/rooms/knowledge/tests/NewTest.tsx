import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newId } from "../../../../lib/newId";
import { Button } from "../../../../ui/Button";
import { FieldFrame } from "../../../form/FieldFrame";
import { LanguageSelect } from "../../../form/LanguageSelect";
import { LineField } from "../../../form/LineField";
import { submits } from "../../../form/submits";
import { AdminDialog } from "../../../shell/AdminDialog";
import { faultAt, refusalOf } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import { useSave } from "../../../things/useThings";
import { DocPicker, type PickedDoc } from "../DocPicker";
import { useRobot } from "../robot";
import page from "./Tests.module.css";

/** Asks for a question in a visitor's words, and for the document that should answer it. */
export function NewTest({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation("admin");
  const { robotNo } = useRobot();
  const save = useSave("testQuestions");
  const [question, setQuestion] = useState("");
  const [lang, setLang] = useState(i18n.language);
  const [doc, setDoc] = useState<PickedDoc>();
  const [isUnknown, setUnknown] = useState(false);
  const refusal = save.error ? refusalOf(save.error) : undefined;
  const said = (field: string) => faultAt(refusal, field);
  const isPlaced = (["question", "lang", "docId"] as const).some((field) => said(field) !== undefined);

  const create = () => {
    const test = {
      version: 0,
      robotNo,
      questionId: `test-${newId().slice(0, 8)}`,
      lang,
      question,
      docId: isUnknown ? "" : (doc?.docId ?? ""),
    };
    save.mutate(test, { onSuccess: onClose });
  };
  return (
    <AdminDialog
      onClose={onClose}
      title={t("kb_test_new")}
      cancel={t("kb_cancel")}
      action={
        <Button
          look="primary"
          type="submit"
          form="new-test"
          isBusy={save.isPending}
          disabled={!doc && !isUnknown}
        >
          {t("kb_test_add")}
        </Button>
      }
    >
      <form id="new-test" noValidate className={page.form} onSubmit={submits(create)}>
        <LineField
          label={t("kb_question")}
          help={t("kb_test_help")}
          fault={said("question")}
          value={question}
          autoComplete="off"
          onChange={setQuestion}
        />
        <FieldFrame label={t("kb_language")} fault={said("lang")}>
          {(control) => (
            <LanguageSelect {...control} value={lang} onChoose={setLang} first={t("kb_try_own_language")} />
          )}
        </FieldFrame>
        {isUnknown ? null : (
          <FieldFrame label={t("kb_test_doc")} fault={said("docId")}>
            {({ id }) => (
              <DocPicker id={id} label={t("kb_test_doc")} robotNo={robotNo} chosen={doc} onChoose={setDoc} />
            )}
          </FieldFrame>
        )}
        <label className={page.choice}>
          <input type="checkbox" checked={isUnknown} onChange={(event) => setUnknown(event.target.checked)} />
          {t("kb_test_unknown")}
        </label>
        {refusal && !isPlaced ? <p role="alert">{troubleWords(t, refusal)}</p> : null}
      </form>
    </AdminDialog>
  );
}
