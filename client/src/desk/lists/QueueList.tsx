import { PartyPopper } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { showToast } from "../../ui/toast";
import type { Group } from "../../wire/account";
import { groupName, visitorName } from "../names";
import { moreQueueAtom } from "../state/lists.atoms";
import type { Row } from "../types";
import { useTake } from "../useTake";
import { Age } from "./Age";
import { RowTags } from "./RowTags";
import styles from "./TalkRow.module.css";

export type QueueListProps = {
  rows: readonly Row[];
  openId: string;
  groups: readonly Group[];
  hasMore: boolean;
};

/** Lists the waiting visitors in the order of service, with their waiting times. */
export function QueueList({ rows, openId, groups, hasMore }: QueueListProps) {
  const { t } = useTranslation("desk");
  const { take, isTaking } = useTake();
  const more = useSetAtom(moreQueueAtom);
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
      <ol>
        {rows.map((row) => (
          <li key={row.userId} className={styles.row} aria-current={row.userId === openId || undefined}>
            <span className={styles.place}>{row.position > 0 ? row.position : "–"}</span>
            <span className={styles.words}>
              <span className={styles.head}>
                <span className={styles.name} dir="auto">
                  {visitorName(row, t)}
                </span>
                <RowTags row={row} />
              </span>
              <span className={styles.line}>
                {groupName(groups, row.groupId) || row.channelId} <Age since={row.since} />
              </span>
            </span>
            <Button
              size="small"
              look="outline"
              disabled={isTaking}
              aria-label={t("take_named", { name: visitorName(row, t) })}
              onClick={() => void take(row.userId)}
            >
              {t("take")}
            </Button>
          </li>
        ))}
      </ol>
      {hasMore ? (
        <div className={styles.more}>
          <Button
            isWide
            look="quiet"
            onClick={() => void more().catch(() => showToast("error", t("take_unreachable")))}
          >
            {t("queue_more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
