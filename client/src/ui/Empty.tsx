import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./Empty.module.css";

export type EmptyProps = {
  icon: ReactNode;
  title: string;
  /** Why, and what can be done about it. */
  text: string;
  /** All there is on the page: its title is the page's, and it stands in the middle. */
  isPage?: boolean;
  children?: ReactNode;
};

/** Nothing here, why, and what to do next. */
export function Empty({ icon, title, text, isPage = false, children }: EmptyProps) {
  const Title = isPage ? "h1" : "p";
  return (
    <div className={clsx(styles.empty, isPage && styles.page)}>
      <span className={styles.icon}>{icon}</span>
      <Title className={styles.title}>{title}</Title>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  );
}
