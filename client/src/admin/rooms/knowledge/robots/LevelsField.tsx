import { useState } from "react";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { useTranslation } from "react-i18next";
import { useField } from "../../../form/editor";
import { FieldFrame } from "../../../form/FieldFrame";
import fields from "../../../form/fields/fields.module.css";
import { NumberField } from "../../../form/fields/NumberField";
import styles from "./LevelsField.module.css";

/** How sure the robot must be, in percent. `balanced` has the product's defaults. */
const LEVELS = {
  careful: { suggestFrom: 40, answerFrom: 75 },
  balanced: { suggestFrom: 30, answerFrom: 60 },
  eager: { suggestFrom: 20, answerFrom: 45 },
} as const;
type Level = keyof typeof LEVELS;
const NAMES: readonly Level[] = ["careful", "balanced", "eager"];

/** How sure the robot must be to answer and to ask back: three levels, or two numbers. */
export function LevelsField() {
  const { t } = useTranslation("admin");
  const answer = useField("answerFrom");
  const suggest = useField("suggestFrom");
  const level = NAMES.find(
    (name) => LEVELS[name].answerFrom === answer.value && LEVELS[name].suggestFrom === suggest.value,
  );
  const [isOwn, setOwn] = useState(false);
  const chosen = isOwn || !level ? "own" : level;
  const isWrong = answer.fault !== undefined || suggest.fault !== undefined;

  const choose = (name: string) => {
    setOwn(name === "own");
    const known = NAMES.find((one) => one === name);
    if (!known) return;
    answer.change(LEVELS[known].answerFrom);
    suggest.change(LEVELS[known].suggestFrom);
  };
  return (
    <FieldFrame
      label={t("kb_levels")}
      help={isWrong ? undefined : t("kb_levels_help")}
      fault={undefined}
      isGroup
    >
      {() => (
        <div className={styles.levels}>
          <RadioGroup
            aria-label={t("kb_levels")}
            className={fields.cards ?? ""}
            value={chosen}
            onChange={choose}
          >
            {[...NAMES, "own" as const].map((name) => (
              <Radio key={name} value={name} className={fields.card ?? ""}>
                <span className={fields.dot} aria-hidden="true" />
                <span className={fields.cardWords}>
                  <span>{t(`kb_level_${name}`)}</span>
                  <span className={fields.note}>
                    {t(`kb_level_${name}_help`, name === "own" ? {} : numbersOf(name))}
                  </span>
                </span>
              </Radio>
            ))}
          </RadioGroup>
          {chosen === "own" || isWrong ? (
            <div className={styles.own}>
              <NumberField
                spec={{ ...NUMBER, path: "answerFrom", label: "kb_level_answer" }}
                path="answerFrom"
              />
              <NumberField
                spec={{ ...NUMBER, path: "suggestFrom", label: "kb_level_suggest" }}
                path="suggestFrom"
              />
            </div>
          ) : null}
        </div>
      )}
    </FieldFrame>
  );
}

const NUMBER = { kind: "number", unit: "kb_percent", step: 1 } as const;

function numbersOf(level: Level) {
  return { answer: LEVELS[level].answerFrom, suggest: LEVELS[level].suggestFrom };
}
