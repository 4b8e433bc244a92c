import { X } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Tag, TagGroup, TagList } from "react-aria-components/TagGroup";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button";
import { Input } from "../../../ui/Input";
import { stepsOf } from "../../things/paths";
import { useField } from "../editor";
import { FieldFrame } from "../FieldFrame";
import type { FieldProps } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./fields.module.css";

/** A list of short texts, for example hosts. */
export function ChipsField({ spec, path }: FieldProps<"chips">) {
  const { t } = useTranslation("admin");
  const words = useSpecWords(spec);
  const { value, change, fault, inner } = useField(path);
  const [typed, setTyped] = useState("");
  const chips = (Array.isArray(value) ? value : []).map(String);
  // A fault at `allowedOrigins[1]` is about the second chip.
  const wrongAt = inner.map((one) => Number(stepsOf(one.field)[stepsOf(path).length]));
  const firstWrong = inner[0];

  const add = () => {
    const wanted = typed.split(/[\s,，;]+/).filter((one) => one !== "" && !chips.includes(one));
    setTyped("");
    if (wanted.length > 0) change([...chips, ...new Set(wanted)]);
  };
  return (
    <FieldFrame
      {...words}
      fault={fault ?? (firstWrong && `${chips[wrongAt[0] ?? 0] ?? ""}: ${firstWrong.message}`)}
    >
      {(control) => (
        <span className={styles.chips}>
          {chips.length === 0 ? null : (
            <TagGroup
              aria-label={words.label}
              onRemove={(keys) => change(chips.filter((one) => !keys.has(one)))}
            >
              <TagList className={styles.chipList ?? ""}>
                {chips.map((chip, at) => (
                  <Tag
                    key={chip}
                    id={chip}
                    textValue={chip}
                    className={styles.chip ?? ""}
                    data-wrong={wrongAt.includes(at) ? "" : undefined}
                  >
                    <bdi>{chip}</bdi>
                    <AriaButton
                      slot="remove"
                      className={styles.chipRemove ?? ""}
                      aria-label={t("chip_remove")}
                    >
                      <X size={14} aria-hidden />
                    </AriaButton>
                  </Tag>
                ))}
              </TagList>
            </TagGroup>
          )}
          <span className={styles.chipAdd}>
            <Input
              {...control}
              value={typed}
              placeholder={spec.example}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
              onBlur={add}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
                event.preventDefault();
                add();
              }}
            />
            <Button look="outline" disabled={typed.trim() === ""} onClick={add}>
              {t("chip_add")}
            </Button>
          </span>
        </span>
      )}
    </FieldFrame>
  );
}
