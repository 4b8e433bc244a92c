import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ItemChange } from "../../api/items";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { IconButton } from "../../ui/IconButton";
import { chooseAllItemsAtom, chosenItemsAtom } from "../state/items.atoms";
import styles from "./BulkBar.module.css";
import { Planning } from "./Planning";
import { useChangeItems } from "./useChangeItems";

/** Protocol, 'Items': the most items of one call. */
const ITEMS_MAX = 100;

/** Changes all chosen items at once. */
export function BulkBar() {
  const { t } = useTranslation("desk");
  const chosen = useAtomValue(chosenItemsAtom);
  const chooseAll = useSetAtom(chooseAllItemsAtom);
  const changeItems = useChangeItems();
  const [isBusy, setBusy] = useState(false);
  const apply = async (change: ItemChange) => {
    setBusy(true);
    for (let at = 0; at < chosen.length; at += ITEMS_MAX) {
      await changeItems(
        chosen.slice(at, at + ITEMS_MAX).map(({ id }) => id),
        change,
      );
    }
    setBusy(false);
  };
  const areAllMessages = chosen.every(({ kind }) => kind === "message");
  return (
    <section className={styles.bar} aria-label={t("items_bulk")} aria-busy={isBusy || undefined}>
      <div className={styles.head}>
        <strong role="status">{t("items_chosen", { count: chosen.length })}</strong>
        <IconButton label={t("items_unchoose")} icon={<X size={18} />} onClick={() => chooseAll(false)} />
      </div>
      <Planning
        plan={undefined}
        kind={areAllMessages ? "message" : "order"}
        isDisabled={isBusy || chosen.length === 0}
        onChange={(change) => void apply(change)}
      />
    </section>
  );
}
