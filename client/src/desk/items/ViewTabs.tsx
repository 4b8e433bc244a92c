import { BookmarkPlus, Trash2 } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { IconButton } from "../../ui/IconButton";
import { showToast } from "../../ui/toast";
import type { ItemFilter, ItemView } from "../../wire/item";
import { useOffers } from "../keys/offers.atoms";
import { agentAtom } from "../state/agent.atoms";
import { itemFilterAtom, showItemsAtom } from "../state/items.atoms";
import { removeViewAtom, viewsAtom } from "../state/views.atoms";
import { BUILT_IN, type BuiltIn } from "./items";
import { SaveView } from "./SaveView";
import styles from "./ViewTabs.module.css";

type Tab = { id: string; name: string; filter: ItemFilter; view?: ItemView };

/** The views as tabs: those that every desk has, everybody's, and the agent's own. */
export function ViewTabs() {
  const { t } = useTranslation("desk");
  const views = useAtomValue(viewsAtom);
  const filter = useAtomValue(itemFilterAtom);
  const show = useSetAtom(showItemsAtom);
  const list = useRef<HTMLDivElement>(null);
  const [isSaving, setSaving] = useState(false);
  const builtIn = (Object.keys(BUILT_IN) as BuiltIn[]).map(
    (id): Tab => ({ id, name: t(`items_view_${id}`), filter: BUILT_IN[id] }),
  );
  const saved = views.map((view): Tab => ({ id: view.id, name: view.name, filter: view.filter, view }));
  const tabs = [...builtIn, ...saved];
  const chosen = tabs.find((tab) => isSame(tab.filter, filter));
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const isForward = (event.key === "ArrowRight") === (document.documentElement.dir !== "rtl");
    const at = chosen ? tabs.indexOf(chosen) : -1;
    const next = tabs[(at + (isForward ? 1 : tabs.length - 1)) % tabs.length];
    if (!next) return;
    event.preventDefault();
    void show(next.filter);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  useOffers({
    view: {
      ...(chosen ? { state: chosen.name } : {}),
      choices: () =>
        tabs.map((tab) => ({
          key: tab.id,
          name: tab.name,
          isOff: tab === chosen,
          run: () => void show(tab.filter),
        })),
    },
    saveView: chosen ? undefined : { run: () => setSaving(true) },
  });
  return (
    <div className={styles.bar}>
      <div ref={list} role="tablist" aria-label={t("items_views")} className={styles.tabs} onKeyDown={move}>
        {tabs.map((tab, at) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            data-tab={tab.id}
            aria-selected={tab === chosen}
            tabIndex={tab === chosen || (!chosen && at === 0) ? 0 : -1}
            onClick={() => void show(tab.filter)}
          >
            <bdi>{tab.name}</bdi>
          </button>
        ))}
      </div>
      {chosen ? null : (
        <IconButton
          label={t("items_view_save")}
          icon={<BookmarkPlus size={18} />}
          onClick={() => setSaving(true)}
        />
      )}
      {chosen?.view ? <Remove view={chosen.view} /> : null}
      {isSaving ? <SaveView filter={filter} onClose={() => setSaving(false)} /> : null}
    </div>
  );
}

/** Removes a view; one of everybody only supervisors may remove. */
function Remove({ view }: { view: ItemView }) {
  const { t } = useTranslation("desk");
  const me = useAtomValue(agentAtom);
  const remove = useSetAtom(removeViewAtom);
  const show = useSetAtom(showItemsAtom);
  const [isAsking, setAsking] = useState(false);
  const mayRemove = !view.isShared || me?.role !== "agent";
  useOffers({ removeView: mayRemove ? { state: view.name, run: () => setAsking(true) } : undefined });
  if (!mayRemove) return null;
  const go = async () => {
    setAsking(false);
    if (await remove(view)) void show(BUILT_IN.open);
    else showToast("error", t("items_view_unreachable"));
  };
  return (
    <>
      <IconButton
        label={t("items_view_remove", { name: view.name })}
        icon={<Trash2 size={18} />}
        onClick={() => setAsking(true)}
      />
      {isAsking ? (
        <ConfirmDialog
          title={t("items_view_remove", { name: view.name })}
          text={t(view.isShared ? "items_view_remove_shared" : "items_view_remove_own")}
          yes={t("items_view_remove_now")}
          no={t("cancel")}
          onYes={() => void go()}
          onNo={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

function isSame(one: ItemFilter, other: ItemFilter): boolean {
  return (Object.keys(one) as (keyof ItemFilter)[]).every((key) => one[key] === other[key]);
}
