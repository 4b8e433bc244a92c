import { Fragment } from "react";
import { piecesOf } from "../lib/links";
import styles from "./LinkedText.module.css";

/** Shows plain text; its http(s) URLs are links that open in a new tab. */
export function LinkedText({ text }: { text: string }) {
  let at = 0;
  return (
    <span className={styles.text}>
      {piecesOf(text).map((piece) => {
        const key = at;
        at += piece.text.length;
        return piece.kind === "link" ? (
          <a key={key} href={piece.url} target="_blank" rel="noopener noreferrer">
            {piece.text}
          </a>
        ) : (
          <Fragment key={key}>{piece.text}</Fragment>
        );
      })}
    </span>
  );
}
