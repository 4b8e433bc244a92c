import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Insert } from "../specs";
import styles from "./fields.module.css";

export type InsertsProps = {
  inserts: readonly Insert[];
  /** The field's label. */
  label: string;
  onInsert: (text: string) => void;
};

/** Buttons that insert a variable, such as the visitor's name, at the cursor. */
export function Inserts({ inserts, label, onInsert }: InsertsProps) {
  const { t } = useTranslation("admin");
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons below a text, not a fieldset
    <span role="group" aria-label={t("inserts_of", { field: label })} className={styles.inserts}>
      {inserts.map((one) => (
        <button
          key={one.text}
          type="button"
          className={styles.insert}
          // A press must not take the focus, because the text would lose its cursor.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(one.text)}
        >
          <Plus size={12} aria-hidden />
          {t(one.label)}
          <code dir="ltr">{one.text}</code>
        </button>
      ))}
    </span>
  );
}
