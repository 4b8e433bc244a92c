import { useLayoutEffect, useRef } from "react";
import { cleanNodes, isRich, plainText } from "../lib/html";
import { LinkedText } from "./LinkedText";
import styles from "./RichText.module.css";

export type RichTextProps = {
  /** HTML as the server sent it, or plain text. */
  html: string;
};

/** Rich text, cleaned; plain text as it is, with its links. */
export function RichText({ html }: RichTextProps) {
  return isRich(html) ? <CleanedHtml html={html} /> : <LinkedText text={html} />;
}

function CleanedHtml({ html }: RichTextProps) {
  const place = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    let isGone = false;
    place.current?.replaceChildren(plainText(html));
    cleanNodes(html).then(
      (nodes) => {
        if (!isGone) place.current?.replaceChildren(nodes);
      },
      // Without the cleaner the words are there, and nothing else.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [html]);

  return <div ref={place} className={styles.rich} />;
}
