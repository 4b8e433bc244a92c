import { clsx } from "clsx";
import { PencilLine } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAtomValue } from "../../state/jotai";
import { Avatar } from "../../ui/Avatar";
import { Time } from "../../ui/Time";
import { lineOf, visitorName } from "../names";
import { draftedAtom } from "../state/drafts.atoms";
import type { Row } from "../types";
import { useNow } from "../useNow";
import { Age } from "./Age";
import { RowTags } from "./RowTags";
import styles from "./TalkRow.module.css";

/** Shows one of the agent's conversations in the list: name, last message, waiting time and unread count. */
export function TalkRow({ row, isOpen }: { row: Row; isOpen: boolean }) {
  const { t } = useTranslation("desk");
  const now = useNow();
  const name = visitorName(row, t);
  const isTyping = row.typing !== undefined && row.typing.until > now;
  const last = row.lastMessage;
  const hasDraft = useAtomValue(draftedAtom).has(row.userId) && !isOpen;
  return (
    <Link
      href={`/talk/${row.userId}`}
      className={clsx(styles.row, row.end && styles.ended, row.unread > 0 && styles.unread)}
      aria-current={isOpen ? "page" : undefined}
    >
      <span className={styles.face} data-present={row.isPresent && !row.end}>
        <Avatar src="" name={name} size={40} />
      </span>
      <span className={styles.words}>
        <span className={styles.head}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <RowTags row={row} />
        </span>
        {isTyping ? (
          <span className={styles.typing}>{t("row_typing")}</span>
        ) : hasDraft ? (
          <span className={styles.draft}>
            <PencilLine size={13} aria-hidden />
            {t("row_draft")}
          </span>
        ) : (
          <span className={styles.line} dir="auto">
            {row.end ? t("row_ended") : lineOf(last, t)}
          </span>
        )}
      </span>
      <span className={styles.side}>
        {row.waitingSince === undefined ? (
          <span className={styles.time}>{last ? <Time at={last.at} /> : null}</span>
        ) : (
          <Age since={row.waitingSince} />
        )}
        {row.unread > 0 ? (
          <span className={styles.badge}>
            <span aria-hidden="true">{row.unread > 99 ? "99+" : row.unread}</span>
            <span className="visually-hidden">{t("row_unread", { count: row.unread })}</span>
          </span>
        ) : null}
      </span>
    </Link>
  );
}
