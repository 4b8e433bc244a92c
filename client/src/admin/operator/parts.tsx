/** What the table and the cards share. */
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { Pill } from "../../ui/Pill";
import type { Tenant } from "../../wire/operator";
import styles from "./operator.module.css";
import type { TenantRowsProps } from "./TenantTable";
import { isUnserved, type Measure, numberOf } from "./tenantOrder";
import { useBytes } from "./useBytes";
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
  const bytes = useBytes();
  const value = numberOf(tenant, measure);
  if (value === undefined) return <span aria-hidden>–</span>;
  const text = () => {
    if (measure === "fileBytes") return bytes(value);
    if (measure !== "agentsOnline") return number(value);
    return t("operator_agents_of", { online: number(value), all: number(tenant.load?.agents ?? 0) });
  };
  return (
    <span
      className={styles.value}
      data-zero={value === 0 ? "" : undefined}
      data-attention={measure === "waiting" && value > 0 ? "" : undefined}
    >
      {text()}
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
