import type { ReactNode } from "react";
import styles from "./Card.module.css";

export type CardProps = {
  /** Names the heading, and an address within the page. */
  id: string;
  title: string;
  text?: string | undefined;
  /** What cannot be undone. */
  isDanger?: boolean;
  children: ReactNode;
};

/** Something to do that is no field of a form. */
export function Card({ id, title, text, isDanger = false, children }: CardProps) {
  return (
    <section aria-labelledby={id} className={styles.card} data-danger={isDanger ? "" : undefined}>
      <div>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {text ? <p className={styles.text}>{text}</p> : null}
      </div>
      {children}
    </section>
  );
}
