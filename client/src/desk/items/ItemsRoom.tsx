import { Inbox } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { showToast } from "../../ui/toast";
import { useOffers } from "../keys/offers.atoms";
import { RowPlaceholder } from "../lists/MineList";
import {
  chosenItemsAtom,
  itemFilterAtom,
  itemsAtom,
  itemsPhaseAtom,
  moreItemsAtom,
  moreItemsLeftAtom,
  reloadItemsAtom,
} from "../state/items.atoms";
import { BulkBar } from "./BulkBar";
import { ItemFilters } from "./ItemFilters";
import styles from "./ItemsRoom.module.css";
import { ItemTable } from "./ItemTable";
import { filtersSet } from "./items";
import { useChoosingOffers } from "./useChoosingOffers";
import { ViewTabs } from "./ViewTabs";

/** Left messages and work orders as one list: saved views, filters, rows to choose, and what changes all of them. */
export function ItemsRoom({ openId }: { openId: string }) {
  const chosen = useAtomValue(chosenItemsAtom);
  useChoosingOffers(openId);
  return (
    <div className={styles.room}>
      <ViewTabs />
      <ItemFilters />
      <Shown openId={openId} />
      {chosen.length > 0 ? <BulkBar /> : null}
    </div>
  );
}

function Shown({ openId }: { openId: string }) {
  const { t } = useTranslation("desk");
  const phase = useAtomValue(itemsPhaseAtom);
  const items = useAtomValue(itemsAtom);
  const filter = useAtomValue(itemFilterAtom);
  const hasMore = useAtomValue(moreItemsLeftAtom);
  const reload = useSetAtom(reloadItemsAtom);
  if (phase === "loading") return <RowPlaceholder />;
  if (phase === "failed") {
    return (
      <Empty icon={<Inbox size={28} aria-hidden />} title={t("left_failed")} text={t("take_unreachable")}>
        <Button look="outline" onClick={() => void reload()}>
          {t("try_again")}
        </Button>
      </Empty>
    );
  }
  const isNarrowed = filter.text !== "" || filtersSet(filter) > (filter.state === "open" ? 1 : 0);
  return (
    <div className={styles.list}>
      {items.length > 0 ? <ItemTable items={items} openId={openId} /> : null}
      {items.length === 0 && !hasMore ? (
        <Empty
          icon={<Inbox size={28} aria-hidden />}
          title={t(isNarrowed ? "items_none" : "left_empty")}
          text={t(isNarrowed ? "items_none_hint" : "left_empty_hint")}
        />
      ) : null}
      {hasMore ? <More /> : null}
    </div>
  );
}

function More() {
  const { t } = useTranslation("desk");
  const more = useSetAtom(moreItemsAtom);
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
