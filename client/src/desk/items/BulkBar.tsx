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
import { usePlanOffers } from "./usePlanOffers";

/** Changes all chosen items at once. */
export function BulkBar() {
  const { t } = useTranslation("desk");
  const chosen = useAtomValue(chosenItemsAtom);
  const chooseAll = useSetAtom(chooseAllItemsAtom);
  const changeItems = useChangeItems();
  const [isBusy, setBusy] = useState(false);
  const apply = async (change: ItemChange) => {
    setBusy(true);
    await changeItems(
      chosen.map(({ id }) => id),
      change,
    );
    setBusy(false);
  };
  const kind = chosen.every((item) => item.kind === "message") ? "message" : "order";
  const state = t("items_chosen", { count: chosen.length });
  usePlanOffers(
    isBusy ? undefined : { plan: undefined, kind, state, onChange: (change) => void apply(change) },
  );
  return (
    <section className={styles.bar} aria-label={t("items_bulk")} aria-busy={isBusy || undefined}>
      <div className={styles.head}>
        <strong role="status">{state}</strong>
        <IconButton label={t("items_unchoose")} icon={<X size={18} />} onClick={() => chooseAll(false)} />
      </div>
      <Planning plan={undefined} kind={kind} isDisabled={isBusy} onChange={(change) => void apply(change)} />
    </section>
  );
}
