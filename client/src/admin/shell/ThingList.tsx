import { Ellipsis, Search } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Button } from "../../ui/Button";
import styles from "./ThingList.module.css";

export type RowAction = { id: string; name: string; isDanger?: boolean; onAction: () => void };

export type Row = {
  id: string;
  /** The thing's page. */
  to: string;
  name: string;
  /** One line about it. */
  note: string;
  icon?: ReactNode;
  aside?: ReactNode;
  actions: readonly RowAction[];
};

export type ThingListProps = {
  label: string;
  rows: readonly Row[];
  search: string;
  onSearch: (text: string) => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
};

/** A list of things with a search. A row opens the thing; its menu holds rare actions. */
export function ThingList({ label, rows, search, onSearch, hasMore, isLoadingMore, onMore }: ThingListProps) {
  const { t } = useTranslation("admin");
  const id = useId();
  return (
    <div className={styles.list}>
      <label htmlFor={id} className={styles.search}>
        <Search size={16} aria-hidden />
        <span className="visually-hidden">{t("list_search")}</span>
        <input
          id={id}
          type="search"
          value={search}
          placeholder={t("list_search")}
          onChange={(event) => onSearch(event.target.value)}
        />
      </label>
      {rows.length === 0 ? <p className={styles.none}>{t("list_none")}</p> : null}
      <ul aria-label={label} className={styles.rows}>
        {rows.map((row) => (
          <li key={row.id} className={styles.row}>
            {row.icon}
            <Link href={row.to} className={styles.link ?? ""}>
              <span className={styles.name}>
                <bdi>{row.name}</bdi>
              </span>
              <span className={styles.note}>{row.note}</span>
            </Link>
            {row.aside}
            {row.actions.length === 0 ? null : <RowMenu name={row.name} actions={row.actions} />}
          </li>
        ))}
      </ul>
      {hasMore ? (
        <Button look="outline" isBusy={isLoadingMore} onClick={onMore}>
          {t("list_more")}
        </Button>
      ) : null}
    </div>
  );
}

/** The rare actions of a row. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation("admin");
  return (
    <MenuTrigger>
      <AriaButton className={styles.more ?? ""} aria-label={t("list_actions", { name })}>
        <Ellipsis size={18} aria-hidden />
      </AriaButton>
      <Popover className={styles.popover ?? ""} placement="bottom end">
        <Menu
          className={styles.menu ?? ""}
          onAction={(key) => actions.find((one) => one.id === key)?.onAction()}
        >
          {actions.map((one) => (
            <MenuItem
              key={one.id}
              id={one.id}
              className={styles.item ?? ""}
              data-danger={one.isDanger ? "" : undefined}
            >
              {one.name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
