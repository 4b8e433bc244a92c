import { Coffee, Inbox } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { Skeleton } from "../../ui/Skeleton";
import { statusAtom } from "../state/desk.atoms";
import { setStatusAtom } from "../state/standing.atoms";
import type { Row } from "../types";
import { TalkRow } from "./TalkRow";
import styles from "./TalkRow.module.css";

export type MineListProps = { rows: readonly Row[]; openId: string; isLoaded: boolean };

/** Lists the agent's own conversations; if there are none, says how to get some. */
export function MineList({ rows, openId, isLoaded }: MineListProps) {
  const { t } = useTranslation("desk");
  const status = useAtomValue(statusAtom);
  const setStatus = useSetAtom(setStatusAtom);
  if (!isLoaded) return <RowPlaceholder />;
  if (rows.length === 0) {
    return status === "online" ? (
      <Empty icon={<Inbox size={28} aria-hidden />} title={t("mine_empty")} text={t("mine_empty_hint")} />
    ) : (
      <Empty icon={<Coffee size={28} aria-hidden />} title={t("mine_off")} text={t("mine_off_hint")}>
        <Button look="primary" onClick={() => void setStatus({ status: "online" })}>
          {t("go_online")}
        </Button>
      </Empty>
    );
  }
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.userId}>
          <TalkRow row={row} isOpen={row.userId === openId} />
        </li>
      ))}
    </ul>
  );
}

/** A row while a list loads. */
export function RowPlaceholder() {
  return (
    <div className={styles.placeholder}>
      <Skeleton width="40px" height="40px" shape="round" />
      <Skeleton width="70%" height="14px" />
    </div>
  );
}
