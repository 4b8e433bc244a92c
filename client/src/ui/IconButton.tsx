import { clsx } from "clsx";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import styles from "./IconButton.module.css";

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "children"> & {
  /** The accessible name: what the button does. */
  label: string;
  icon: ReactNode;
  /** `onAccent` lies on the tenant's colour; `accent` is filled with it. */
  look?: "plain" | "onAccent" | "accent";
};

export function IconButton({ label, icon, look = "plain", type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={clsx(styles.button, styles[look])}
      aria-label={label}
      title={label}
    >
      {icon}
    </button>
  );
}
