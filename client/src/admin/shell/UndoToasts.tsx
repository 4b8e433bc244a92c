import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { adminApiAtom } from "../session/services";
import { flushRemovalsAtom, removalsAtom, undoRemovalAtom } from "../things/removals.atoms";
import styles from "./UndoToasts.module.css";

/** Offers to undo each deletion while there is time. */
export function UndoToasts() {
  const { t } = useTranslation("admin");
  const removals = useAtomValue(removalsAtom);
  const undo = useSetAtom(undoRemovalAtom);
  const flush = useSetAtom(flushRemovalsAtom);
  const api = useAtomValue(adminApiAtom);

  useEffect(() => {
    const leave = () => flush(api);
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [flush, api]);

  return (
    <div role="status" aria-live="polite" className={styles.region}>
      {removals.map((one) => (
        <p key={`${one.kind}/${one.key}`} className={styles.toast}>
          <span className={styles.words}>{t("removed", { name: one.title })}</span>
          <Button size="small" look="quiet" onClick={() => undo(one)}>
            {t("undo")}
          </Button>
        </p>
      ))}
    </div>
  );
}
