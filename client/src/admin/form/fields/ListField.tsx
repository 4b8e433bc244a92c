import { ChevronDown, ChevronUp, GripVertical, Plus, Trash } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { GridList, GridListItem } from "react-aria-components/GridList";
import { useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../../lib/record";
import { Button } from "../../../ui/Button";
import { IconButton } from "../../../ui/IconButton";
import common from "../../common.module.css";
import { stepsOf, valueAt } from "../../things/paths";
import { wordsIn } from "../../things/words";
import { useField } from "../editor";
import { FieldFrame } from "../FieldFrame";
import { Fields } from "../Fields";
import type { FieldProps } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./ListField.module.css";
import { moved } from "./moved";

/** What has the focus in a row after a move. */
type RowPart = "row" | "up" | "down";

/** An ordered list. Rows are moved by drag or by keyboard; one row at a time is open for editing. */
export function ListField({ spec, path }: FieldProps<"list">) {
  const { t, i18n } = useTranslation("admin");
  const words = useSpecWords(spec);
  const { value, change, fault, inner } = useField(path);
  const items: unknown[] = Array.isArray(value) ? value : [];
  const faultyAt = new Set(inner.map((one) => Number(stepsOf(one.field)[stepsOf(path).length])));
  const [wanted, setOpen] = useState<number>();
  const open = wanted !== undefined && wanted < items.length ? wanted : [...faultyAt][0];
  const panel = useRef<HTMLDivElement>(null);
  const panelName = useId();
  const rows = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState("");

  const nameAt = (at: number) =>
    wordsIn(isRecord(items[at]) ? valueAt(items[at], spec.title) : items[at], i18n.language) ||
    t("list_item", { number: at + 1 });
  const edit = (at: number | undefined) => {
    setOpen(at);
    if (at !== undefined)
      requestAnimationFrame(() =>
        panel.current?.querySelector<HTMLElement>("input, textarea, select")?.focus(),
      );
  };
  const reorder = (from: number, to: number, focus?: RowPart) => {
    change(moved(items, from, to));
    setOpen(undefined);
    setTold(t("list_moved", { name: nameAt(from), number: to + 1, count: items.length }));
    if (focus) requestAnimationFrame(() => focusRow(rows.current, to, focus));
  };
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    const from = rowsOf(rows.current).findIndex(
      (row) => event.target instanceof Node && row.contains(event.target),
    );
    const to = from + (event.key === "ArrowUp" ? -1 : 1);
    if (from < 0) return;
    event.preventDefault();
    event.stopPropagation();
    if (to >= 0 && to < items.length) reorder(from, to, "row");
  };

  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": nameAt(Number(key)) })),
    onReorder: ({ keys, target }) => {
      const [from] = [...keys].map(Number);
      if (from === undefined) return;
      const before = Number(target.key) + (target.dropPosition === "after" ? 1 : 0);
      reorder(from, before > from ? before - 1 : before);
    },
  });

  return (
    <FieldFrame {...words} fault={fault} isGroup>
      {() => (
        <div ref={rows} className={styles.list} onKeyDownCapture={press}>
          <p role="status" className="visually-hidden">
            {told}
          </p>
          {items.length === 0 ? (
            <p className={common.note}>{t(spec.empty)}</p>
          ) : (
            <GridList
              aria-label={words.label}
              className={styles.rows ?? ""}
              keyboardNavigationBehavior="tab"
              dragAndDropHooks={dragAndDropHooks}
              onAction={(key) => {
                const at = Number(key);
                // A row with a fault stays open.
                edit(at === open && !faultyAt.has(at) ? undefined : at);
              }}
            >
              {items.map((_item, at) => (
                <GridListItem
                  // The place is the item's only name.
                  // biome-ignore lint/suspicious/noArrayIndexKey: items have no ids of their own
                  key={at}
                  id={at}
                  textValue={nameAt(at)}
                  className={styles.row ?? ""}
                  data-open={at === open ? "" : undefined}
                  data-wrong={faultyAt.has(at) ? "" : undefined}
                >
                  <AriaButton
                    slot="drag"
                    className={styles.grip ?? ""}
                    aria-label={t("list_move", { name: nameAt(at) })}
                  >
                    <GripVertical size={16} aria-hidden />
                  </AriaButton>
                  <span className={styles.name}>
                    <bdi>{nameAt(at)}</bdi>
                  </span>
                  <Acts>
                    <IconButton
                      label={t("list_up", { name: nameAt(at) })}
                      icon={<ChevronUp size={16} />}
                      disabled={at === 0}
                      data-part="up"
                      onClick={() => reorder(at, at - 1, "up")}
                    />
                    <IconButton
                      label={t("list_down", { name: nameAt(at) })}
                      icon={<ChevronDown size={16} />}
                      disabled={at === items.length - 1}
                      data-part="down"
                      onClick={() => reorder(at, at + 1, "down")}
                    />
                    <IconButton
                      label={t("list_remove", { name: nameAt(at) })}
                      icon={<Trash size={16} />}
                      onClick={() => {
                        setOpen(undefined);
                        change(items.filter((_one, place) => place !== at));
                      }}
                    />
                  </Acts>
                </GridListItem>
              ))}
            </GridList>
          )}
          {open === undefined || open >= items.length ? null : (
            // biome-ignore lint/a11y/useSemanticElements: the open row's fields
            <div
              ref={panel}
              role="group"
              aria-labelledby={panelName}
              className={styles.panel}
              key={open}
              // A row that opened for its fault stays open while the user corrects it.
              onFocus={() => setOpen(open)}
            >
              <p id={panelName} className={styles.panelName}>
                {nameAt(open)}
              </p>
              <Fields fields={spec.item} within={`${path}[${open}]`} />
              <Button
                look="outline"
                size="small"
                onClick={() => {
                  edit(undefined);
                  requestAnimationFrame(() => focusRow(rows.current, open, "row"));
                }}
              >
                {t("list_done")}
              </Button>
            </div>
          )}
          <Button
            look="outline"
            size="small"
            icon={<Plus size={16} />}
            onClick={() => {
              change([...items, spec.blank()]);
              edit(items.length);
            }}
          >
            {t(spec.add)}
          </Button>
        </div>
      )}
    </FieldFrame>
  );
}

/** The buttons of a row. The row does not see their clicks and keys, which would open it. */
function Acts({ children }: { children: ReactNode }) {
  const stop = (event: SyntheticEvent) => event.stopPropagation();
  return (
    <span
      role="none"
      className={styles.acts}
      onPointerDown={stop}
      onMouseDown={stop}
      onClick={stop}
      onKeyDown={(event) => (event.key === "Enter" || event.key === " ") && event.stopPropagation()}
      onKeyUp={stop}
    >
      {children}
    </span>
  );
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(":scope > [role=grid] [role=row]") ?? [])];
}

/** The focus follows the row that was moved. At an end, the arrow that still leads somewhere takes it. */
function focusRow(list: HTMLElement | null, at: number, part: RowPart): void {
  const row = rowsOf(list)[at];
  const arrow = (name: RowPart) => row?.querySelector<HTMLElement>(`[data-part=${name}]:not([disabled])`);
  if (part === "row") row?.focus();
  else (arrow(part) ?? arrow(part === "up" ? "down" : "up") ?? row)?.focus();
}
