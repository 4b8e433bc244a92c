import { useMutation, useQuery } from "@tanstack/react-query";
import { ChevronRight, Send } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../../state/jotai";
import { Button } from "../../../../ui/Button";
import { Pill, type PillProps } from "../../../../ui/Pill";
import { showToast } from "../../../../ui/toast";
import { WholeTime } from "../../../../ui/WholeTime";
import { done } from "../../../../wire/things";
import { type Delivery, type WholeDelivery, wholeDelivery } from "../../../../wire/webhooks";
import type { AdminKey } from "../../../form/specs";
import rows from "../../../list/List.module.css";
import { More } from "../../../list/Rows";
import { adminApiAtom } from "../../../session/services";
import { Card } from "../../../shell/Card";
import { Loaded } from "../../../shell/Loaded";
import { Trouble } from "./Trouble";
import { useDeliveries, useReload } from "./useWebhooks";
import styles from "./webhooks.module.css";

const OUTCOMES: Readonly<Record<string, { tone: PillProps["tone"]; words: AdminKey }>> = {
  delivered: { tone: "good", words: "webhook_outcome_delivered" },
  retried: { tone: "busy", words: "webhook_outcome_retried" },
  failed: { tone: "urgent", words: "webhook_outcome_failed" },
};

const TROUBLES: Readonly<Record<string, AdminKey>> = {
  notAllowed: "webhook_trouble_notAllowed",
  notPublic: "webhook_trouble_notPublic",
  notReached: "webhook_trouble_notReached",
  tooSlow: "webhook_trouble_tooSlow",
};

export type DeliveryLogProps = { webhookId: string; isOn: boolean };

/** The attempts of a webhook; a test, and sending an event again. */
export function DeliveryLog({ webhookId, isOn }: DeliveryLogProps) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const reload = useReload();
  const query = useDeliveries(webhookId);
  const answer = useAnswerWords();
  const test = useMutation({
    mutationFn: () => api.call("webhooks/test", { webhookId }, wholeDelivery),
    onSettled: reload,
  });
  return (
    <Card id="deliveries" title={t("webhook_deliveries")} text={t("webhook_deliveries_text")}>
      <div className={styles.deliveries}>
        <Button
          look="outline"
          icon={<Send size={16} className="mirrored" />}
          isBusy={test.isPending}
          onClick={() => test.mutate()}
        >
          {t("webhook_test")}
        </Button>
        <p role="status" className={test.data?.outcome === "delivered" ? styles.note : styles.trouble}>
          {test.data
            ? t(test.data.outcome === "delivered" ? "webhook_test_ok" : "webhook_test_failed", {
                answer: answer(test.data),
              })
            : null}
        </p>
        {test.data && !test.isPending ? <Answer of={test.data} /> : null}
        <Trouble cause={test.error} />
        <Loaded query={query}>
          {({ pages }) => {
            const list = pages.flatMap((page) => page.list);
            return list.length === 0 ? (
              <p className={styles.note}>{t("webhook_deliveries_none")}</p>
            ) : (
              <Attempts list={list} webhookId={webhookId} isOn={isOn} />
            );
          }}
        </Loaded>
        <More query={query} />
      </div>
    </Card>
  );
}

type AttemptsProps = DeliveryLogProps & { list: readonly Delivery[] };

function Attempts({ list, webhookId, isOn }: AttemptsProps) {
  const { t } = useTranslation("admin");
  const [open, setOpen] = useState<string>();
  const answer = useAnswerWords();
  return (
    <ol aria-label={t("webhook_deliveries")} className={rows.rows}>
      {list.map((one) => {
        const outcome = OUTCOMES[one.outcome];
        const isOpen = open === one.deliveryId;
        return (
          <li key={one.deliveryId} className={styles.attempt}>
            <div className={styles.row}>
              <ChevronRight size={16} aria-hidden className={styles.arrow} />
              <span className={styles.words}>
                <button
                  type="button"
                  className={rows.open}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? undefined : one.deliveryId)}
                >
                  <bdi>{one.type}</bdi>
                </button>
                <span className={styles.facts}>
                  <WholeTime at={one.at} />
                  {" · "}
                  <bdi>{answer(one)}</bdi>
                  {one.attempt > 1 ? ` · ${t("webhook_attempt", { number: one.attempt })}` : null}
                </span>
              </span>
              {outcome ? <Pill tone={outcome.tone} text={t(outcome.words)} /> : one.outcome}
            </div>
            {isOpen ? <Detail webhookId={webhookId} deliveryId={one.deliveryId} isOn={isOn} /> : null}
          </li>
        );
      })}
    </ol>
  );
}

type DetailProps = DeliveryLogProps & { deliveryId: string };

/** What was sent and what the receiver said. */
function Detail({ webhookId, deliveryId, isOn }: DetailProps) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const reload = useReload();
  const name = { webhookId, deliveryId };
  const query = useQuery({
    queryKey: ["webhook-delivery", webhookId, deliveryId],
    queryFn: ({ signal }) => api.call("webhooks/delivery", name, wholeDelivery, { signal }),
  });
  const again = useMutation({
    mutationFn: () => api.call("webhooks/resend", name, done),
    onSuccess: async () => {
      showToast("success", t("webhook_resent"));
      await reload();
    },
  });
  return (
    <Loaded query={query}>
      {(one) => (
        <div className={styles.detail}>
          <p className={styles.note}>{t("webhook_sent")}</p>
          {one.body ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard
            <pre dir="ltr" tabIndex={0}>
              {one.body}
            </pre>
          ) : (
            <p>{t("webhook_erased")}</p>
          )}
          <Answer of={one} />
          <Trouble cause={again.error} />
          {one.body && isOn ? (
            <Button look="outline" size="small" isBusy={again.isPending} onClick={() => again.mutate()}>
              {t("webhook_resend")}
            </Button>
          ) : null}
        </div>
      )}
    </Loaded>
  );
}

/** The beginning of what the receiver answered; nothing if it did not. */
function Answer({ of: { status, ms, answer } }: { of: WholeDelivery }) {
  const { t } = useTranslation("admin");
  if (!status) return null;
  return (
    <>
      <p className={styles.note}>{t("webhook_answer_begins", { status, ms })}</p>
      {answer ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard
        <pre dir="auto" tabIndex={0}>
          {answer}
        </pre>
      ) : (
        <p>{t("webhook_answer_empty")}</p>
      )}
    </>
  );
}

/** The answer's status, or why there is none. */
function useAnswerWords() {
  const { t } = useTranslation("admin");
  return ({ status, trouble }: Pick<Delivery, "status" | "trouble">) => {
    if (status) return String(status);
    const words = TROUBLES[trouble ?? ""];
    return words ? t(words) : "";
  };
}
