import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./Empty.module.css";

export type EmptyProps = {
  icon: ReactNode;
  title: string;
  /** Why there is nothing here, and what the user can do about it. */
  text?: string;
  /** Nothing else is on the page: the title is the page's heading, and the block is centred. */
  isPage?: boolean;
  children?: ReactNode;
};

/** Says that there is nothing here, why, and what to do next. */
export function Empty({ icon, title, text, isPage = false, children }: EmptyProps) {
  const Title = isPage ? "h1" : "p";
  return (
    <div className={clsx(styles.empty, isPage && styles.page)}>
      <span className={styles.icon}>{icon}</span>
      <Title className={styles.title}>{title}</Title>
      {text === undefined ? null : <p className={styles.text}>{text}</p>}
      {children}
    </div>
  );
}
