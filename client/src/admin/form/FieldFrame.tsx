import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import styles from "./FieldFrame.module.css";

export type FrameControl = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

export type FieldFrameProps = {
  label: string;
  help?: string | undefined;
  /** The server's sentence; it replaces the help. */
  fault: string | undefined;
  /** Several controls: the label names the group. */
  isGroup?: boolean;
  /** Stands at the end of the label's line. */
  aside?: ReactNode;
  children: (control: FrameControl) => ReactNode;
};

/** Shows a label above its control, and the help or the fault below. */
export function FieldFrame({ label, help, fault, isGroup = false, aside, children }: FieldFrameProps) {
  const id = useId();
  const isNoted = help !== undefined || fault !== undefined;
  const note = fault ?? help;
  const control: FrameControl = {
    id,
    "aria-invalid": fault === undefined ? undefined : true,
    "aria-describedby": isNoted ? `${id}-note` : undefined,
  };
  const content = (
    <>
      <span className={styles.head}>
        {isGroup ? (
          <span id={`${id}-label`} className={styles.label}>
            <bdi>{label}</bdi>
          </span>
        ) : (
          <label htmlFor={id} className={styles.label}>
            <bdi>{label}</bdi>
          </label>
        )}
        {aside}
      </span>
      {children(control)}
      {note === undefined ? null : (
        <p id={`${id}-note`} className={fault === undefined ? styles.help : styles.fault}>
          {fault === undefined ? null : <CircleAlert size={14} aria-hidden />}
          <span>{note}</span>
        </p>
      )}
    </>
  );
  const shared = { className: styles.field, "data-fault": fault === undefined ? undefined : "" };
  return isGroup ? (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside other things
    <div
      {...shared}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={control["aria-describedby"]}
    >
      {content}
    </div>
  ) : (
    <div {...shared}>{content}</div>
  );
}
