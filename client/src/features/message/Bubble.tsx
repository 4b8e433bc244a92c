import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./Bubble.module.css";

export type BubbleProps = { isMine: boolean; children: ReactNode };

export function Bubble({ isMine, children }: BubbleProps) {
  return (
    <div className={clsx(styles.bubble, isMine ? styles.mine : styles.theirs)} dir="auto">
      {children}
    </div>
  );
}
