import { useTranslation } from "react-i18next";
import { ThingForm } from "../../form/ThingForm";
import { Page } from "../../shell/Page";
import { OneThing } from "../../things/OneThing";
import { blankEvaluation, EVALUATION } from "./fields";
import { TextsTabs } from "./TextsTabs";

/** What visitors are asked at the end of a conversation. */
export function EvaluationPage() {
  const { t } = useTranslation("admin");
  return (
    <Page title={t("texts_evaluation")} text={t("evaluation_text")}>
      <TextsTabs />
      <OneThing kind="evaluation" name={{}} blank={blankEvaluation}>
        {(evaluation) => (
          <ThingForm kind="evaluation" thing={evaluation} draftName="evaluation" fields={EVALUATION} />
        )}
      </OneThing>
    </Page>
  );
}
