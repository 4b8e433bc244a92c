import { clsx } from "clsx";
import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import styles from "./Dialog.module.css";
import { IconButton } from "./IconButton";
import { useDragAway } from "./useDragAway";

export type DialogProps = {
  isOpen: boolean;
  /** Called by Escape, the close button, a tap beside it and by dragging the sheet away. */
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
  /** Buttons at the foot. */
  footer?: ReactNode;
  /** A question that wants an answer: no close button, and a tap beside it does nothing. */
  isQuestion?: boolean;
  /** There is no way around it: it cannot be dragged away either. */
  isRequired?: boolean;
  /** Where it stands on desktops: in the middle, or along the end of the window; on phones from below either way. */
  place?: "middle" | "side";
};

/** What somebody does something with. */
const USABLE = "input:not([type=hidden]), textarea, select, button, a[href]";

/**
 * The platform's dialog: it traps focus, gives it back, closes by Escape and makes the page behind inert.
 * On phones it is a sheet from below that is dragged away by its handle, on desktops a window of 480 px.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  closeLabel,
  children,
  footer,
  isQuestion = false,
  isRequired = false,
  place = "middle",
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const heading = useId();
  const drag = useDragAway(dialog, onClose);

  // Closed before it is taken off the page: what is gone gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return;
    element.showModal();
    // `autoFocus` comes too early: what is in a dialog that is not open yet takes no focus.
    const first = element.querySelector<HTMLElement>("[data-focus-first]");
    // What scrolls takes the focus itself, though what is in it is there to be used.
    const isUsed = document.activeElement?.matches(USABLE);
    (first ?? (isUsed ? null : body.current?.querySelector<HTMLElement>(USABLE)))?.focus();
    return () => element.close();
  }, [isOpen]);

  if (!isOpen) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the platform brings it
    <dialog
      ref={dialog}
      className={clsx(styles.dialog, place === "side" && styles.side)}
      aria-labelledby={heading}
      onCancel={(event) => {
        // It comes here too from a dialog over this one, and from a file picker that was left.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && !isQuestion) onClose();
      }}
    >
      <div className={styles.panel}>
        {isRequired ? null : <div className={styles.handle} aria-hidden="true" {...drag} />}
        <div className={clsx(styles.header, isRequired && styles.firm)}>
          <h2 id={heading}>
            <bdi>{title}</bdi>
          </h2>
          {isQuestion ? null : <IconButton label={closeLabel} icon={<X size={20} />} onClick={onClose} />}
        </div>
        <div ref={body} className={styles.body}>
          {children}
        </div>
        {footer ? <div className={styles.footer}>{footer}</div> : null}
      </div>
    </dialog>
  );
}
