import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import styles from "./FormField.module.css";

/** Attributes that tie a control to its label and its fault. */
export type ControlProps = {
  id: string;
  required: boolean;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

export type FormFieldProps = {
  label: string;
  isRequired: boolean;
  /** What is wrong with the value; undefined if nothing is. */
  fault: string | undefined;
  children: (control: ControlProps) => ReactNode;
};

/** Shows a label, its control, and the fault below it. */
export function FormField({ label, isRequired, fault, children }: FormFieldProps) {
  const id = useId();
  return (
    <div className={styles.field} data-fault={fault === undefined ? undefined : ""}>
      <label htmlFor={id} className={styles.label}>
        <LabelText label={label} isRequired={isRequired} />
      </label>
      {children({
        id,
        required: isRequired,
        "aria-invalid": fault === undefined ? undefined : true,
        "aria-describedby": fault === undefined ? undefined : `${id}-fault`,
      })}
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  );
}

export type FormGroupProps = Omit<FormFieldProps, "children"> & { children: ReactNode };

/** Groups several controls under one label. */
export function FormGroup({ label, isRequired, fault, children }: FormGroupProps) {
  const id = useId();
  return (
    <fieldset
      className={styles.field}
      aria-describedby={fault === undefined ? undefined : `${id}-fault`}
      data-fault={fault === undefined ? undefined : ""}
    >
      <legend className={styles.label}>
        <LabelText label={label} isRequired={isRequired} />
      </legend>
      {children}
      <Fault id={`${id}-fault`} text={fault} />
    </fieldset>
  );
}

function LabelText({ label, isRequired }: { label: string; isRequired: boolean }) {
  return (
    <>
      <bdi>{label}</bdi>
      {isRequired ? (
        <span className={styles.required} aria-hidden="true">
          *
        </span>
      ) : null}
    </>
  );
}

function Fault({ id, text }: { id: string; text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} className={styles.fault}>
      <CircleAlert size={14} aria-hidden />
      <span>{text}</span>
    </p>
  );
}

/** Focuses the first faulty control of a form. */
export function focusFirstFault(form: HTMLElement | null): void {
  // The faults are rendered at the next paint.
  requestAnimationFrame(() => {
    form?.querySelector<HTMLElement>("[data-fault] :is(input, textarea, select, button)")?.focus();
  });
}
