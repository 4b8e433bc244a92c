import { useTranslation } from "react-i18next";
import type { Tenant } from "../../wire/operator";
import common from "../common.module.css";
import list from "../list/List.module.css";
import { SearchBox } from "../list/ListTools";
import styles from "./operator.module.css";
import { isIn, ORDERS, type Order, STATES, type State } from "./tenantOrder";
import { useNumber } from "./useNumber";

export type TenantToolsProps = {
  tenants: readonly Tenant[];
  search: string;
  onSearch: (search: string) => void;
  state: State;
  onState: (state: State) => void;
  /** Absent where the heads of a table sort. */
  order: Order | undefined;
  onOrder: (order: Order) => void;
};

/** Search, states as chips, and on phones the order. */
export function TenantTools(props: TenantToolsProps) {
  const { t } = useTranslation("admin");
  const number = useNumber();
  return (
    <div className={common.wrap}>
      <SearchBox label={t("operator_search")} search={props.search} onSearch={props.onSearch} />
      <fieldset className={common.wrap}>
        <legend className="visually-hidden">{t("operator_states")}</legend>
        {STATES.map((state) => (
          <button
            key={state}
            type="button"
            className={styles.state}
            aria-pressed={props.state === state}
            onClick={() => props.onState(state)}
          >
            {t(`operator_state_${state}`)}
            <span className={styles.count}>
              {number(props.tenants.filter((tenant) => isIn(state, tenant)).length)}
            </span>
          </button>
        ))}
      </fieldset>
      {props.order === undefined ? null : (
        <label className={list.filter}>
          <span>{t("operator_sort")}</span>
          <select
            value={props.order}
            onChange={(event) => props.onOrder(ORDERS.find((one) => one === event.target.value) ?? "name")}
          >
            {ORDERS.map((order) => (
              <option key={order} value={order}>
                {t(`operator_column_${order}`)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
