import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { parseHex, toHex } from "../../../lib/colour";
import { IconButton } from "../../../ui/IconButton";
import { Input } from "../../../ui/Input";
import { useField } from "../editor";
import { FieldFrame } from "../FieldFrame";
import type { FieldProps } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./fields.module.css";

/** A colour, chosen or typed; empty is the product's own. */
export function ColourField({ spec, path }: FieldProps<"colour">) {
  const { t } = useTranslation("admin");
  const words = useSpecWords(spec);
  const { value, change, fault, blur } = useField(path);
  const text = typeof value === "string" ? value : "";
  const known = parseHex(text);
  return (
    <FieldFrame {...words} fault={fault}>
      {(control) => (
        <span className={styles.colour}>
          <input
            type="color"
            className={styles.swatch}
            data-empty={known ? undefined : ""}
            aria-label={t("colour_choose", { field: words.label })}
            value={known ? toHex(known).slice(0, 7) : "#ffffff"}
            onChange={(event) => change(event.target.value)}
          />
          <span className={styles.code}>
            <Input
              {...control}
              value={text}
              placeholder={t("colour_default")}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => change(event.target.value.trim())}
              onBlur={blur}
            />
          </span>
          {text === "" ? null : (
            <IconButton
              label={t("colour_clear", { field: words.label })}
              icon={<X size={16} />}
              onClick={() => change("")}
            />
          )}
        </span>
      )}
    </FieldFrame>
  );
}
