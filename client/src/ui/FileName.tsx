import { partsOfName } from "../lib/text";
import styles from "./FileName.module.css";

/** Shows a file name in its own direction. If it is too long, the stem is cut and the suffix stays. */
export function FileName({ name }: { name: string }) {
  const { stem, suffix } = partsOfName(name);
  return (
    <span className={styles.name} dir="auto">
      <span className={styles.stem}>{stem}</span>
      <span>{suffix}</span>
    </span>
  );
}
