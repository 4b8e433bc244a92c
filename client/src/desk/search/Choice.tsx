import { type ReactNode, useId } from "react";
import { Select } from "../../ui/Input";
import styles from "./Choice.module.css";

export type ChoiceProps = {
  label: string;
  value: string;
  onValue: (value: string) => void;
  /** Each option's value and name. */
  options: readonly (readonly [string, string])[];
  isDisabled?: boolean;
};

/** A labelled list to choose one option from. */
export function Choice({ label, value, onValue, options, isDisabled = false }: ChoiceProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <Select id={id} value={value} disabled={isDisabled} onChange={(event) => onValue(event.target.value)}>
          {options.map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Labelled>
  );
}

/** A small label above a control. */
export function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
