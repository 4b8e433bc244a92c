import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Thing } from "../../../../wire/things";
import type { Webhook } from "../../../../wire/webhooks";
import { Fields } from "../../../form/Fields";
import { ThingForm } from "../../../form/ThingForm";
import { Card } from "../../../shell/Card";
import { CopyLine } from "../../../shell/CopyLine";
import { Page } from "../../../shell/Page";
import { pageOf } from "../../../things/kinds";
import { EVENTS, FIELDS } from "./fields";
import { useWebhookStore } from "./useWebhooks";
import styles from "./webhooks.module.css";

const NEW: Thing = {
  version: 0,
  webhookId: "",
  url: "",
  events: Object.keys(EVENTS),
  description: "",
  enabled: 1,
};

/** A new webhook, and then its secret, which is shown once. */
export function NewWebhookPage() {
  const { t } = useTranslation("admin");
  const [made, setMade] = useState<Webhook>();
  const store = useWebhookStore(setMade);
  return (
    <Page
      title={t("webhook_add")}
      text={t("webhooks_text")}
      back={{ to: "/connections/webhooks", name: t("connections_webhooks") }}
    >
      {made ? (
        <Card id="secret" title={t("webhook_secret")} text={t("webhook_secret_once")}>
          <CopyLine label={t("webhook_secret")} text={made.secret ?? ""} />
          <Link href={pageOf("webhooks", made.webhookId)}>{t("webhook_go_on")}</Link>
        </Card>
      ) : (
        <ThingForm
          kind="webhooks"
          thing={NEW}
          draftName="new"
          fields={FIELDS}
          store={store}
          onSaved={() => undefined}
        >
          <Fields fields={FIELDS} />
          <p className={styles.note}>{t("webhook_personal")}</p>
        </ThingForm>
      )}
    </Page>
  );
}
