import { useTranslation } from "react-i18next";
import { useNow } from "../../desk/useNow";
import { wholeTime } from "../../lib/time";
import type { Tenant } from "../../wire/operator";
import common from "../common.module.css";
import styles from "./operator.module.css";
import { type Measure, totalOf } from "./tenantOrder";
import { useBytes } from "./useBytes";
import { useNumber } from "./useNumber";

/** From this age on, the numbers may be wrong. */
const STALE_MS = 10_000;

/** Messages are counted for this long. */
const DAY_MS = 86_400_000;

export type TotalsProps = {
  tenants: readonly Tenant[];
  /** When the server last answered. */
  at: number;
  /** Since when the server counts messages. */
  countedFrom: number;
};

/** All tenants together in one line, and how old that is. */
export function Totals({ tenants, at, countedFrom }: TotalsProps) {
  const { t } = useTranslation("admin");
  const number = useNumber();
  const total = (measure: Measure) => totalOf(tenants, measure);
  const bytes = useBytes();
  const said = (key: "tenants" | "visitors" | "waiting" | "talking" | "agents" | "messages", count: number) =>
    t(`operator_total_${key}`, { count, number: number(count) });
  return (
    <p className={styles.totals}>
      <span>{said("tenants", tenants.length)}</span>
      <span>{said("visitors", total("visitors"))}</span>
      <span data-attention={total("waiting") > 0 ? "" : undefined}>{said("waiting", total("waiting"))}</span>
      <span>{said("talking", total("talking"))}</span>
      <span>{said("agents", total("agentsOnline"))}</span>
      <span>{said("messages", total("messages"))}</span>
      {at - countedFrom < DAY_MS ? (
        <span className={common.note}>{t("operator_counted_from", { time: wholeTime(countedFrom) })}</span>
      ) : null}
      {tenants.some(({ fileBytes }) => fileBytes !== undefined) ? (
        <span>{t("operator_total_files", { bytes: bytes(total("fileBytes")) })}</span>
      ) : null}
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
