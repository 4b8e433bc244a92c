import { Upload } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import styles from "./FileDrop.module.css";

export type FileDropProps = {
  /** Undefined if files cannot be sent now. */
  onFiles: ((files: readonly File[]) => void) | undefined;
  /** The hint shown while files hover over the area. */
  text: string;
  /** The area that accepts files; by default the whole page. */
  area?: RefObject<HTMLElement | null>;
};

/**
 * Accepts files dropped on the page or on a part of it, with a hint while they hover. Drops elsewhere are blocked,
 * because the browser would leave the chat to open the file.
 */
export function FileDrop({ onFiles, text, area }: FileDropProps) {
  const [isHeld, setIsHeld] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });

  useEffect(() => {
    const listening = new AbortController();
    const listen = (name: "dragover" | "dragleave" | "drop", hear: (event: DragEvent) => void) =>
      window.addEventListener(name, hear, { signal: listening.signal });
    const isOver = ({ target }: DragEvent) =>
      area === undefined || (target instanceof Node && area.current?.contains(target) === true);
    listen("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      const isTaken =
        take.current !== undefined && isOver(event) && document.querySelector("dialog[open]") === null;
      event.dataTransfer.dropEffect = isTaken ? "copy" : "none";
      setIsHeld(isTaken);
    });
    listen("dragleave", (event) => {
      // Moving between two elements of the page sets relatedTarget; leaving the page does not.
      if (event.relatedTarget === null) setIsHeld(false);
    });
    listen("drop", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setIsHeld(false);
      const files = [...event.dataTransfer.files];
      if (files.length > 0 && isOver(event)) take.current?.(files);
    });
    return () => listening.abort();
  }, [area]);

  return isHeld ? (
    <div className={styles.zone}>
      <p className={styles.words} role="status">
        <Upload size={32} aria-hidden />
        {text}
      </p>
    </div>
  ) : null;
}
