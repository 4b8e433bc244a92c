import { clsx } from "clsx";
import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import styles from "./Input.module.css";

/** A line to write on. What is written has its own direction. */
export function Input(props: Omit<InputHTMLAttributes<HTMLInputElement>, "className">) {
  return <input dir={directionOf(props.value)} {...props} className={styles.control} />;
}

/** Several lines; it grows with what is written. */
export function TextArea(props: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className">) {
  return <textarea dir={directionOf(props.value)} {...props} className={clsx(styles.control, styles.area)} />;
}

/** That of what is written; of the page while nothing is, so that a hint stands where reading begins. */
function directionOf(value: unknown): "auto" | undefined {
  return value === "" ? undefined : "auto";
}

/** One of a list. */
export function Select(props: Omit<SelectHTMLAttributes<HTMLSelectElement>, "className">) {
  return (
    <span className={styles.select}>
      <select {...props} className={styles.control} data-empty={props.value === "" ? "" : undefined} />
    </span>
  );
}
