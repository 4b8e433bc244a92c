import { Input, TextArea } from "../../../ui/Input";
import { useField } from "../editor";
import { FieldFrame } from "../FieldFrame";
import type { FieldProps } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./fields.module.css";

const shown = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** One line of text. */
export function TextField({ spec, path }: FieldProps<"text">) {
  const words = useSpecWords(spec);
  const { value, change, fault, blur } = useField(path);
  return (
    <FieldFrame {...words} fault={fault}>
      {(control) => (
        <span className={spec.isCode ? styles.code : undefined}>
          <Input
            {...control}
            value={shown(value)}
            readOnly={spec.isFixed}
            spellCheck={spec.isCode ? false : undefined}
            autoComplete="off"
            onChange={(event) => change(event.target.value)}
            onBlur={blur}
          />
        </span>
      )}
    </FieldFrame>
  );
}

/** Several lines of text. */
export function LongTextField({ spec, path }: FieldProps<"longText">) {
  const words = useSpecWords(spec);
  const { value, change, fault, blur } = useField(path);
  return (
    <FieldFrame {...words} fault={fault}>
      {(control) => (
        <TextArea
          {...control}
          rows={spec.rows ?? 3}
          value={shown(value)}
          onChange={(event) => change(event.target.value)}
          onBlur={blur}
        />
      )}
    </FieldFrame>
  );
}

/** An address that a link opens. */
export function LinkField({ spec, path }: FieldProps<"link">) {
  const words = useSpecWords(spec);
  const { value, change, fault, blur } = useField(path);
  return (
    <FieldFrame {...words} fault={fault}>
      {(control) => (
        <span className={styles.code}>
          <Input
            {...control}
            type="text"
            inputMode="url"
            dir="ltr"
            placeholder="https://"
            spellCheck={false}
            autoCapitalize="none"
            value={shown(value)}
            onChange={(event) => change(event.target.value.trim())}
            onBlur={blur}
          />
        </span>
      )}
    </FieldFrame>
  );
}
