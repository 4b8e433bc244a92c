import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Button } from "../../ui/Button";
import { Failed } from "../../ui/Failed";
import { Skeleton } from "../../ui/Skeleton";
import { refusalOf } from "../things/refusals";
import { troubleWords } from "../things/troubleWords";
import styles from "./List.module.css";
import { type RowAction, RowMenu } from "./RowMenu";

/** What the list needs to know of its query. */
export type Loaded = {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

export type RowsProps = {
  label: string;
  query: Loaded;
  /** The number of rows. */
  count: number;
  /** Whether words or filters are set: then an empty list says so. */
  isFiltered: boolean;
  onClear: () => void;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  children: ReactNode;
};

/** A list of things with its states: loading, failed, empty, nothing found, and more to load. */
export function Rows({ label, query, count, isFiltered, onClear, empty, children }: RowsProps) {
  const { t } = useTranslation("admin");
  if (query.isPending) return <Waiting />;
  if (query.isError && count === 0)
    return <Failed text={troubleWords(t, refusalOf(query.error))} onRetry={() => void query.refetch()} />;
  if (count === 0 && query.hasNextPage) return <Waiting />;
  if (count === 0) return isFiltered ? <NothingFound onClear={onClear} /> : empty;
  return (
    <>
      <ul aria-label={label} className={styles.rows}>
        {children}
      </ul>
      <More query={query} />
    </>
  );
}

/** Loads the next page; nothing if there is none. */
export function More({ query }: { query: Loaded }) {
  const { t } = useTranslation("admin");
  if (!query.hasNextPage) return null;
  return (
    <Button
      look="outline"
      size="small"
      isBusy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {t("list_more")}
    </Button>
  );
}

/** Shown where words or filters fit nothing. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation("admin");
  return (
    <div className={styles.none} role="status">
      <p>{t("list_none")}</p>
      <Button look="outline" size="small" onClick={onClear}>
        {t("list_clear")}
      </Button>
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation("admin");
  return (
    <div className={styles.rows} role="status" aria-label={t("loading")}>
      {["one", "two", "three"].map((name) => (
        <span key={name} className={styles.row}>
          <Skeleton width="40%" height="16px" />
        </span>
      ))}
    </div>
  );
}

export type RowProps = {
  /** The thing's page. */
  to: string;
  name: string;
  /** Quiet words below the name. */
  note?: ReactNode;
  start?: ReactNode;
  /** Facts at the end; on phones below the name. */
  facts?: ReactNode;
  pill?: ReactNode;
  /** What is seldom done with it, in a menu. */
  actions?: readonly RowAction[];
  /** Adds 'Delete' to the menu. */
  onRemove?: () => void;
};

/** One thing: the row opens it, and its menu holds what is seldom done. */
export function Row({ to, name, note, start, facts, pill, actions = [], onRemove }: RowProps) {
  return (
    <li className={styles.row} data-start={start ? "" : undefined}>
      {start}
      <span className={styles.words}>
        <Link href={to} className={styles.open ?? ""}>
          <bdi>{name}</bdi>
        </Link>
        {note ? (
          <span className={styles.note} dir="auto">
            {note}
          </span>
        ) : null}
      </span>
      {facts ? <span className={styles.facts}>{facts}</span> : null}
      {pill}
      {actions.length > 0 || onRemove ? <RowMenu name={name} actions={actions} onRemove={onRemove} /> : null}
    </li>
  );
}
