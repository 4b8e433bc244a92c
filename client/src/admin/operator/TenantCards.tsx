import { useTranslation } from "react-i18next";
import styles from "./operator.module.css";
import { StatePill, SwitchButton, Value } from "./parts";
import type { TenantRowsProps } from "./TenantTable";
import { MEASURES } from "./tenantOrder";

/** A card for each tenant, for phones. */
export function TenantCards({ tenants, ...deeds }: TenantRowsProps) {
  const { t } = useTranslation("admin");
  return (
    <ul aria-label={t("operator_title")} className={styles.cards}>
      {tenants.map((tenant) => (
        <li key={tenant.id} className={styles.card}>
          <div className={styles.cardHead}>
            <span className={styles.tenant}>
              <bdi className={styles.name}>{tenant.name}</bdi>
              <bdi className={styles.id}>{tenant.id}</bdi>
            </span>
            <StatePill tenant={tenant} />
          </div>
          {tenant.load ? (
            <dl className={styles.values}>
              {MEASURES.map((measure) => (
                <div key={measure}>
                  <dt>{t(`operator_column_${measure}`)}</dt>
                  <dd>
                    <Value tenant={tenant} measure={measure} />
                  </dd>
                </div>
              ))}
            </dl>
          ) : null}
          <SwitchButton tenant={tenant} {...deeds} />
        </li>
      ))}
    </ul>
  );
}
