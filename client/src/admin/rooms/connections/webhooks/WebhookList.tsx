import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "../../../../ui/Button";
import { Empty } from "../../../../ui/Empty";
import { Pill, type PillProps } from "../../../../ui/Pill";
import type { Webhook } from "../../../../wire/webhooks";
import type { AdminKey } from "../../../form/specs";
import { Row, Rows } from "../../../list/Rows";
import { Page } from "../../../shell/Page";
import { pageOf } from "../../../things/kinds";
import { ConnectionsTabs } from "../ConnectionsTabs";
import { useWebhooks } from "./useWebhooks";

/** The webhooks, and how each fares. */
export function WebhookList() {
  const { t } = useTranslation("admin");
  const [, navigate] = useLocation();
  const query = useWebhooks();
  const list = query.data ?? [];
  const loaded = { ...query, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined };
  const add = (
    <Button look="primary" icon={<Plus size={16} />} onClick={() => navigate("/connections/webhooks/new")}>
      {t("webhook_add")}
    </Button>
  );
  return (
    <Page
      title={t("connections_webhooks")}
      text={t("webhooks_text")}
      action={list.length > 0 ? add : undefined}
    >
      <ConnectionsTabs />
      <Rows
        label={t("connections_webhooks")}
        query={loaded}
        count={list.length}
        isFiltered={false}
        onClear={() => undefined}
        empty={
          <Empty icon={<WebhookIcon size={28} />} title={t("webhooks_none")} text={t("webhooks_none_text")}>
            {add}
          </Empty>
        }
      >
        {list.map((one) => {
          const state = stateOf(one);
          return (
            <Row
              key={one.webhookId}
              to={pageOf("webhooks", one.webhookId)}
              name={one.description || hostOf(one.url)}
              note={<bdi>{one.url}</bdi>}
              facts={one.queued > 0 ? t("webhook_queued", { count: one.queued }) : undefined}
              pill={<Pill tone={state.tone} text={t(state.words)} />}
            />
          );
        })}
      </Rows>
    </Page>
  );
}

/** The host of an address, or the address if it has none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** How a webhook fares, in a word. */
export function stateOf(one: Webhook): { tone: PillProps["tone"]; words: AdminKey } {
  if (one.offReason === "gone") return { tone: "urgent", words: "webhook_state_gone" };
  if (one.offReason === "failing") return { tone: "urgent", words: "webhook_state_turned_off" };
  if (!one.enabled) return { tone: "over", words: "webhook_state_off" };
  if (one.failingSince) return { tone: "urgent", words: "webhook_state_failing" };
  if (!one.lastAt) return { tone: "new", words: "webhook_state_new" };
  return { tone: "good", words: "webhook_state_good" };
}
