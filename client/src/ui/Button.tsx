import { clsx } from "clsx";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import styles from "./Button.module.css";

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className"> & {
  /**
   * `primary` for the main action, `soft` beside it, `quiet` for an optional one, `danger` for one that ends something.
   */
  look?: "primary" | "soft" | "outline" | "quiet" | "danger";
  size?: "small" | "normal";
  /** Fills the available width. */
  isWide?: boolean;
  /** An action is running: the button says so and ignores clicks. */
  isBusy?: boolean;
  icon?: ReactNode;
};

export function Button({
  look = "soft",
  size = "normal",
  isWide = false,
  isBusy = false,
  icon,
  children,
  disabled,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={clsx(styles.button, styles[look], styles[size], isWide && styles.wide)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}
