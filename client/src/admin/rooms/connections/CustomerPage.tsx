import { useTranslation } from "react-i18next";
import { wholeTime } from "../../../lib/time";
import type { Thing } from "../../../wire/things";
import { Group } from "../../form/Fields";
import { ThingForm } from "../../form/ThingForm";
import { Page } from "../../shell/Page";
import { OneThing } from "../../things/OneThing";
import { valueAt } from "../../things/paths";
import { ConnectionsTabs } from "./ConnectionsTabs";
import { CustomerTest } from "./CustomerTest";
import styles from "./connections.module.css";
import { CUSTOMER } from "./fields";

/** The shop's own system that knows its customers, and a trial of it. */
export function CustomerPage() {
  const { t } = useTranslation("admin");
  return (
    <Page title={t("connections_customer")} text={t("customer_page_text")}>
      <ConnectionsTabs />
      <OneThing kind="tenant" name={{}}>
        {(tenant) => (
          <ThingForm kind="tenant" thing={tenant} draftName="customer" fields={CUSTOMER.fields}>
            <Group group={CUSTOMER}>
              <BothSign tenant={tenant} />
              <CustomerTest />
            </Group>
          </ThingForm>
        )}
      </OneThing>
    </Page>
  );
}

/** Until when the secret before signs too. */
function BothSign({ tenant }: { tenant: Thing }) {
  const { t } = useTranslation("admin");
  const until = Number(valueAt(tenant, "customerData.previousUntil") ?? 0);
  if (until <= Date.now()) return null;
  return <p className={styles.quiet}>{t("customer_both_sign", { time: wholeTime(until) })}</p>;
}
