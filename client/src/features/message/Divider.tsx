import { clsx } from "clsx";
import { useTranslation } from "react-i18next";
import styles from "./Lines.module.css";

export type DividerProps = { label: "earlier" | "missed" };

/** Between an earlier chat and this one, and before what came while nobody was there. */
export function Divider({ label }: DividerProps) {
  const { t } = useTranslation();
  return (
    <p className={clsx(styles.divider, label === "missed" && styles.missed)}>
      {t(label === "missed" ? "list_missed" : "list_earlier")}
    </p>
  );
}
