import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { wholeTime } from "../../../../lib/time";
import { useAtomValue } from "../../../../state/jotai";
import { Button } from "../../../../ui/Button";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog";
import { Facts } from "../../../../ui/Facts";
import { Pill } from "../../../../ui/Pill";
import { showToast } from "../../../../ui/toast";
import { done } from "../../../../wire/things";
import { editedWebhook, type Webhook, webhook } from "../../../../wire/webhooks";
import { Fields } from "../../../form/Fields";
import { ThingForm } from "../../../form/ThingForm";
import { adminApiAtom } from "../../../session/services";
import { Alert } from "../../../shell/Alert";
import { Card } from "../../../shell/Card";
import { CopyLine } from "../../../shell/CopyLine";
import { Loaded } from "../../../shell/Loaded";
import { MissingPage } from "../../../shell/MissingPage";
import { Page } from "../../../shell/Page";
import { DeliveryLog } from "./DeliveryLog";
import { FIELDS } from "./fields";
import { Trouble } from "./Trouble";
import { useReload, useWebhookStore, useWebhooks } from "./useWebhooks";
import { hostOf, stateOf } from "./WebhookList";
import styles from "./webhooks.module.css";

/** One webhook: its settings, its state, its secret and its deliveries. */
export function WebhookPage({ webhookId }: { webhookId: string }) {
  const query = useWebhooks();
  return (
    <Loaded query={query}>
      {(list) => {
        const found = list.find((one) => one.webhookId === webhookId);
        return found ? <One webhook={found} /> : <MissingPage />;
      }}
    </Loaded>
  );
}

function One({ webhook: one }: { webhook: Webhook }) {
  const { t } = useTranslation("admin");
  const store = useWebhookStore();
  // Its health changes all the time, and its settings seldom.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the settings
  const edited = useMemo(() => editedWebhook(one), [one.webhookId, one.version]);
  return (
    <Page
      title={one.description || hostOf(one.url)}
      text={t("webhooks_text")}
      back={{ to: "/connections/webhooks", name: t("connections_webhooks") }}
    >
      <Health webhook={one} />
      <ThingForm kind="webhooks" thing={edited} draftName={one.webhookId} fields={FIELDS} store={store}>
        <Fields fields={FIELDS} />
      </ThingForm>
      <DeliveryLog webhookId={one.webhookId} isOn={one.enabled} />
      <Secret webhook={one} />
      <Removal webhook={one} />
    </Page>
  );
}

function Health({ webhook: one }: { webhook: Webhook }) {
  const { t } = useTranslation("admin");
  const number = (value: number) => (value > 0 ? String(value) : "");
  const time = (at: number | null | undefined) => (at ? wholeTime(at) : "");
  const state = stateOf(one);
  return (
    <Card id="health" title={t("webhook_health")}>
      <Pill tone={state.tone} text={t(state.words)} />
      <Alert
        text={
          one.offReason
            ? t(one.offReason === "gone" ? "webhook_gone_text" : "webhook_turned_off_text", {
                time: time(one.offAt),
              })
            : undefined
        }
      />
      <Facts
        facts={[
          { id: "delivered", name: t("webhook_delivered"), value: String(one.delivered) },
          { id: "queued", name: t("webhook_waiting"), value: number(one.queued) },
          { id: "failed", name: t("webhook_failed"), value: number(one.failed) },
          { id: "missed", name: t("webhook_missed"), value: number(one.missed) },
          { id: "since", name: t("webhook_failing_since"), value: time(one.failingSince) },
          { id: "last", name: t("webhook_last"), value: time(one.lastAt) },
        ]}
      />
    </Card>
  );
}

function Secret({ webhook: one }: { webhook: Webhook }) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const reload = useReload();
  const [isAsking, setAsking] = useState(false);
  const rotate = useMutation({
    mutationFn: () => api.call("webhooks/rotate", { webhookId: one.webhookId }, webhook),
    onSuccess: reload,
  });
  return (
    <Card id="secret" title={t("webhook_secret")} text={t("webhook_secret_text")}>
      {rotate.data?.secret ? (
        <>
          <p role="status" className={styles.note}>
            {t("webhook_secret_once")}
          </p>
          <CopyLine label={t("webhook_secret")} text={rotate.data.secret} />
        </>
      ) : null}
      {one.oldSecretUntil ? (
        <p className={styles.note}>{t("webhook_secret_old", { time: wholeTime(one.oldSecretUntil) })}</p>
      ) : null}
      <Trouble cause={rotate.error} />
      <div className={styles.buttons}>
        <Button look="outline" isBusy={rotate.isPending} onClick={() => setAsking(true)}>
          {t("webhook_rotate")}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={t("webhook_rotate_ask")}
          text={t("webhook_rotate_text")}
          yes={t("webhook_rotate")}
          no={t("own_cancel")}
          onYes={() => {
            setAsking(false);
            rotate.mutate();
          }}
          onNo={() => setAsking(false)}
        />
      ) : null}
    </Card>
  );
}

function Removal({ webhook: one }: { webhook: Webhook }) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const [, goTo] = useLocation();
  const reload = useReload();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.call("webhooks/delete", { webhookId: one.webhookId }, done),
    onSuccess: async () => {
      showToast("success", t("webhook_deleted"));
      goTo("/connections/webhooks");
      await reload();
    },
  });
  return (
    <Card id="removal" title={t("webhook_delete")} text={t("webhook_delete_text")} isDanger>
      <Trouble cause={remove.error} />
      <div className={styles.buttons}>
        <Button look="danger" isBusy={remove.isPending} onClick={() => setAsking(true)}>
          {t("webhook_delete")}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={t("webhook_delete_ask")}
          text={t("webhook_delete_text")}
          yes={t("webhook_delete")}
          no={t("own_cancel")}
          onYes={() => {
            setAsking(false);
            remove.mutate();
          }}
          onNo={() => setAsking(false)}
        />
      ) : null}
    </Card>
  );
}
