/** What the table and the cards share. */
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { Pill } from "../../ui/Pill";
import type { Tenant } from "../../wire/operator";
import styles from "./operator.module.css";
import type { TenantRowsProps } from "./TenantTable";
import { isUnserved, type Measure } from "./tenantOrder";
import { useNumber } from "./useNumber";

export function StatePill({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation("admin");
  if (!tenant.isEnabled) return <Pill tone="over" text={t("operator_state_disabled")} />;
  if (isUnserved(tenant))
    return (
      <span className={styles.unserved}>
        <TriangleAlert size={14} aria-hidden />
        <Pill tone="urgent" text={t("operator_unserved")} />
      </span>
    );
  return <Pill tone="good" text={t("operator_state_running")} />;
}

/** One number of a tenant's load; agents with how many there are. */
export function Value({ tenant, measure }: { tenant: Tenant; measure: Measure }) {
  const { t } = useTranslation("admin");
  const number = useNumber();
  const { load } = tenant;
  if (!load) return <span aria-hidden>–</span>;
  const value = load[measure];
  const words =
    measure === "agentsOnline"
      ? t("operator_agents_of", { online: number(value), all: number(load.agents) })
      : number(value);
  return (
    <span
      className={styles.value}
      data-zero={value === 0 ? "" : undefined}
      data-attention={measure === "waiting" && value > 0 ? "" : undefined}
    >
      {words}
    </span>
  );
}

type SwitchButtonProps = Omit<TenantRowsProps, "tenants"> & { tenant: Tenant };

/** Disables after a question; enables at once, because it stops nothing. */
export function SwitchButton({ tenant, busy, onDisable, onEnable }: SwitchButtonProps) {
  const { t } = useTranslation("admin");
  const { name, isEnabled } = tenant;
  return (
    <Button
      look="outline"
      size="small"
      isBusy={busy === tenant.id}
      disabled={busy !== ""}
      aria-label={t(isEnabled ? "operator_disable_name" : "operator_enable_name", { name })}
      onClick={() => (isEnabled ? onDisable(tenant) : onEnable(tenant))}
    >
      {t(isEnabled ? "operator_disable" : "operator_enable")}
    </Button>
  );
}
