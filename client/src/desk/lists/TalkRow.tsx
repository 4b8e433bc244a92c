import { clsx } from "clsx";
import { PencilLine } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Avatar } from "../../ui/Avatar";
import { Time } from "../../ui/Time";
import { Countdown } from "../duty/Countdown";
import { dueOf } from "../duty/dutyWords";
import { performAtom } from "../keys/offers.atoms";
import { lineOf, visitorName } from "../names";
import { isPassedOn } from "../passedOn";
import { ownNameAtom } from "../state/agent.atoms";
import { draftedAtom } from "../state/drafts.atoms";
import type { Row } from "../types";
import { useNow } from "../useNow";
import { Age } from "./Age";
import { RowTags } from "./RowTags";
import styles from "./TalkRow.module.css";

/**
 * Shows a conversation in a list: name, last message, waiting time and unread count. An event draws only the row of its
 * visitor again, and the clock only the parts that show an age.
 */
export const TalkRow = memo(function TalkRow({ row, isOpen }: { row: Row; isOpen: boolean }) {
  const { t } = useTranslation("desk");
  const name = visitorName(row, t);
  const last = row.lastMessage;
  const perform = useSetAtom(performAtom);
  const due = row.end === undefined ? dueOf(row.duty) : undefined;
  return (
    <Link
      href={`/talk/${row.userId}`}
      className={clsx(styles.row, row.end && styles.ended, row.unread > 0 && styles.unread)}
      aria-current={isOpen ? "page" : undefined}
      // The open one stays open: Enter goes on with it.
      onClick={() => isOpen && perform("write")}
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
        {row.typing ? (
          <TypingLine row={row} isOpen={isOpen} typing={row.typing} />
        ) : (
          <LastLine row={row} isOpen={isOpen} />
        )}
      </span>
      <span className={styles.side}>
        {due ? (
          <Countdown {...due} isShort />
        ) : row.waitingSince === undefined ? (
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
});

type LineProps = { row: Row; isOpen: boolean };

/** While the visitor types, says so; later the last message again. */
function TypingLine({ row, isOpen, typing }: LineProps & { typing: NonNullable<Row["typing"]> }) {
  const { t } = useTranslation("desk");
  return typing.until > useNow() ? (
    <span className={styles.typing}>{t("row_typing")}</span>
  ) : (
    <LastLine row={row} isOpen={isOpen} />
  );
}

/** Says that the agent has a draft, or else the last message. */
function LastLine({ row, isOpen }: LineProps) {
  const { t } = useTranslation("desk");
  const ownName = useAtomValue(ownNameAtom);
  const hasDraft = useAtomValue(draftedAtom).has(row.userId) && !isOpen;
  return hasDraft ? (
    <span className={styles.draft}>
      <PencilLine size={13} aria-hidden />
      {t("row_draft")}
    </span>
  ) : (
    <span className={styles.line} dir="auto">
      {row.end ? t(isPassedOn(row.end) ? "row_passed_on" : "row_ended") : lineOf(row.lastMessage, t, ownName)}
    </span>
  );
}
