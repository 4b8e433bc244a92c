import { ScrollText } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button";
import { Empty } from "../../../ui/Empty";
import { Failed } from "../../../ui/Failed";
import { Skeleton } from "../../../ui/Skeleton";
import common from "../../common.module.css";
import type { AdminKey } from "../../form/specs";
import { Filter } from "../../list/ListTools";
import { More } from "../../list/Rows";
import { refusalOf } from "../../things/refusals";
import { troubleWords } from "../../things/troubleWords";
import { AuditTable, type AuditTableProps } from "./AuditTable";
import { ACTIONS, type AuditFilters, type ListAudit, NO_FILTERS, useAudit } from "./audit";
import styles from "./safety.module.css";
import { THINGS } from "./thingWords";
import { usePersonName } from "./usePersonName";

export type AuditLogProps = Omit<AuditTableProps, "entries"> & {
  /** Whose log it is, for the cache. */
  whose: string;
  /** Asks the server for a page. */
  list: ListAudit;
  /** What the log is about; of THINGS. */
  things?: readonly string[];
  /** What people do in it; of ACTIONS. */
  actions?: readonly string[];
  /** Ids of whom to filter by. Whoever is in a shown entry is offered too. */
  people: readonly string[];
};

/** An audit log with its filters. */
export function AuditLog({ whose, list, things, actions, people, nameOf, pageOf }: AuditLogProps) {
  const { t } = useTranslation("admin");
  const [filters, setFilters] = useState<AuditFilters>(NO_FILTERS);
  const query = useAudit(whose, list, filters);
  const entries = query.data?.pages.flatMap((page) => page.list) ?? [];
  const personOf = usePersonName(nameOf);
  const whom = [...new Set([...people, ...entries.map((one) => one.adminId)])];
  const isFiltered = Object.values(filters).some((value) => value !== "");
  const set = (part: Partial<AuditFilters>) => setFilters({ ...filters, ...part });
  const options = (words: Readonly<Record<string, AdminKey>>, shown = Object.keys(words)) =>
    shown.flatMap((value) => {
      const key = words[value];
      return key ? [{ value, name: t(key) }] : [];
    });
  return (
    <>
      <div className={common.wrap}>
        <Filter
          label={t("audit_thing")}
          value={filters.thing}
          options={options(THINGS, things?.slice())}
          onChange={(thing) => set({ thing })}
        />
        <Filter
          label={t("audit_person")}
          value={filters.adminId}
          options={whom.map((id) => ({ value: id, name: personOf(id) }))}
          onChange={(adminId) => set({ adminId })}
        />
        <Filter
          label={t("audit_action")}
          value={filters.action}
          options={options(ACTIONS, actions?.slice())}
          onChange={(action) => set({ action })}
        />
        <DayFilter label={t("audit_from")} value={filters.from} onChange={(from) => set({ from })} />
        <DayFilter label={t("audit_to")} value={filters.to} onChange={(to) => set({ to })} />
      </div>
      {query.isPending ? <Skeleton width="100%" height="240px" /> : null}
      {query.isError && entries.length === 0 ? (
        <Failed text={troubleWords(t, refusalOf(query.error))} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isSuccess && entries.length === 0 ? (
        <Empty
          icon={<ScrollText size={28} />}
          title={t(isFiltered ? "list_none" : "audit_none")}
          text={t(isFiltered ? "audit_none_filtered" : "audit_none_text")}
        >
          {isFiltered ? (
            <Button look="outline" onClick={() => setFilters(NO_FILTERS)}>
              {t("list_clear")}
            </Button>
          ) : null}
        </Empty>
      ) : null}
      {entries.length > 0 ? <AuditTable entries={entries} nameOf={nameOf} pageOf={pageOf} /> : null}
      <More query={query} />
    </>
  );
}

type DayFilterProps = { label: string; value: string; onChange: (day: string) => void };

function DayFilter({ label, value, onChange }: DayFilterProps) {
  return (
    <label className={styles.day} data-on={value === "" ? undefined : ""}>
      <span>{label}</span>
      <input type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}
