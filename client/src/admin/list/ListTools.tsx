import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import common from "../common.module.css";
import styles from "./List.module.css";

export type ListToolsProps = {
  /** What is searched. */
  label: string;
  search: string;
  onSearch: (search: string) => void;
  children?: ReactNode;
};

/** The search box of a list, with filters beside it. */
export function ListTools({ label, search, onSearch, children }: ListToolsProps) {
  return (
    <div className={common.wrap}>
      <SearchBox label={label} search={search} onSearch={onSearch} />
      {children}
    </div>
  );
}

export function SearchBox({ label, search, onSearch }: Omit<ListToolsProps, "children">) {
  return (
    <label className={styles.search}>
      <Search size={16} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        dir={search === "" ? undefined : "auto"}
        maxLength={100}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
    </label>
  );
}

export type FilterProps = {
  label: string;
  value: string;
  options: readonly { value: string; name: string }[];
  onChange: (value: string) => void;
};

/** A filter as a chip; it stands out while it is set. */
export function Filter({ label, value, options, onChange }: FilterProps) {
  const { t } = useTranslation("admin");
  return (
    <label className={styles.filter} data-on={value === "" ? undefined : ""}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t("filter_all")}</option>
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  );
}
