import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Fields } from "../../../features/fields/Fields";
import type { Answers } from "../../../form/answers";
import { Skeleton } from "../../../ui/Skeleton";
import { useValues } from "../../form/editor";
import { valueAt } from "../../things/paths";
import { wordsIn } from "../../things/words";
import styles from "./FormPreview.module.css";
import { fieldIn } from "./options";

/** The form as visitors see it. It takes answers, and sends none. */
export function FormPreview() {
  const { t, i18n } = useTranslation("admin");
  const values = useValues("");
  const [answers, setAnswers] = useState<Answers>({});
  const items: unknown[] = Array.isArray(values.items) ? values.items : [];
  const fields = items.map((item, at) => fieldIn(item, at, i18n.language));
  return (
    <aside aria-label={t("form_preview")} className={styles.preview}>
      <p className={styles.label}>{t("form_preview")}</p>
      <div className={styles.page}>
        <p className={styles.title} dir="auto">
          {wordsIn(valueAt(values, "woType.typeName"), i18n.language) || t("form_untitled")}
        </p>
        {fields.length === 0 ? <p className={styles.none}>{t("form_preview_none")}</p> : null}
        <Suspense fallback={<Skeleton width="100%" height="72px" />}>
          <Fields fields={fields} answers={answers} faults={{}} onChange={setAnswers} />
        </Suspense>
      </div>
    </aside>
  );
}
