import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import type { Publisher } from "../form/usePublisher";
import styles from "./SaveBar.module.css";

export type SaveBarProps = {
  isUnsaved: boolean;
  isBusy: boolean;
  /** The changes are from before a reload. */
  isRestored: boolean;
  /** Names of the changed fields. */
  changed: readonly string[];
  /** Why the last save did not work. */
  troubles: readonly string[];
  onSave: () => void;
  onDiscard: () => void;
  /** For a thing with a draft, which takes effect when it is published. */
  publisher?: Publisher | undefined;
};

/** Names shown before 'and n more'. */
const NAMES_SHOWN = 3;

/** Appears at the foot when something changed, or waits to be published. Ctrl or ⌘ and S saves. */
export function SaveBar(props: SaveBarProps) {
  const { isUnsaved, isBusy, isRestored, changed, troubles, onSave, publisher } = props;
  const { t } = useTranslation("admin");
  const save = useRef(onSave);
  save.current = onSave;
  const canSave = isUnsaved && !isBusy;

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      // The browser would save the page itself.
      event.preventDefault();
      if (canSave && !document.querySelector("dialog[open]")) save.current();
    };
    // Lists keep the keys of their rows to themselves.
    document.addEventListener("keydown", press, true);
    return () => document.removeEventListener("keydown", press, true);
  }, [canSave]);

  const named = changed.slice(0, NAMES_SHOWN).join(", ");
  const more = changed.length - NAMES_SHOWN;
  return (
    <div className={styles.place}>
      {isUnsaved || publisher?.hasDraft ? (
        <section aria-label={t(isUnsaved ? "save_label" : "draft_label")} className={styles.bar}>
          <div className={styles.words}>
            <div role="alert">
              {troubles.map((words) => (
                <p key={words} className={styles.trouble}>
                  {words}
                </p>
              ))}
            </div>
            {isUnsaved ? (
              <p className={styles.changed}>
                {more > 0
                  ? t("save_changed_more", { fields: named, count: more })
                  : t("save_changed", { fields: named })}
                {isRestored ? ` ${t("save_restored")}` : null}
              </p>
            ) : null}
            {publisher?.hasDraft ? <p className={styles.changed}>{publisher.note}</p> : null}
          </div>
          <Buttons {...props} />
        </section>
      ) : null}
    </div>
  );
}

function Buttons({ isUnsaved, isBusy, onSave, onDiscard, publisher }: SaveBarProps) {
  const { t } = useTranslation("admin");
  return (
    <div className={styles.buttons}>
      {isUnsaved ? (
        <>
          <Button look="outline" disabled={isBusy} onClick={onDiscard}>
            {t("save_discard")}
          </Button>
          <Button
            look={publisher ? "outline" : "primary"}
            isBusy={isBusy && !publisher}
            disabled={isBusy}
            aria-keyshortcuts="Control+S Meta+S"
            onClick={onSave}
          >
            {t("save")}
          </Button>
        </>
      ) : (
        <Button look="outline" disabled={isBusy} onClick={publisher?.askToDiscard}>
          {t("draft_discard")}
        </Button>
      )}
      {publisher ? (
        <Button look="primary" isBusy={isBusy} onClick={publisher.review}>
          {t("publish")}
        </Button>
      ) : null}
    </div>
  );
}
