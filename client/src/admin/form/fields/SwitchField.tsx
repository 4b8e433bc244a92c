import { Switch } from "react-aria-components/Switch";
import { useField } from "../editor";
import type { FieldProps } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./fields.module.css";

/** On or off, 1 or 0 on the wire. */
export function SwitchField({ spec, path }: FieldProps<"switch">) {
  const { label, help } = useSpecWords(spec);
  const { value, change, fault } = useField(path);
  return (
    <SwitchLine
      label={label}
      help={help}
      fault={fault}
      isOn={value === 1 || value === true}
      onChange={(isOn) => change(isOn ? 1 : 0)}
    />
  );
}

export type SwitchLineProps = {
  label: string;
  help: string | undefined;
  /** The server's sentence; it replaces the help. */
  fault: string | undefined;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

/** A switch with its words. */
export function SwitchLine({ label, help, fault, isOn, onChange }: SwitchLineProps) {
  const note = fault ?? help;
  return (
    <div className={styles.switchField} data-fault={fault === undefined ? undefined : ""}>
      <Switch className={styles.switch ?? ""} isSelected={isOn} onChange={onChange}>
        <span className={styles.track} aria-hidden="true" />
        <span className={styles.switchLabel}>{label}</span>
      </Switch>
      {note === undefined ? null : <p className={fault === undefined ? styles.note : styles.wrong}>{note}</p>}
    </div>
  );
}
