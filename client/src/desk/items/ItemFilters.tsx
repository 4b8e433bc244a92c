import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { type ItemFilter, PRIORITIES } from "../../wire/item";
import { useOffers } from "../keys/offers.atoms";
import { focusOpenRow } from "../lists/rows";
import { Choice } from "../search/Choice";
import { FilterForm } from "../search/FilterForm";
import found from "../search/FoundList.module.css";
import { itemFilterAtom, showItemsAtom } from "../state/items.atoms";
import styles from "./ItemFilters.module.css";
import { emptyFilter, filtersSet } from "./items";
import { ORDER_STATUSES } from "./itemWords";
import { useAssignees } from "./useAssignees";

/** Protocol, 'Items': the longest text. */
const TEXT_MAX = 100;
/** Protocol, 'Times of the pages': the pause in typing before the server is asked. */
const PAUSE_MS = 500;

/** The words and the filters of the list. */
export function ItemFilters() {
  const filter = useAtomValue(itemFilterAtom);
  const show = useSetAtom(showItemsAtom);
  return (
    <FilterForm
      look={styles}
      field={<Words />}
      onClear={filter.text === "" ? undefined : () => void show({ ...filter, text: "" })}
      count={filtersSet(filter)}
      onDrop={() => void show({ ...emptyFilter, text: filter.text })}
      isOpenAtFirst={false}
    >
      <Filters filter={filter} onFilter={(next) => void show(next)} />
    </FilterForm>
  );
}

/** The search field asks after a pause in typing, or at Enter. */
function Words() {
  const { t } = useTranslation("desk");
  const filter = useAtomValue(itemFilterAtom);
  const show = useSetAtom(showItemsAtom);
  const field = useRef<HTMLInputElement>(null);
  /** What is typed and not asked yet. */
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const ask = useCallback(
    (text: string) => {
      setTyped(undefined);
      void show({ ...filter, text });
    },
    [filter, show],
  );
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => ask(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, ask]);
  useOffers({ searchItems: { run: () => field.current?.focus() } });
  const words = typed ?? filter.text;
  return (
    <input
      ref={field}
      type="search"
      className={found.field}
      aria-label={t("items_search")}
      placeholder={t("items_search")}
      maxLength={TEXT_MAX}
      dir="auto"
      value={words}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && typed !== undefined) ask(typed);
        else if (event.key === "ArrowDown") focusOpenRow();
        else if (event.key === "Escape" && words !== "") ask("");
        else return;
        event.preventDefault();
      }}
    />
  );
}

function Filters({ filter, onFilter }: { filter: ItemFilter; onFilter: (next: ItemFilter) => void }) {
  const { t } = useTranslation("desk");
  const agents = useAssignees();
  const any = ["", t("search_any")] as const;
  const set = (change: Partial<ItemFilter>) => onFilter({ ...filter, ...change });
  const whose = filter.whose === "agent" ? `agent ${filter.adminId}` : filter.whose;
  return (
    <>
      <Choice
        label={t("search_kind")}
        value={filter.kind}
        onValue={(kind) => set({ kind: one(["", "leaveMsg", "workOrder"], kind) })}
        options={[any, ["leaveMsg", t("search_leaveMsg")], ["workOrder", t("search_workOrder")]]}
      />
      <Choice
        label={t("item_assignee")}
        value={whose}
        onValue={(value) => {
          const [, adminId] = value.split("agent ");
          if (adminId !== undefined) set({ whose: "agent", adminId });
          else set({ whose: one(["", "me", "nobody"], value), adminId: "" });
        }}
        options={[
          any,
          ["me", t("items_whose_me")],
          ["nobody", t("item_nobody")],
          ...agents.slice(1).map(({ id, name }) => [`agent ${id}`, name] as const),
        ]}
      />
      <Choice
        label={t("item_priority")}
        value={filter.priority}
        onValue={(priority) => set({ priority: one(["", ...PRIORITIES], priority) })}
        options={[any, ...PRIORITIES.map((it) => [it, t(`item_priority_${it}`)] as const)]}
      />
      <Choice
        label={t("item_due")}
        value={filter.due}
        onValue={(due) => set({ due: one(["", "overdue", "today", "week"], due) })}
        options={[
          any,
          ["overdue", t("item_overdue")],
          ["today", t("item_due_today")],
          ["week", t("item_due_week")],
        ]}
      />
      <Choice
        label={t("items_state")}
        value={filter.state}
        onValue={(state) => set({ state: one(["", "open", "ended"], state) })}
        options={[any, ["open", t("items_view_open")], ["ended", t("items_view_done")]]}
      />
      <Choice
        label={t("item_status")}
        value={filter.status}
        onValue={(status) => set({ status: one(["", ...ORDER_STATUSES], status) })}
        options={[any, ...ORDER_STATUSES.map((it) => [it, t(`item_status_${it}`)] as const)]}
      />
    </>
  );
}

/** The value that is meant, or the first one. */
function one<const Value extends string>(values: readonly [Value, ...Value[]], text: string): Value {
  return values.find((value) => value === text) ?? values[0];
}
