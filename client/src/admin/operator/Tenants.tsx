import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/http";
import { useMedia } from "../../lib/useMedia";
import { useAtomValue } from "../../state/jotai";
import { Empty } from "../../ui/Empty";
import { Failed } from "../../ui/Failed";
import { Skeleton } from "../../ui/Skeleton";
import { showToast } from "../../ui/toast";
import type { Tenant } from "../../wire/operator";
import { NothingFound } from "../list/Rows";
import { Alert } from "../shell/Alert";
import { Page } from "../shell/Page";
import { refusalOf } from "../things/refusals";
import { troubleWords } from "../things/troubleWords";
import { DisableDialog } from "./DisableDialog";
import { OperatorTabs } from "./OperatorTabs";
import { operatorServicesAtom } from "./operatorApi";
import { TenantCards } from "./TenantCards";
import { TenantTable } from "./TenantTable";
import { TenantTools } from "./TenantTools";
import { Totals } from "./Totals";
import { arranged, type Order, type State } from "./tenantOrder";

/** How often the page asks; the server keeps nothing for it. */
const EVERY_MS = 3000;

/** Same as in operator.module.css: below this width, a card for each tenant. */
const CARDS = "(width <= 800px)";

/** All tenants with their load, and which of them are served. */
export function Tenants({ onEnded }: { onEnded: () => void }) {
  const { t } = useTranslation("admin");
  const { api } = useAtomValue(operatorServicesAtom);
  const cache = useQueryClient();
  const isNarrow = useMedia(CARDS);
  const [search, setSearch] = useState("");
  const [state, setState] = useState<State>("all");
  const [order, setOrder] = useState<Order>("name");
  const [asked, setAsked] = useState<Tenant>();
  const [busy, setBusy] = useState("");
  const [trouble, setTrouble] = useState("");
  const query = useQuery({
    queryKey: ["tenants"],
    queryFn: ({ signal }) => api.tenants(signal),
    refetchInterval: EVERY_MS,
    retry: false,
  });
  const isOver = query.error instanceof ApiError && query.error.kind === "unauthorised";
  useEffect(() => {
    if (isOver) onEnded();
  }, [isOver, onEnded]);

  async function change(tenant: Tenant, deed: "enable" | "disable") {
    setAsked(undefined);
    setTrouble("");
    setBusy(tenant.id);
    try {
      await api[deed](tenant.id);
      await cache.invalidateQueries({ queryKey: ["tenants"] });
      showToast(
        "success",
        t(deed === "enable" ? "operator_enabled" : "operator_disabled", { name: tenant.name }),
      );
    } catch (cause) {
      if (cause instanceof ApiError && cause.kind === "unauthorised") onEnded();
      else setTrouble(troubleWords(t, refusalOf(cause)));
    } finally {
      setBusy("");
    }
  }

  const all = query.data?.list ?? [];
  const shown = arranged(all, { search, state, order });
  const rows = {
    tenants: shown,
    busy,
    onDisable: setAsked,
    onEnable: (tenant: Tenant) => void change(tenant, "enable"),
  };
  return (
    <Page title={t("operator_title")} text={t("operator_text")} isWide>
      <OperatorTabs open="tenants" />
      {content()}
      {asked ? (
        <DisableDialog
          // The load as it is now, not as it was when the question was asked.
          tenant={all.find((one) => one.id === asked.id) ?? asked}
          onYes={() => void change(asked, "disable")}
          onNo={() => setAsked(undefined)}
        />
      ) : null}
    </Page>
  );

  function content() {
    if (query.isPending) return <Skeleton width="100%" height="240px" />;
    if (query.isError && !query.data)
      return <Failed text={troubleWords(t, refusalOf(query.error))} onRetry={() => void query.refetch()} />;
    if (all.length === 0)
      return (
        <Empty
          icon={<Store size={28} />}
          title={t("operator_none_title")}
          text={t("operator_none_text", { command: "frontdesk setup-link" })}
        />
      );
    return (
      <>
        <Totals tenants={all} at={query.dataUpdatedAt} countedFrom={query.data?.countedFrom ?? 0} />
        <TenantTools
          tenants={all}
          search={search}
          onSearch={setSearch}
          state={state}
          onState={setState}
          order={isNarrow ? order : undefined}
          onOrder={setOrder}
        />
        <Alert text={trouble} />
        {shown.length === 0 ? (
          <NothingFound
            onClear={() => {
              setSearch("");
              setState("all");
            }}
          />
        ) : isNarrow ? (
          <TenantCards {...rows} />
        ) : (
          <TenantTable {...rows} order={order} onOrder={setOrder} />
        )}
      </>
    );
  }
}
