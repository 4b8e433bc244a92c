import type { ReactNode } from "react";
import styles from "./Empty.module.css";

export type EmptyProps = { icon: ReactNode; title: string; text: string; children?: ReactNode };

/** Nothing here, why, and what to do next. */
export function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>{icon}</span>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  );
}
