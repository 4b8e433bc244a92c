import styles from "./Dots.module.css";

/** Shows three dots while somebody is typing. */
export function Dots() {
  return (
    <span className={styles.dots} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
