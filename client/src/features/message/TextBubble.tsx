import type { ReactNode } from "react";
import { LinkedText } from "../../ui/LinkedText";
import { Bubble } from "./Bubble";
import { emojiAlone } from "./emoji";
import styles from "./TextBubble.module.css";

/** So few are as large as a face. */
const FEW = 3;

export type TextBubbleProps = {
  text: string;
  isMine: boolean;
  /** The message it answers, above it. */
  quoted: ReactNode;
};

/** A text in its bubble; emoji alone are a gesture: they stand without one, and large. */
export function TextBubble({ text, isMine, quoted }: TextBubbleProps) {
  const count = quoted ? 0 : emojiAlone(text);
  if (count > 0) {
    return (
      <span className={styles.emoji} data-few={count <= FEW}>
        {text}
      </span>
    );
  }
  return (
    <Bubble isMine={isMine}>
      {quoted}
      <LinkedText text={text} />
    </Bubble>
  );
}
