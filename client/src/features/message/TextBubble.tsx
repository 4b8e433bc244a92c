import type { ReactNode } from "react";
import { LinkedText } from "../../ui/LinkedText";
import { Bubble } from "./Bubble";
import { emojiAlone } from "./emoji";
import styles from "./TextBubble.module.css";

/** Up to this many emoji are as large as a face. */
const FEW = 3;

export type TextBubbleProps = {
  text: string;
  isMine: boolean;
  /** The quoted message, above the text. */
  quoted: ReactNode;
};

/** Shows a text in a bubble; a message of emoji alone is large and has no bubble. */
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
