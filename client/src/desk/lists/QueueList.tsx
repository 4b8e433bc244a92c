import { PartyPopper } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { showToast } from "../../ui/toast";
import type { Group } from "../../wire/account";
import { useOffers } from "../keys/offers.atoms";
import { groupName, lineOf, visitorName } from "../names";
import { GoOnline } from "../shell/GoOnline";
import { ownNameAtom } from "../state/agent.atoms";
import { statusAtom } from "../state/desk.atoms";
import { moreQueueAtom } from "../state/lists.atoms";
import type { Row } from "../types";
import { useTake } from "../useTake";
import { Age } from "./Age";
import { byGroup } from "./byGroup";
import { RowTags } from "./RowTags";
import styles from "./TalkRow.module.css";

export type QueueListProps = {
  rows: readonly Row[];
  openId: string;
  groups: readonly Group[];
  hasMore: boolean;
};

/** Lists the waiting visitors by group, each group with its oldest wait, in the order of service. */
export function QueueList({ rows, openId, groups, hasMore }: QueueListProps) {
  const { t } = useTranslation("desk");
  const readMore = useSetAtom(moreQueueAtom);
  const isOffline = useAtomValue(statusAtom) === "offline";
  const more = () => void readMore().catch(() => showToast("error", t("take_unreachable")));
  useOffers({ more: hasMore ? { run: more } : undefined });
  if (rows.length === 0) {
    return (
      <Empty
        icon={<PartyPopper size={28} aria-hidden />}
        title={t("queue_empty")}
        text={t("queue_empty_hint")}
      />
    );
  }
  return (
    <>
      {isOffline ? (
        <div className={styles.offline}>
          <p>{t("take_offline")}</p>
          <GoOnline />
        </div>
      ) : null}
      {byGroup(rows).map(({ groupId, rows: own, oldest }) => (
        <section key={groupId} aria-labelledby={`queue-${groupId}`}>
          <h2 id={`queue-${groupId}`} className={styles.group}>
            <bdi>{groupName(groups, groupId) || t("group_everyone")}</bdi>
            <span className={styles.time}>{t("group_waiting", { count: own.length })}</span>
            <Age since={oldest} />
          </h2>
          <ol>
            {own.map((row) => (
              <li key={row.userId}>
                <WaitingRow row={row} isOpen={row.userId === openId} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      {hasMore ? (
        <div className={styles.more}>
          <Button isWide look="quiet" onClick={more}>
            {t("queue_more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

const WaitingRow = memo(function WaitingRow({ row, isOpen }: { row: Row; isOpen: boolean }) {
  const { t } = useTranslation("desk");
  const { take, isTaking } = useTake();
  const ownName = useAtomValue(ownNameAtom);
  const name = visitorName(row, t);
  return (
    <div className={styles.row} data-open={isOpen || undefined}>
      <span className={styles.place}>{row.position > 0 ? row.position : "–"}</span>
      <Link href={`/talk/${row.userId}`} className={styles.words} aria-current={isOpen ? "page" : undefined}>
        <span className={styles.head}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <RowTags row={row} />
        </span>
        <span className={styles.line} dir="auto">
          {lineOf(row.lastMessage, t, ownName)}
        </span>
      </Link>
      <Age since={row.since} />
      <Button
        size="small"
        look="outline"
        disabled={isTaking}
        aria-label={t("take_named", { name })}
        onClick={() => void take(row.userId)}
      >
        {t("take")}
      </Button>
    </div>
  );
});
