import styles from "./Dots.module.css";

/** Three dots: somebody is about to say something. */
export function Dots() {
  return (
    <span className={styles.dots} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
