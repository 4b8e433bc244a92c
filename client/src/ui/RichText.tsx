import { useLayoutEffect, useRef } from "react";
import { cleanNodes, fetchCleaner, isRich, plainText } from "../lib/html";
import { LinkedText } from "./LinkedText";
import styles from "./RichText.module.css";

export type RichTextProps = {
  /** HTML as the server sends it, or plain text. */
  html: string;
};

/** Shows sanitised rich text, or plain text with links. */
export function RichText({ html }: RichTextProps) {
  return isRich(html) ? <CleanedHtml html={html} /> : <LinkedText text={html} />;
}

function CleanedHtml({ html }: RichTextProps) {
  const container = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    let isGone = false;
    // Once the sanitiser is loaded, text that changes or scrolls back into view is never shown as plain text first.
    const nodes = cleanNodes(html);
    container.current?.replaceChildren(nodes ?? plainText(html));
    if (nodes) return;
    fetchCleaner().then(
      () => {
        if (!isGone) container.current?.replaceChildren(cleanNodes(html) ?? plainText(html));
      },
      // If the sanitiser cannot be loaded, only the plain text is shown.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [html]);

  return <div ref={container} className={styles.rich} />;
}
