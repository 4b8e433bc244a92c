import { clsx } from "clsx";
import { AlarmClock, CircleAlert, ClipboardList, MessageSquareText } from "lucide-react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { languageTag } from "../../i18n/tags";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Pill } from "../../ui/Pill";
import type { Item } from "../../wire/item";
import { performAtom } from "../keys/offers.atoms";
import { agentAtom } from "../state/agent.atoms";
import { chooseAllItemsAtom, chooseItemAtom, chosenIdsAtom } from "../state/items.atoms";
import { useNow } from "../useNow";
import styles from "./ItemTable.module.css";
import { isOverdue } from "./items";
import { dayAndTime, PRIORITY_TONES, STATUS_TONES } from "./itemWords";

/** Shows items as a table, and as cards where there is no room for one. */
export function ItemTable({ items, openId }: { items: readonly Item[]; openId: string }) {
  const { t } = useTranslation("desk");
  const chosen = useAtomValue(chosenIdsAtom);
  const chooseAll = useSetAtom(chooseAllItemsAtom);
  const isAll = items.every(({ id }) => chosen.has(id));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <input
              type="checkbox"
              className={styles.check}
              aria-label={t("items_choose_all")}
              checked={isAll}
              onChange={() => chooseAll(!isAll)}
            />
          </th>
          <th scope="col">{t("items_what")}</th>
          <th scope="col">{t("item_status")}</th>
          <th scope="col">{t("item_priority")}</th>
          <th scope="col">{t("item_assignee")}</th>
          <th scope="col">{t("item_due")}</th>
          <th scope="col">{t("item_changed")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <ItemRow key={item.id} item={item} isOpen={item.id === openId} isChosen={chosen.has(item.id)} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = { item: Item; isOpen: boolean; isChosen: boolean };

function ItemRow({ item, isOpen, isChosen }: RowProps) {
  const { t, i18n } = useTranslation("desk");
  const [, goTo] = useLocation();
  const me = useAtomValue(agentAtom);
  const choose = useSetAtom(chooseItemAtom);
  const perform = useSetAtom(performAtom);
  const name = t("left_by", { kind: t(`left_${item.kind}`), name: item.name || t("left_unnamed") });
  const isNews = item.isUnread && item.agentId === me?.id;
  const Icon = item.kind === "message" ? MessageSquareText : ClipboardList;
  const path = `/left/${item.kind}/${item.id}`;
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (event.shiftKey) {
      event.preventDefault();
      choose({ id: item.id, isRange: true });
    } else if (event.target instanceof Element && !event.target.closest("a, input")) goTo(path);
  };
  return (
    <tr
      data-item={item.id}
      data-open={isOpen ? "" : undefined}
      className={clsx(isNews && styles.unread, isChosen && styles.chosen)}
      onClick={onClick}
    >
      <td className={styles.pick}>
        <input
          type="checkbox"
          className={styles.check}
          aria-label={t("items_choose", { name })}
          checked={isChosen}
          onChange={() => choose({ id: item.id, isRange: false })}
          onClick={(event) => event.stopPropagation()}
        />
      </td>
      <td className={styles.what}>
        <Link
          href={path}
          className={styles.link}
          aria-current={isOpen ? "page" : undefined}
          onClick={(event) => {
            if (event.shiftKey) event.preventDefault();
            // The open one stays open: Enter goes on with it.
            else if (isOpen) perform("write");
          }}
        >
          <Icon size={16} aria-hidden />
          {isNews ? <span className={styles.dot} role="img" aria-label={t("item_unread")} /> : null}
          <bdi className={styles.name}>{name}</bdi>
        </Link>
        <span className={styles.text} dir="auto">
          {item.text}
        </span>
      </td>
      <td>
        <Pill text={t(`item_status_${item.status}`)} tone={STATUS_TONES[item.status]} />
      </td>
      <td data-quiet={item.priority === "normal" ? "" : undefined}>
        <Pill text={t(`item_priority_${item.priority}`)} tone={PRIORITY_TONES[item.priority]} />
      </td>
      <td className={styles.assignee}>
        {item.agentId === "" ? <span className={styles.nobody}>{t("item_nobody")}</span> : null}
        <bdi>{item.agentId === me?.id ? t("item_me", { name: item.agentName }) : item.agentName}</bdi>
      </td>
      <td className={styles.due}>
        <Due item={item} />
      </td>
      <td className={styles.time}>
        <time dateTime={new Date(item.changedAt).toISOString()}>
          {dayAndTime(item.changedAt, languageTag(i18n.language))}
        </time>
      </td>
    </tr>
  );
}

/** When an item is due; a word says that it is overdue, not the colour alone. */
export function Due({ item }: { item: Item }) {
  const { t, i18n } = useTranslation("desk");
  const now = useNow();
  if (item.due === 0) return null;
  const text = dayAndTime(item.due, languageTag(i18n.language));
  const time = <time dateTime={new Date(item.due).toISOString()}>{text}</time>;
  if (!isOverdue(item, now)) {
    return (
      <span className={styles.alarm}>
        <AlarmClock size={14} aria-hidden />
        {time}
      </span>
    );
  }
  return (
    <span className={styles.overdue}>
      <span className={styles.alarm}>
        <CircleAlert size={14} aria-hidden />
        {t("item_overdue")}
      </span>
      {time}
    </span>
  );
}
