import type { ReactNode } from "react";
import styles from "./LoadingWords.module.css";

/** Said at once to whoever listens; to whoever looks only when it takes long: until then the places say it. */
export function LoadingWords({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={styles.words}>
      {children}
    </p>
  );
}
