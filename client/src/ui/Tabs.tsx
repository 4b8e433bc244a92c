import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import styles from "./Tabs.module.css";

export type TabsProps<Id extends string> = {
  /** What the tabs choose between. */
  label: string;
  tabs: readonly { id: Id; name: string }[];
  chosen: Id;
  onChoose: (id: Id) => void;
  /** The chosen tab's content. */
  children: ReactNode;
  /** Keeps the panel mounted: every tab shows a part of the same content. */
  isKept?: boolean;
};

/** Shows tabs above their panel. Arrow keys move between the tabs; the chosen one has the focus. */
export function Tabs<Id extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  children,
  isKept = false,
}: TabsProps<Id>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.id === chosen);
    const isMirrored = getComputedStyle(event.currentTarget).direction === "rtl";
    const step = stepOf(event.key, isMirrored);
    const next = step === undefined ? undefined : tabs.at((at + step + tabs.length) % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === chosen}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            className={clsx(styles.tab, tab.id === chosen && styles.chosen)}
            onClick={() => onChoose(tab.id)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${chosen}`}
        className={styles.panel}
        key={isKept ? "" : chosen}
      >
        {children}
      </div>
    </>
  );
}

function stepOf(key: string, isMirrored: boolean): number | undefined {
  if (key === "ArrowRight") return isMirrored ? -1 : 1;
  if (key === "ArrowLeft") return isMirrored ? 1 : -1;
  return undefined;
}
