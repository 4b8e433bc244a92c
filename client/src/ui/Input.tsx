import { clsx } from "clsx";
import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import styles from "./Input.module.css";

/** A single-line input. Its text has its own direction. */
export function Input(props: Omit<InputHTMLAttributes<HTMLInputElement>, "className">) {
  return <input dir={directionOf(props.value)} {...props} className={styles.control} />;
}

/** A multi-line input that grows with its text. */
export function TextArea(props: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className">) {
  return <textarea dir={directionOf(props.value)} {...props} className={clsx(styles.control, styles.area)} />;
}

/** The text sets its own direction. While it is empty, the placeholder follows the page's direction. */
function directionOf(value: unknown): "auto" | undefined {
  return value === "" ? undefined : "auto";
}

/** A list to choose one option from. */
export function Select(props: Omit<SelectHTMLAttributes<HTMLSelectElement>, "className">) {
  return (
    <span className={styles.select}>
      <select {...props} className={styles.control} data-empty={props.value === "" ? "" : undefined} />
    </span>
  );
}
