import { Clock, WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Connection } from "../../conversation/types";
import styles from "./ConnectionNotice.module.css";

/** Shows network trouble: a thin line while connecting, a text if the server is unreachable or busy. */
export function ConnectionNotice({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  return (
    <div role="status" className={styles.place}>
      {connection === "connecting" ? (
        <div className={styles.line}>
          <span className="visually-hidden">{t("connection_connecting")}</span>
        </div>
      ) : null}
      {connection === "offline" || connection === "busy" ? (
        <p className={styles.banner}>
          {connection === "offline" ? <WifiOff size={16} aria-hidden /> : <Clock size={16} aria-hidden />}
          {t(`connection_${connection}`)}
        </p>
      ) : null}
    </div>
  );
}
