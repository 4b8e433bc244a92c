import { Switch } from "react-aria-components/Switch";
import { useField } from "../editor";
import type { FieldProps } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./fields.module.css";

/** On or off, 1 or 0 on the wire. */
export function SwitchField({ spec, path }: FieldProps<"switch">) {
  const { label, help } = useSpecWords(spec);
  const { value, change, fault } = useField(path);
  const note = fault ?? help;
  return (
    <div className={styles.switchField} data-fault={fault === undefined ? undefined : ""}>
      <Switch
        className={styles.switch ?? ""}
        isSelected={value === 1 || value === true}
        onChange={(isOn) => change(isOn ? 1 : 0)}
      >
        <span className={styles.track} aria-hidden="true" />
        <span className={styles.switchLabel}>{label}</span>
      </Switch>
      {note === undefined ? null : <p className={fault === undefined ? styles.note : styles.wrong}>{note}</p>}
    </div>
  );
}
