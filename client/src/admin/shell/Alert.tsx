import common from "../common.module.css";
import styles from "./Alert.module.css";

/** Says what went wrong, at once also to a screen reader. Nothing without a text. */
export function Alert({ text, isSmall = false }: { text: string | undefined; isSmall?: boolean }) {
  if (!text) return null;
  return (
    <p role="alert" className={isSmall ? common.wrong : styles.alert}>
      {text}
    </p>
  );
}
