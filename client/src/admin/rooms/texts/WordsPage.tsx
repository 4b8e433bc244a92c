import { useTranslation } from "react-i18next";
import type { Thing } from "../../../wire/admin";
import { Field } from "../../form/Field";
import type { FieldSpec } from "../../form/specs";
import { ThingForm } from "../../form/ThingForm";
import { Page } from "../../shell/Page";
import { OneThing } from "../../things/OneThing";
import { TextsTabs } from "./TextsTabs";
import { WordsField } from "./WordsField";

const WORDS: FieldSpec = { path: "words", kind: "custom", Field: WordsField, label: "texts_words" };
const blank: Thing = { version: 0, words: [] };

/** Words that nobody should read. */
export function WordsPage() {
  const { t } = useTranslation("admin");
  return (
    <Page title={t("texts_words")} text={t("words_text")}>
      <TextsTabs />
      <OneThing kind="sensitiveWords" name={{}} blank={blank}>
        {(words) => (
          <ThingForm kind="sensitiveWords" thing={words} draftName="words" fields={[WORDS]}>
            <Field spec={WORDS} path="words" />
          </ThingForm>
        )}
      </OneThing>
    </Page>
  );
}
