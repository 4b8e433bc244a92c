import { clsx } from "clsx";
import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { closeDialog } from "./closeDialog";
import styles from "./Dialog.module.css";
import { IconButton } from "./IconButton";
import { useDragAway } from "./useDragAway";

export type DialogProps = {
  isOpen: boolean;
  /** Called on Escape, the close button, a tap outside, and dragging the sheet away. */
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
  /** Buttons in the footer. */
  footer?: ReactNode;
  /** The dialog needs an answer: it has no close button and ignores a tap outside. */
  isQuestion?: boolean;
  /** The dialog cannot be avoided: dragging it away does not work either. */
  isRequired?: boolean;
  /** Position on desktops: in the middle, or along the end of the window. On phones it always comes from below. */
  placement?: "middle" | "side";
};

/** Elements that the user can operate. */
const USABLE = "input:not([type=hidden]), textarea, select, button, a[href]";

/**
 * Wraps the platform's dialog, which traps focus, restores it, closes on Escape and makes the page behind inert. On
 * phones it is a sheet from below with a drag handle; on desktops a window of 480 px.
 */
export function Dialog({ isOpen, ...props }: DialogProps) {
  // What closes leaves the page as a whole: only so it closes before its element is removed, and gives the focus back.
  return isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  onClose,
  title,
  closeLabel,
  children,
  footer,
  isQuestion = false,
  isRequired = false,
  placement: place = "middle",
}: Omit<DialogProps, "isOpen">) {
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const heading = useId();
  const drag = useDragAway(dialog, onClose);

  // Close before removal from the page: a removed dialog does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    // `autoFocus` runs too early: a dialog that is not open yet takes no focus.
    const first = element.querySelector<HTMLElement>("[data-focus-first]");
    // A scrolling element takes the focus itself, even if it contains a control.
    const isUsed = document.activeElement?.matches(USABLE);
    (first ?? (isUsed ? null : body.current?.querySelector<HTMLElement>(USABLE)))?.focus();
    return () => closeDialog(element);
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the platform handles it
    <dialog
      ref={dialog}
      className={clsx(styles.dialog, place === "side" && styles.side)}
      aria-labelledby={heading}
      onCancel={(event) => {
        // Cancel events also bubble up from a nested dialog and from a cancelled file picker.
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
