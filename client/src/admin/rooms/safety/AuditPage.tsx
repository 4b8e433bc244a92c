import { ScrollText } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button";
import { Empty } from "../../../ui/Empty";
import { Failed } from "../../../ui/Failed";
import { Skeleton } from "../../../ui/Skeleton";
import type { AdminKey } from "../../form/specs";
import { Filter } from "../../list/ListTools";
import { useAllThings } from "../../list/useAllThings";
import { Page } from "../../shell/Page";
import { textOf } from "../../things/kinds";
import { refusalOf } from "../../things/refusals";
import { troubleWords } from "../../things/troubleWords";
import { AuditTable } from "./AuditTable";
import { ACTIONS, type AuditFilters, NO_FILTERS, useAudit } from "./audit";
import { SafetyTabs } from "./SafetyTabs";
import styles from "./safety.module.css";
import { THINGS } from "./thingWords";

/** Who changed what, and when. */
export function AuditPage() {
  const { t } = useTranslation("admin");
  const [filters, setFilters] = useState<AuditFilters>(NO_FILTERS);
  const query = useAudit(filters);
  const { things: agents = [] } = useAllThings("agents");
  const entries = query.data?.pages.flatMap((page) => page.list) ?? [];
  const isFiltered = Object.values(filters).some((value) => value !== "");
  const names = new Map(
    agents.map((one) => [textOf(one, "adminId"), textOf(one, "adminNick") || textOf(one, "account")]),
  );
  // Agents are in the log only while they administer; somebody deleted is named by the id.
  const admins = agents.filter((one) => one.role === "admin").map((one) => textOf(one, "adminId"));
  const set = (part: Partial<AuditFilters>) => setFilters({ ...filters, ...part });
  const options = (words: Readonly<Record<string, AdminKey>>) =>
    Object.entries(words).map(([value, key]) => ({ value, name: t(key) }));
  return (
    <Page title={t("safety_audit")} text={t("audit_text")}>
      <SafetyTabs />
      <div className={styles.filters}>
        <Filter
          label={t("audit_thing")}
          value={filters.thing}
          options={options(THINGS)}
          onChange={(thing) => set({ thing })}
        />
        <Filter
          label={t("audit_person")}
          value={filters.adminId}
          options={admins.map((id) => ({ value: id, name: names.get(id) || id }))}
          onChange={(adminId) => set({ adminId })}
        />
        <Filter
          label={t("audit_action")}
          value={filters.action}
          options={options(ACTIONS)}
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
      {entries.length > 0 ? <AuditTable entries={entries} nameOf={(id) => names.get(id) || id} /> : null}
      {query.hasNextPage ? (
        <Button
          look="outline"
          size="small"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("list_more")}
        </Button>
      ) : null}
    </Page>
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
