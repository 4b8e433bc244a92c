import { partsOfName } from "../lib/text";
import styles from "./FileName.module.css";

export type FileNameProps = { name: string };

/** A file's name in its own direction; where it is too long, its end is cut and what kind of file it is stays. */
export function FileName({ name }: FileNameProps) {
  const { stem, suffix } = partsOfName(name);
  return (
    <span className={styles.name} dir="auto">
      <span className={styles.stem}>{stem}</span>
      <span>{suffix}</span>
    </span>
  );
}
