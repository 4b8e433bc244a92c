import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./Bubble.module.css";

export function Bubble({ isMine, children }: { isMine: boolean; children: ReactNode }) {
  return (
    <div className={clsx(styles.bubble, isMine ? styles.mine : styles.theirs)} dir="auto">
      {children}
    </div>
  );
}
