import type { ReactNode } from "react";
import styles from "./LoadingWords.module.css";

/**
 * Announces loading to screen readers at once, but shows it only after a while. Until then the placeholders are enough.
 */
export function LoadingWords({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={styles.words}>
      {children}
    </p>
  );
}
