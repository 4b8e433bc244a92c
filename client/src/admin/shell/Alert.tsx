import styles from "./Alert.module.css";

/** Says what went wrong, at once also to a screen reader. Nothing without a text. */
export function Alert({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p role="alert" className={styles.alert}>
      {text}
    </p>
  );
}
