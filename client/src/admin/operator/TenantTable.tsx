import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Tenant } from "../../wire/operator";
import table from "../list/Table.module.css";
import styles from "./operator.module.css";
import { StatePill, SwitchButton, Value } from "./parts";
import { MEASURES, type Order } from "./tenantOrder";

export type TenantRowsProps = {
  tenants: readonly Tenant[];
  /** The id of the tenant that is being changed; empty for none. */
  busy: string;
  onDisable: (tenant: Tenant) => void;
  onEnable: (tenant: Tenant) => void;
};

export type TenantTableProps = TenantRowsProps & { order: Order; onOrder: (order: Order) => void };

/** A row for each tenant; the heads sort. */
export function TenantTable({ tenants, order, onOrder, ...deeds }: TenantTableProps) {
  const { t } = useTranslation("admin");
  return (
    <div className={table.frame}>
      <table className={clsx(table.table, styles.table)}>
        <caption className="visually-hidden">{t("operator_title")}</caption>
        <thead>
          <tr>
            <Head column="name" order={order} onOrder={onOrder} />
            <th scope="col">{t("operator_column_state")}</th>
            {MEASURES.map((measure) => (
              <Head key={measure} column={measure} order={order} onOrder={onOrder} />
            ))}
            <th scope="col">
              <span className="visually-hidden">{t("operator_column_action")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tenants.map((tenant) => (
            <tr key={tenant.id} data-disabled={tenant.isEnabled ? undefined : ""}>
              <th scope="row" className={styles.tenant}>
                <bdi className={styles.name}>{tenant.name}</bdi>
                <bdi className={styles.id}>{tenant.id}</bdi>
              </th>
              <td>
                <StatePill tenant={tenant} />
              </td>
              {MEASURES.map((measure) => (
                <td key={measure} className={styles.number}>
                  <Value tenant={tenant} measure={measure} />
                </td>
              ))}
              <td className={styles.action}>
                <SwitchButton tenant={tenant} {...deeds} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeadProps = { column: Order; order: Order; onOrder: (order: Order) => void };

function Head({ column, order, onOrder }: HeadProps) {
  const { t } = useTranslation("admin");
  const isName = column === "name";
  const isSorted = column === order;
  const Arrow = isName ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={isName ? undefined : styles.number}
      aria-sort={isSorted ? (isName ? "ascending" : "descending") : undefined}
    >
      <button type="button" className={styles.head} onClick={() => onOrder(column)}>
        {t(`operator_column_${column}`)}
        <Arrow size={14} aria-hidden className={styles.arrow} data-on={isSorted ? "" : undefined} />
      </button>
    </th>
  );
}
