import { Hand } from "lucide-react";
import { lazy, Suspense, useEffect, useId } from "react";
import { useTranslation } from "react-i18next";
import { useAtom, useAtomValue } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { LoadingWords } from "../../ui/LoadingWords";
import type { Group } from "../../wire/account";
import { FoundList } from "../search/FoundList";
import { deskAtom, mineAtom, queueAtom } from "../state/desk.atoms";
import { itemsWaitingAtom } from "../state/items.atoms";
import { isSearch, LISTS, type ListName, shownListAtom } from "../state/lists.atoms";
import { useTake } from "../useTake";
import styles from "./Lists.module.css";
import { MineList } from "./MineList";
import { QueueList } from "./QueueList";
import { RobotList } from "./RobotList";

// An agent who only talks needs neither the table nor an open item.
const ItemsRoom = lazy(() => import("../items/ItemsRoom").then(({ ItemsRoom }) => ({ default: ItemsRoom })));

export type ListsProps = {
  /** The open conversation's visitor, or the open left item. */
  openId: string;
  /** The page starts with a left item. */
  isLeftOpen: boolean;
  groups: readonly Group[];
};

/**
 * Shows the agent's own conversations, the queue, those with the robot, the left items, what is over and everything as
 * tabs. The button to take the next visitor is always visible.
 */
export function Lists({ openId, isLeftOpen, groups }: ListsProps) {
  const { t } = useTranslation("desk");
  const [tab, setTab] = useAtom(shownListAtom);
  const { areListsLoaded, queueNext } = useAtomValue(deskAtom);
  const mine = useAtomValue(mineAtom);
  const queue = useAtomValue(queueAtom);
  const waiting = useAtomValue(itemsWaitingAtom);
  const { take, isTaking } = useTake();
  const id = useId();
  useEffect(() => {
    // A result of a search leaves the results beside it.
    if (isLeftOpen) setTab((shown) => (isSearch(shown) ? shown : "left"));
  }, [isLeftOpen, setTab]);
  useEffect(() => {
    // Not all tabs fit into a narrow column.
    document.getElementById(`${id}-${tab}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [id, tab]);
  const counts: Partial<Record<ListName, string>> = {
    mine: String(mine.filter((row) => row.end === undefined).length),
    queue: queueNext === "" ? String(queue.length) : `${queue.length}+`,
    left: String(waiting),
  };
  return (
    <>
      <div role="tablist" aria-label={t("lists_label")} className={styles.tabs}>
        {LISTS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            aria-selected={one === tab}
            aria-controls={`${id}-panel`}
            tabIndex={one === tab ? 0 : -1}
            onClick={() => setTab(one)}
            onKeyDown={(event) => {
              if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
              const isForward = (event.key === "ArrowRight") === (document.documentElement.dir !== "rtl");
              const other =
                LISTS[(LISTS.indexOf(one) + (isForward ? 1 : LISTS.length - 1)) % LISTS.length] ?? one;
              setTab(other);
              document.getElementById(`${id}-${other}`)?.focus();
            }}
          >
            {t(`lists_${one}`)}
            {counts[one] === undefined ? null : (
              <>
                {" "}
                <span className={counts[one] === "0" ? "visually-hidden" : styles.count}>{counts[one]}</span>
              </>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} className={styles.panel}>
        {tab === "mine" ? <MineList rows={mine} openId={openId} isLoaded={areListsLoaded} /> : null}
        {tab === "queue" ? (
          <QueueList rows={queue} openId={openId} groups={groups} hasMore={queueNext !== ""} />
        ) : null}
        {tab === "robot" ? <RobotList openId={openId} /> : null}
        {tab === "left" ? (
          <Suspense fallback={<LoadingWords>{t("room_loading")}</LoadingWords>}>
            <ItemsRoom openId={openId} />
          </Suspense>
        ) : null}
        {tab === "ended" || tab === "all" ? (
          <FoundList key={tab} state={tab === "ended" ? "ended" : ""} openId={openId} groups={groups} />
        ) : null}
      </div>
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
