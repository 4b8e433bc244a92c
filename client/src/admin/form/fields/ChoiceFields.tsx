import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { useTranslation } from "react-i18next";
import { Select } from "../../../ui/Input";
import { useField } from "../editor";
import { FieldFrame } from "../FieldFrame";
import { LanguageSelect } from "../LanguageSelect";
import type { FieldProps, Option } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./fields.module.css";

/** The option's own value for the text that a control gives. */
function chosenOf(options: readonly Option[], text: string): string | number {
  return options.find((option) => String(option.value) === text)?.value ?? text;
}

/** An absent value is the first option. */
function textOf(options: readonly Option[], value: unknown): string {
  return value === undefined || value === null ? String(options[0]?.value ?? "") : String(value);
}

/** One of a few options, in a list that opens. */
export function SelectField({ spec, path }: FieldProps<"select">) {
  const { t } = useTranslation("admin");
  const words = useSpecWords(spec);
  const { value, change, fault, blur } = useField(path);
  return (
    <FieldFrame {...words} fault={fault}>
      {(control) => (
        <Select
          {...control}
          value={textOf(spec.options, value)}
          onChange={(event) => change(chosenOf(spec.options, event.target.value))}
          onBlur={blur}
        >
          {spec.options.map((option) => (
            <option key={option.value} value={String(option.value)}>
              {t(option.label)}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}

/** One of a few options, each explained on a card. */
export function CardsField({ spec, path }: FieldProps<"cards">) {
  const { t } = useTranslation("admin");
  const words = useSpecWords(spec);
  const { value, change, fault } = useField(path);
  return (
    <FieldFrame {...words} fault={fault} isGroup>
      {() => (
        <RadioGroup
          aria-label={words.label}
          className={styles.cards ?? ""}
          value={textOf(spec.options, value)}
          onChange={(text) => change(chosenOf(spec.options, text))}
        >
          {spec.options.map((option) => (
            <Radio key={option.value} value={String(option.value)} className={styles.card ?? ""}>
              <span className={styles.dot} aria-hidden="true" />
              <span className={styles.cardWords}>
                <span>{t(option.label)}</span>
                {option.help ? <span className={styles.note}>{t(option.help)}</span> : null}
              </span>
            </Radio>
          ))}
        </RadioGroup>
      )}
    </FieldFrame>
  );
}

/** One of the product's 24 languages, or the visitor's own. */
export function LanguageField({ spec, path }: FieldProps<"language">) {
  const { t } = useTranslation("admin");
  const words = useSpecWords(spec);
  const { value, change, fault, blur } = useField(path);
  return (
    <FieldFrame {...words} fault={fault}>
      {(control) => (
        <LanguageSelect
          {...control}
          value={typeof value === "string" ? value : ""}
          onChoose={change}
          onBlur={blur}
          first={t("language_of_visitor")}
        />
      )}
    </FieldFrame>
  );
}
