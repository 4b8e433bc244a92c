import type { ReactNode } from "react";
import styles from "./TagChip.module.css";

export type TagChipProps = {
  name: string;
  /** One of the tags' colours. */
  colour: string;
  /** A button that removes it. */
  children?: ReactNode;
};

/** Shows a tag by its name; the colour only helps to find it. */
export function TagChip({ name, colour, children }: TagChipProps) {
  return (
    <span className={styles.tag} data-colour={colour}>
      <bdi>{name}</bdi>
      {children}
    </span>
  );
}
