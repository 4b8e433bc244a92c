import { useLayoutEffect, useRef } from "react";
import { cleanNodes, fetchCleaner, isRich, plainText } from "../lib/html";
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
    // Once the cleaner is there, words that grow or come back into view are never plain in between.
    const nodes = cleanNodes(html);
    place.current?.replaceChildren(nodes ?? plainText(html));
    if (nodes) return;
    fetchCleaner().then(
      () => {
        if (!isGone) place.current?.replaceChildren(cleanNodes(html) ?? plainText(html));
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
