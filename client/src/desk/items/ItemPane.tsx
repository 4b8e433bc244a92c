import { ArrowLeft, Inbox } from "lucide-react";
import { Suspense, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ItemChange } from "../../api/items";
import { OrderView } from "../../features/work-order/OrderView";
import { isOver } from "../../features/work-order/orderWords";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { IconButton } from "../../ui/IconButton";
import type { WholeItem } from "../../wire/item";
import { useOffers } from "../keys/offers.atoms";
import { isBulkShownAtom, plannedAtom } from "../state/items.atoms";
import { type OpenTrouble, openItemAtom, wholeItemsAtom } from "../state/openItem.atoms";
import header from "../talk/TalkHeader.module.css";
import styles from "./ItemPane.module.css";
import { Due } from "./ItemTable";
import { ItemTalk } from "./ItemTalk";
import { isDone } from "./items";
import { MessageAnswer } from "./MessageAnswer";
import { MessageText } from "./MessageText";
import { NoteForm } from "./NoteForm";
import { OrderAnswer } from "./OrderAnswer";
import { Planning } from "./Planning";
import { useChangeItems } from "./useChangeItems";
import { usePlanOffers } from "./usePlanOffers";

export type ItemPaneProps = { what: string; id: string; onLeave: () => void };

/** Shows one left message or work order: its plan, its text, what was said about it, and what the agent can say. */
export function ItemPane({ what, id, onLeave }: ItemPaneProps) {
  const { t } = useTranslation("desk");
  const whole = useAtomValue(wholeItemsAtom)[id];
  useOffers({ closeItem: { run: onLeave } });
  return (
    <div className={styles.pane}>
      <header className={header.header}>
        <IconButton label={t("back")} icon={<ArrowLeft size={20} className="mirrored" />} onClick={onLeave} />
        <div className={header.words}>
          <h2 tabIndex={-1}>{t(what === "order" ? "left_order" : "left_message")}</h2>
        </div>
        {whole ? <Due item={whole.item} /> : null}
      </header>
      {/* Their translations belong to the visitors' pages and load with the first item. */}
      <Suspense>
        <OpenItem id={id} />
      </Suspense>
    </div>
  );
}

function OpenItem({ id }: { id: string }) {
  const { t } = useTranslation("desk");
  const { whole, trouble, read } = useWholeItem(id);
  if (trouble === "gone") return <Gone />;
  if (whole) return <Shown whole={whole} />;
  if (trouble) {
    return (
      <div className={styles.gone}>
        <Empty icon={<Inbox size={28} aria-hidden />} title={t("item_failed")} text={t("take_unreachable")}>
          <Button look="outline" onClick={() => void read()}>
            {t("try_again")}
          </Button>
        </Empty>
      </div>
    );
  }
  return (
    <p className={styles.loading} role="status">
      {t("item_loading")}
    </p>
  );
}

function Shown({ whole }: { whole: WholeItem }) {
  const { message, order, talk } = whole;
  const item = useAtomValue(plannedAtom)(whole.item);
  const isBulkShown = useAtomValue(isBulkShownAtom);
  const changeItems = useChangeItems();
  const { t } = useTranslation("desk");
  const { id, kind } = item;
  const isFinal = item.status === "filed";
  const onChange = (change: ItemChange) => void changeItems([id], change);
  const state = item.name || t("left_unnamed");
  // While rows are chosen, the plan is theirs.
  usePlanOffers(isFinal || isBulkShown ? undefined : { plan: item, kind, state, onChange });
  return (
    <div className={styles.body}>
      <Planning plan={item} kind={kind} isDisabled={isFinal} onChange={onChange} />
      {message ? <MessageText message={message} talk={talk} /> : null}
      {order ? (
        <OrderView order={order} statusText={t(`item_status_${order.status}`)}>
          <ItemTalk talk={talk} />
        </OrderView>
      ) : null}
      {message && !isDone(item) ? <MessageAnswer id={id} email={message.email} /> : null}
      {message ? <NoteForm key={id} id={id} /> : null}
      {order && !isOver(item.status) ? (
        <OrderAnswer key={id} id={id} visitor={order.visitor} status={order.status} />
      ) : null}
    </div>
  );
}

/** Reads an item when it opens, and again when it has changed. */
function useWholeItem(id: string) {
  const open = useSetAtom(openItemAtom);
  const whole = useAtomValue(wholeItemsAtom)[id];
  const [trouble, setTrouble] = useState<OpenTrouble>();
  const read = useCallback(async () => setTrouble(await open(id)), [open, id]);
  const isStale = !whole || whole.readAt < whole.item.cursor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the item must be read
  useEffect(() => {
    if (isStale) void read();
  }, [read, isStale, whole?.item.cursor]);
  return { whole, trouble, read };
}

function Gone() {
  const { t } = useTranslation("desk");
  return (
    <div className={styles.gone}>
      <Empty icon={<Inbox size={28} aria-hidden />} title={t("left_gone")} text={t("left_empty_hint")} />
    </div>
  );
}
