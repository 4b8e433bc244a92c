import { clsx } from "clsx";
import { useTranslation } from "react-i18next";
import styles from "./Lines.module.css";

/** Separates an earlier chat from this one, and marks messages that came while the visitor was away. */
export function Divider({ label }: { label: "earlier" | "missed" }) {
  const { t } = useTranslation();
  return (
    <p className={clsx(styles.divider, label === "missed" && styles.missed)}>
      {t(label === "missed" ? "list_missed" : "list_earlier")}
    </p>
  );
}
