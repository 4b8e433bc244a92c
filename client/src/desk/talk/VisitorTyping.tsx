import { useTranslation } from "react-i18next";
import { Dots } from "../../ui/Dots";
import type { Row } from "../types";
import { useNow } from "../useNow";
import styles from "./Messages.module.css";

/** Shows that the visitor is typing, with the draft so far. */
export function VisitorTyping({ row }: { row: Row | undefined }) {
  const { t } = useTranslation("desk");
  const now = useNow();
  const typing = row?.typing;
  const isTyping = typing !== undefined && typing.until > now;
  return (
    <p className={styles.typing} role="status">
      {isTyping ? (
        <>
          <Dots />
          <span className={typing.text === "" ? undefined : "visually-hidden"}>{t("visitor_typing")}</span>
          {typing.text === "" ? null : <q dir="auto">{typing.text}</q>}
        </>
      ) : null}
    </p>
  );
}
