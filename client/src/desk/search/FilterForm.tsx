import { ListFilter, Search, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { IconButton } from "../../ui/IconButton";
import { useOffers } from "../keys/offers.atoms";
import styles from "./FoundList.module.css";

type FilterFormProps = {
  /** The classes of the form and of its filters. */
  look: { form?: string; filters?: string };
  /** The field for the words. */
  field: ReactNode;
  /** Clears the words; undefined if there are none. */
  onClear: (() => void) | undefined;
  /** How many filters are set. */
  count: number;
  onDrop: () => void;
  isOpenAtFirst: boolean;
  /** The filters. */
  children: ReactNode;
};

/** A field for words, and filters that a button shows. */
export function FilterForm({
  look,
  field,
  onClear,
  count,
  onDrop,
  isOpenAtFirst,
  children,
}: FilterFormProps) {
  const { t } = useTranslation("desk");
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  useOffers({
    filters: {
      run: () => {
        flushSync(() => setOpen(true));
        document.getElementById(id)?.querySelector("select")?.focus();
      },
    },
    dropFilters: count > 0 ? { run: onDrop } : undefined,
  });
  return (
    <search className={look.form}>
      <div className={styles.bar}>
        <Search size={16} aria-hidden />
        {field}
        {onClear ? <IconButton label={t("search_clear")} icon={<X size={16} />} onClick={onClear} /> : null}
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <ListFilter size={16} aria-hidden />
          <span className="visually-hidden">{t("search_filters")}</span>
          {count > 0 ? <span className={styles.count}>{count}</span> : null}
        </button>
      </div>
      <div id={id} className={look.filters} hidden={!isOpen}>
        {isOpen ? children : null}
        {isOpen && count > 0 ? (
          <Button size="small" look="quiet" onClick={onDrop}>
            {t("search_reset")}
          </Button>
        ) : null}
      </div>
    </search>
  );
}
