import type { ReactNode } from "react";
import styles from "./RoomSkeleton.module.css";

const CARDS = ["a", "b", "c", "d"];

/** The outline of the wall or the reports while their code is loaded. `children` are the words for it. */
export function RoomSkeleton({ children }: { children: ReactNode }) {
  return (
    <div className={styles.room}>
      <div className={styles.head} aria-hidden="true" />
      <NumbersSkeleton>{children}</NumbersSkeleton>
    </div>
  );
}

/** The outline of their numbers, in the room. */
export function NumbersSkeleton({ children }: { children: ReactNode }) {
  return (
    <div className={styles.numbers}>
      {CARDS.map((card) => (
        <div key={card} className={styles.card} aria-hidden="true" />
      ))}
      <div className={styles.chart} aria-hidden="true" />
      {children}
    </div>
  );
}
