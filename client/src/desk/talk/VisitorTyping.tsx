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
    <div className={styles.typing}>
      {isTyping ? <Dots /> : null}
      <span role="status" className={isTyping && typing.text !== "" ? "visually-hidden" : undefined}>
        {isTyping ? t("visitor_typing") : null}
      </span>
      {/* What they type is there to read, and not announced letter by letter. */}
      {isTyping && typing.text !== "" ? <q dir="auto">{typing.text}</q> : null}
    </div>
  );
}
