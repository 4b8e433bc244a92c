import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Input } from "../../../ui/Input";
import { useField } from "../editor";
import { FieldFrame } from "../FieldFrame";
import type { FieldProps } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./fields.module.css";

/** A number with its unit. What is no number yet is kept as it is typed. */
export function NumberField({ spec, path }: FieldProps<"number">) {
  const { t } = useTranslation("admin");
  const words = useSpecWords(spec);
  const { value, change, fault, blur } = useField(path);
  const [typed, setTyped] = useState<string>();
  const none = spec.isOptional ? null : 0;
  const unit = spec.unit ? t(spec.unit) : undefined;
  return (
    <FieldFrame {...words} label={unit ? `${words.label} (${unit})` : words.label} fault={fault}>
      {(control) => (
        <span className={styles.number}>
          <Input
            {...control}
            type="number"
            min={spec.min ?? 0}
            step={spec.step ?? "any"}
            value={typed ?? (typeof value === "number" ? String(value) : "")}
            placeholder={spec.unset?.toString()}
            onChange={(event) => {
              setTyped(event.target.value);
              change(event.target.value === "" ? none : event.target.valueAsNumber);
            }}
            onBlur={() => {
              setTyped(undefined);
              blur();
            }}
          />
        </span>
      )}
    </FieldFrame>
  );
}
