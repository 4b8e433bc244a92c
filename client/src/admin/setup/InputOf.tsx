import type { ComponentProps } from "react";
import styles from "../../ui/Input.module.css";

/** The input of a form that reads its fields from the page. */
export function InputOf(props: Omit<ComponentProps<"input">, "className">) {
  return <input {...props} className={styles.control} />;
}
