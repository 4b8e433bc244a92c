import { clsx } from "clsx";
import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import styles from "./Input.module.css";

/** A line to write on. What is written has its own direction. */
export function Input(props: Omit<InputHTMLAttributes<HTMLInputElement>, "className">) {
  return <input dir="auto" {...props} className={styles.control} />;
}

/** Several lines; it grows with what is written. */
export function TextArea(props: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className">) {
  return <textarea dir="auto" {...props} className={clsx(styles.control, styles.area)} />;
}

/** One of a list. */
export function Select(props: Omit<SelectHTMLAttributes<HTMLSelectElement>, "className">) {
  return (
    <span className={styles.select}>
      <select {...props} className={styles.control} data-empty={props.value === "" ? "" : undefined} />
    </span>
  );
}
