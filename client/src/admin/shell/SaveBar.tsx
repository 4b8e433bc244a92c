import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import styles from "./SaveBar.module.css";

export type SaveBarProps = {
  isShown: boolean;
  isBusy: boolean;
  /** The changes are from before a reload. */
  isRestored: boolean;
  /** Names of the changed fields. */
  changed: readonly string[];
  /** Why the last save did not work. */
  troubles: readonly string[];
  onSave: () => void;
  onDiscard: () => void;
};

/** Names shown before 'and n more'. */
const NAMES_SHOWN = 3;

/** Appears at the foot when something changed. Ctrl or ⌘ and S saves. */
export function SaveBar({ isShown, isBusy, isRestored, changed, troubles, onSave, onDiscard }: SaveBarProps) {
  const { t } = useTranslation("admin");
  const save = useRef(onSave);
  save.current = onSave;
  const canSave = isShown && !isBusy;

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      // The browser would save the page itself.
      event.preventDefault();
      if (canSave && !document.querySelector("dialog[open]")) save.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [canSave]);

  const named = changed.slice(0, NAMES_SHOWN).join(", ");
  const more = changed.length - NAMES_SHOWN;
  return (
    <div className={styles.place}>
      {isShown ? (
        <section aria-label={t("save_label")} className={styles.bar}>
          <div className={styles.words}>
            <div role="alert">
              {troubles.map((words) => (
                <p key={words} className={styles.trouble}>
                  {words}
                </p>
              ))}
            </div>
            <p className={styles.changed}>
              {more > 0
                ? t("save_changed_more", { fields: named, count: more })
                : t("save_changed", { fields: named })}
              {isRestored ? ` ${t("save_restored")}` : null}
            </p>
          </div>
          <div className={styles.buttons}>
            <Button look="outline" disabled={isBusy} onClick={onDiscard}>
              {t("save_discard")}
            </Button>
            <Button look="primary" isBusy={isBusy} aria-keyshortcuts="Control+S Meta+S" onClick={onSave}>
              {t("save")}
            </Button>
          </div>
        </section>
      ) : null}
    </div>
  );
}
