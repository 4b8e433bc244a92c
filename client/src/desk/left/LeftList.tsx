import { ClipboardList, Inbox, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { Time } from "../../ui/Time";
import { showToast } from "../../ui/toast";
import { useOffers } from "../keys/offers.atoms";
import { RowPlaceholder } from "../lists/MineList";
import styles from "../lists/TalkRow.module.css";
import { leftAtom, leftItemsAtom, moreLeftAtom, reloadLeftAtom } from "../state/left.atoms";
import { changedAt, isWaiting, type LeftItem } from "./left";

/** Lists the left messages and work orders that wait for an agent. */
export function LeftList({ openId }: { openId: string }) {
  const { t } = useTranslation("desk");
  const { phase, next } = useAtomValue(leftAtom);
  const items = useAtomValue(leftItemsAtom);
  const reload = useSetAtom(reloadLeftAtom);
  if (phase === "loading") return <RowPlaceholder />;
  const isAll = next.messages === "" && next.orders === "";
  if (phase === "failed") {
    return (
      <Empty icon={<Inbox size={28} aria-hidden />} title={t("left_failed")} text={t("take_unreachable")}>
        <Button look="outline" onClick={() => void reload()}>
          {t("try_again")}
        </Button>
      </Empty>
    );
  }
  if (items.length === 0 && isAll) {
    return (
      <Empty icon={<Inbox size={28} aria-hidden />} title={t("left_empty")} text={t("left_empty_hint")} />
    );
  }
  return (
    <>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <LeftRow item={item} isOpen={item.id === openId} />
          </li>
        ))}
      </ul>
      {isAll ? null : <More />}
    </>
  );
}

function LeftRow({ item, isOpen }: { item: LeftItem; isOpen: boolean }) {
  const { t } = useTranslation("desk");
  const { name, line } = wordsOf(item);
  const Icon = item.what === "message" ? MessageSquareText : ClipboardList;
  return (
    <Link
      href={`/left/${item.what}/${item.id}`}
      className={isWaiting(item) ? `${styles.row} ${styles.unread}` : styles.row}
      aria-current={isOpen ? "page" : undefined}
    >
      <span className={styles.place}>
        <Icon size={18} aria-hidden />
      </span>
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {t("left_by", { kind: t(`left_${item.what}`), name: name || t("left_unnamed") })}
        </span>
        <span className={styles.line} dir="auto">
          {line}
        </span>
      </span>
      <span className={styles.side}>
        <span className={styles.time}>
          <Time at={changedAt(item)} />
        </span>
      </span>
    </Link>
  );
}

function More() {
  const { t } = useTranslation("desk");
  const more = useSetAtom(moreLeftAtom);
  const [isBusy, setBusy] = useState(false);
  const readOn = async () => {
    setBusy(true);
    if (!(await more())) showToast("error", t("left_failed"));
    setBusy(false);
  };
  useOffers({ more: { run: () => void readOn() } });
  return (
    <div className={styles.more}>
      <Button isWide look="quiet" isBusy={isBusy} onClick={() => void readOn()}>
        {t("queue_more")}
      </Button>
    </div>
  );
}

function wordsOf(item: LeftItem): { name: string; line: string } {
  if (item.what === "message") return { name: item.message.name, line: item.message.content };
  return { name: item.order.customer.name, line: item.order.content };
}
