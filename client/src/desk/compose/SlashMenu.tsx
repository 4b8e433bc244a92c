import { clsx } from "clsx";
import { Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { quickRepliesPhaseAtom } from "../state/quickReplies.atoms";
import styles from "./SlashMenu.module.css";
import type { SlashState } from "./useSlash";

/** The quick replies above the field. The field keeps the focus and has the keys. */
export function SlashMenu({ slash, onManage }: { slash: SlashState; onManage: () => void }) {
  const { t } = useTranslation("desk");
  const phase = useAtomValue(quickRepliesPhaseAtom);
  const { found, at, listId } = slash;
  return (
    <div className={styles.menu}>
      <div role="listbox" id={listId} aria-label={t("ready_replies")} className={styles.list}>
        {found.map((ready, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field below has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field below keeps the focus
          <div
            key={ready.key}
            id={`${listId}-${ready.key}`}
            role="option"
            aria-selected={index === at}
            className={styles.option}
            onPointerEnter={() => slash.onReach(index)}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => slash.onChoose(ready)}
          >
            <bdi className={styles.title}>{ready.title}</bdi>
            <span className={clsx(styles.text, "two-lines")} dir="auto">
              {ready.text}
            </span>
          </div>
        ))}
      </div>
      {found.length > 0 ? null : (
        <p className={styles.nothing} role="status">
          {t(phase === "failed" ? "ready_failed" : phase === "loading" ? "ready_loading" : "slash_none")}
        </p>
      )}
      <button
        type="button"
        className={styles.manage}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onManage}
      >
        <Pencil size={14} aria-hidden />
        {t("own_manage")}
      </button>
    </div>
  );
}
