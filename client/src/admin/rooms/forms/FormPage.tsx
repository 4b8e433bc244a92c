import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Thing } from "../../../wire/things";
import { Fields } from "../../form/Fields";
import { ThingForm } from "../../form/ThingForm";
import { Page } from "../../shell/Page";
import { OneThing } from "../../things/OneThing";
import { valueAt } from "../../things/paths";
import { useOpenSaved } from "../../things/useOpenSaved";
import { wordsIn } from "../../things/words";
import { FormPreview } from "./FormPreview";
import styles from "./FormPreview.module.css";
import { shortId } from "./options";
import { FORM, NEW_FORM } from "./specs";

/** One template; `new` is one that does not exist yet. */
export function FormPage({ id }: { id: string }) {
  if (id === "new") return <NewForm />;
  return (
    <OneThing kind="templates" name={{ templateId: id }}>
      {(form) => <KnownForm form={form} id={id} />}
    </OneThing>
  );
}

function NewForm() {
  const { t } = useTranslation("admin");
  const [blank] = useState(newForm);
  const open = useOpenSaved("templates");
  return (
    <Page isWide title={t("form_new")} text={t("form_text")} back={{ to: "/forms", name: t("room_forms") }}>
      <ThingForm isWide kind="templates" thing={blank} draftName="new" fields={NEW_FORM} onSaved={open}>
        <div className={styles.parts}>
          <Fields fields={NEW_FORM} />
          <FormPreview />
        </div>
      </ThingForm>
    </Page>
  );
}

function KnownForm({ form, id }: { form: Thing; id: string }) {
  const { t, i18n } = useTranslation("admin");
  const title = wordsIn(valueAt(form, "woType.typeName"), i18n.language) || id;
  return (
    <Page isWide title={title} text={t("form_text")} back={{ to: "/forms", name: t("room_forms") }}>
      <ThingForm isWide kind="templates" thing={form} draftName={id} fields={FORM}>
        <div className={styles.parts}>
          <Fields fields={FORM} />
          <FormPreview />
        </div>
      </ThingForm>
    </Page>
  );
}

function newForm(): Thing {
  const id = `form-${shortId()}`;
  return { version: 0, templateId: id, woType: { typeId: id, typeName: "" }, items: [] };
}
