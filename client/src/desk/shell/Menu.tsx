import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { IconButton } from "../../ui/IconButton";
import styles from "./Menu.module.css";

export type MenuProps = {
  label: string;
  icon: ReactNode;
  children: ReactNode;
  placement?: "below" | "above";
};

/** A small panel at its button. Escape, a choice, a click outside, or moving the focus out closes it. */
export function Menu({ label, icon, children, placement = "below" }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const close = (event: PointerEvent | FocusEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    const listening = new AbortController();
    const { signal } = listening;
    for (const name of ["pointerdown", "focusin"] as const)
      document.addEventListener(name, close, { signal });
    return () => listening.abort();
  }, [isOpen]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in any of its controls closes the panel
    <div
      ref={root}
      className={styles.menu}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
        root.current?.querySelector("button")?.focus();
      }}
    >
      <IconButton label={label} icon={icon} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a button's key is a click as well
        // biome-ignore lint/a11y/noStaticElementInteractions: the click comes from a control inside
        <div
          className={clsx(styles.panel, placement === "above" && styles.above)}
          onClick={placement === "above" ? () => setOpen(false) : undefined}
        >
          {children}
        </div>
      ) : null}
    </div>
  );
}
