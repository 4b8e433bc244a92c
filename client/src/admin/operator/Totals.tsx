import { useTranslation } from "react-i18next";
import { useNow } from "../../desk/useNow";
import type { Tenant } from "../../wire/operator";
import styles from "./operator.module.css";
import { totalOf } from "./tenantOrder";
import { useNumber } from "./useNumber";

/** From this age on, the numbers may be wrong. */
const STALE_MS = 10_000;

export type TotalsProps = {
  tenants: readonly Tenant[];
  /** When the server last answered. */
  at: number;
};

/** All tenants together in one line, and how old that is. */
export function Totals({ tenants, at }: TotalsProps) {
  const { t } = useTranslation("admin");
  const number = useNumber();
  const total = totalOf(tenants);
  const said = (key: "tenants" | "visitors" | "waiting" | "talking" | "agents", count: number) =>
    t(`operator_total_${key}`, { count, number: number(count) });
  return (
    <p className={styles.totals}>
      <span>{said("tenants", tenants.length)}</span>
      <span>{said("visitors", total.visitors)}</span>
      <span data-attention={total.waiting > 0 ? "" : undefined}>{said("waiting", total.waiting)}</span>
      <span>{said("talking", total.talking)}</span>
      <span>{said("agents", total.agentsOnline)}</span>
      <Age at={at} />
    </p>
  );
}

function Age({ at }: { at: number }) {
  const { t } = useTranslation("admin");
  const age = useNow() - at;
  const isStale = age >= STALE_MS;
  return (
    <span role="status" className={styles.age} data-stale={isStale ? "" : undefined}>
      {isStale ? t("operator_stale", { count: Math.floor(age / 1000) }) : t("operator_live")}
    </span>
  );
}
