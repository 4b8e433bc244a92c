import { CloudOff, CloudSync, UserX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { deskAtom } from "../state/desk.atoms";
import { setElsewhereAtom } from "../state/standing.atoms";
import { useNow } from "../useNow";
import styles from "./ConnectionNotice.module.css";

/** How long the page shows that the connection is back. */
const BACK_SHOWN_MS = 4000;

/** Says that the agent was set offline from elsewhere. */
export function OfflineNotice() {
  const { t } = useTranslation("desk");
  const isSet = useAtomValue(setElsewhereAtom);
  return (
    <div role="status" className={styles.region}>
      {isSet ? (
        <p className={styles.lost}>
          <UserX size={16} aria-hidden />
          <span>{t("set_offline")}</span>
        </p>
      ) : null}
    </div>
  );
}

/** Says that the server cannot be reached and that the agent need not act; later, that it is back. */
export function ConnectionNotice() {
  const { connection, isBackSince } = useAtomValue(deskAtom);
  const { t } = useTranslation("desk");
  const now = useNow();
  const isBack = isBackSince !== undefined && now - isBackSince < BACK_SHOWN_MS;
  return (
    <div role="status" className={styles.region}>
      {connection === "offline" ? (
        <p className={styles.lost}>
          <CloudOff size={16} aria-hidden />
          <span>{t("connection_lost")}</span>
        </p>
      ) : null}
      {connection === "online" && isBack ? (
        <p className={styles.back}>
          <CloudSync size={16} aria-hidden />
          <span>{t("connection_back")}</span>
        </p>
      ) : null}
    </div>
  );
}
