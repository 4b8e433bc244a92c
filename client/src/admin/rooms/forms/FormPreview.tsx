import { type RefObject, Suspense, useMemo, useRef, useState } from "react";
import { I18nextProvider, useTranslation } from "react-i18next";
import { Fields } from "../../../features/fields/Fields";
import { type Answers, blankAnswers } from "../../../form/answers";
import { faultsOf } from "../../../form/validate";
import { Button } from "../../../ui/Button";
import { focusFirstFault } from "../../../ui/FormField";
import { Skeleton } from "../../../ui/Skeleton";
import type { Field } from "../../../wire/field";
import common from "../../common.module.css";
import { useValues } from "../../form/editor";
import { LanguageSelect } from "../../form/LanguageSelect";
import { valueAt } from "../../things/paths";
import { wordsIn } from "../../things/words";
import styles from "./FormPreview.module.css";
import { fieldIn } from "./options";

/** The form as visitors of a language see it, with their controls. It takes and checks answers, and sends none. */
export function FormPreview() {
  const { t, i18n } = useTranslation("admin");
  const values = useValues("");
  const [lang, setLang] = useState("");
  const shown = lang || i18n.language;
  // The visitor's own words stand at the controls.
  const visitors = useMemo(() => i18n.cloneInstance({ lng: shown }), [i18n, shown]);
  const items: unknown[] = Array.isArray(values.items) ? values.items : [];
  const fields = items.map((item, at) => fieldIn(item, at, shown));
  return (
    <aside aria-label={t("form_preview")} className={styles.preview}>
      <div className={styles.head}>
        <p className={common.note}>{t("form_preview")}</p>
        <LanguageSelect
          aria-label={t("form_preview_language")}
          value={lang}
          onChoose={setLang}
          first={t("form_preview_mine")}
        />
      </div>
      <div className={styles.page} dir={i18n.dir(shown)} lang={shown}>
        <p className={styles.title}>
          <bdi>{wordsIn(valueAt(values, "woType.typeName"), shown) || t("form_untitled")}</bdi>
        </p>
        {fields.length === 0 ? (
          <p className={common.quiet}>{t("form_preview_none")}</p>
        ) : (
          <I18nextProvider i18n={visitors}>
            <Suspense fallback={<Skeleton width="100%" height="72px" />}>
              <VisitorsForm key={fields.map((field) => field.kind).join()} fields={fields} />
            </Suspense>
          </I18nextProvider>
        )}
      </div>
    </aside>
  );
}

/** The fields with the visitor's own check of the answers. */
function VisitorsForm({ fields }: { fields: Field[] }) {
  const { t } = useTranslation("admin");
  const [answers, setAnswers] = useState<Answers>(() => blankAnswers(fields, "0"));
  const [isChecked, setChecked] = useState(false);
  const form: RefObject<HTMLDivElement | null> = useRef(null);
  const faults = faultsOf(fields, answers);
  const isFine = Object.values(faults).every((fault) => fault === undefined);
  return (
    <div ref={form} className={styles.form}>
      <Fields
        fields={fields}
        answers={answers}
        faults={isChecked ? faults : {}}
        onChange={(next) => {
          setChecked(false);
          setAnswers(next);
        }}
      />
      <Button
        look="outline"
        onClick={() => {
          setChecked(true);
          focusFirstFault(form.current);
        }}
      >
        {t("form_preview_send")}
      </Button>
      <p role="status" className={styles.fine}>
        {isChecked && isFine ? t("form_preview_fine") : null}
      </p>
    </div>
  );
}
