import { useTranslation } from "react-i18next";
import { type Answers, answerTo } from "../../form/answers";
import type { AnswerFault } from "../../form/validate";
import type { Field } from "../../wire/field";
import { FieldControl } from "./FieldControl";
import styles from "./Fields.module.css";
import { faultWords } from "./faultWords";

/** The faults, by field id. */
export type Faults = Readonly<Record<string, AnswerFault | undefined>>;

export type FieldsProps = {
  fields: readonly Field[];
  answers: Answers;
  faults: Faults;
  onChange: (answers: Answers) => void;
};

/** Shows a form's fields, types 1 to 9: Protocol, 'Forms in a conversation'. */
export function Fields({ fields, answers, faults, onChange }: FieldsProps) {
  const { t } = useTranslation("form");
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <FieldControl
          key={field.id}
          field={field}
          answer={answerTo(field, answers)}
          fault={faultWords(field, faults[field.id], t)}
          onChange={(answer) => onChange({ ...answers, [field.id]: answer })}
        />
      ))}
    </div>
  );
}
