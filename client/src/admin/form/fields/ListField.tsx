import { ChevronDown, ChevronUp, GripVertical, Plus, Trash } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { GridList, GridListItem } from "react-aria-components/GridList";
import { useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../../lib/record";
import { Button } from "../../../ui/Button";
import { IconButton } from "../../../ui/IconButton";
import { stepsOf, valueAt } from "../../things/paths";
import { wordsIn } from "../../things/words";
import { useField } from "../editor";
import { FieldFrame } from "../FieldFrame";
import { Fields } from "../Fields";
import type { FieldProps } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./ListField.module.css";
import { moved } from "./moved";

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
  const reorder = (from: number, to: number) => {
    change(moved(items, from, to));
    setOpen(undefined);
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
        <div className={styles.list}>
          {items.length === 0 ? (
            <p className={styles.empty}>{t(spec.empty)}</p>
          ) : (
            <GridList
              aria-label={words.label}
              className={styles.rows ?? ""}
              keyboardNavigationBehavior="tab"
              dragAndDropHooks={dragAndDropHooks}
              onAction={(key) => edit(Number(key) === open ? undefined : Number(key))}
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
                  <bdi className={styles.name}>{nameAt(at)}</bdi>
                  <IconButton
                    label={t("list_up", { name: nameAt(at) })}
                    icon={<ChevronUp size={16} />}
                    disabled={at === 0}
                    onClick={() => reorder(at, at - 1)}
                  />
                  <IconButton
                    label={t("list_down", { name: nameAt(at) })}
                    icon={<ChevronDown size={16} />}
                    disabled={at === items.length - 1}
                    onClick={() => reorder(at, at + 1)}
                  />
                  <IconButton
                    label={t("list_remove", { name: nameAt(at) })}
                    icon={<Trash size={16} />}
                    onClick={() => {
                      setOpen(undefined);
                      change(items.filter((_one, place) => place !== at));
                    }}
                  />
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
              <Button look="outline" size="small" onClick={() => edit(undefined)}>
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
