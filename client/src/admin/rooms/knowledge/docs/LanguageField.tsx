import { useTranslation } from "react-i18next";
import { useField } from "../../../form/editor";
import { FieldFrame } from "../../../form/FieldFrame";
import { LanguageSelect } from "../../../form/LanguageSelect";
import styles from "./DocumentPage.module.css";

/** The language of a new document. */
export function LanguageField({ path }: { path: string }) {
  const { t } = useTranslation("admin");
  const { value, change, fault, blur } = useField(path);
  return (
    <FieldFrame label={t("kb_language")} help={t("kb_language_help")} fault={fault}>
      {(control) => (
        <span className={styles.choose}>
          <LanguageSelect
            {...control}
            value={typeof value === "string" ? value : ""}
            onChoose={change}
            onBlur={blur}
            first={t("kb_every_language")}
          />
        </span>
      )}
    </FieldFrame>
  );
}
