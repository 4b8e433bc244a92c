import { Hand } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Tabs } from "../../ui/Tabs";
import type { Group } from "../../wire/account";
import { LeftList } from "../left/LeftList";
import { deskAtom, mineAtom, queueAtom } from "../state/desk.atoms";
import { leftWaitingAtom } from "../state/left.atoms";
import { useTake } from "../useTake";
import styles from "./Lists.module.css";
import { MineList } from "./MineList";
import { QueueList } from "./QueueList";

export type ListsProps = {
  /** The open conversation's visitor, or the open left item. */
  openId: string;
  /** The page starts with a left item. */
  isLeftOpen: boolean;
  groups: readonly Group[];
};

const TABS = ["mine", "queue", "left"] as const;
type Tab = (typeof TABS)[number];

/**
 * Shows the agent's own conversations, the queue and the left items as tabs. The button to take the next visitor is
 * always visible.
 */
export function Lists({ openId, isLeftOpen, groups }: ListsProps) {
  const { t } = useTranslation("desk");
  const [tab, setTab] = useState<Tab>(isLeftOpen ? "left" : "mine");
  const { areListsLoaded, queueNext } = useAtomValue(deskAtom);
  const mine = useAtomValue(mineAtom);
  const queue = useAtomValue(queueAtom);
  const waiting = useAtomValue(leftWaitingAtom);
  const { take, isTaking } = useTake();
  const counts = {
    mine: String(mine.filter((row) => row.end === undefined).length),
    queue: queueNext === "" ? String(queue.length) : `${queue.length}+`,
    left: String(waiting),
  };
  return (
    <>
      <Tabs
        look={{ list: styles.tabs ?? "", panel: styles.panel ?? "" }}
        isKept
        label={t("lists_label")}
        tabs={TABS.map((id) => ({ id, name: <TabName name={t(`lists_${id}`)} count={counts[id]} /> }))}
        chosen={tab}
        onChoose={setTab}
      >
        {tab === "mine" ? <MineList rows={mine} openId={openId} isLoaded={areListsLoaded} /> : null}
        {tab === "queue" ? (
          <QueueList rows={queue} openId={openId} groups={groups} hasMore={queueNext !== ""} />
        ) : null}
        {tab === "left" ? <LeftList openId={openId} /> : null}
      </Tabs>
      {queue.length > 0 ? (
        <div className={styles.next}>
          <Button
            look="primary"
            isWide
            isBusy={isTaking}
            icon={<Hand size={18} aria-hidden />}
            onClick={() => void take(undefined)}
          >
            {t("take_next", { count: queue.length })}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function TabName({ name, count }: { name: string; count: string }) {
  return (
    <>
      {name} <span className={styles.count}>{count}</span>
    </>
  );
}
