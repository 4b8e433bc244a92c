/** The webhooks of the shop, and how their forms read and write them. */
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "../../../../state/jotai";
import type { Thing } from "../../../../wire/things";
import { deliveries, editedWebhook, type Webhook, webhook, webhooks } from "../../../../wire/webhooks";
import type { ThingStore } from "../../../form/store";
import { adminApiAtom } from "../../../session/services";

const LIST = ["webhooks"];

/** How often the health is read again, in ms. */
const READ_AGAIN = 5000;

export function useWebhooks() {
  const api = useAtomValue(adminApiAtom);
  return useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => api.call("webhooks/list", {}, webhooks, { signal }),
    refetchInterval: READ_AGAIN,
  });
}

/** Reads the list and the logs again, because something happened. */
export function useReload() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: LIST });
}

/** Writes one webhook. `onSecret` gets the secret of a new one. */
export function useWebhookStore(onSecret: (made: Webhook) => void = () => undefined): ThingStore {
  const api = useAtomValue(adminApiAtom);
  const reload = useReload();
  return {
    save: async (written: Thing) => {
      const body = { ...written, enabled: written.enabled === 1 };
      const saved = await api.call("webhooks/put", body, webhook);
      if (saved.secret !== undefined) onSecret(saved);
      await reload();
      return editedWebhook(saved);
    },
    load: async (from: Thing) => {
      const list = await api.call("webhooks/list", {}, webhooks);
      const found = list.find((one) => one.webhookId === from.webhookId);
      return { theirs: found ? editedWebhook(found) : from, base: from };
    },
  };
}

/** The attempts of a webhook, newest first. */
export function useDeliveries(webhookId: string) {
  const api = useAtomValue(adminApiAtom);
  return useInfiniteQuery({
    queryKey: [...LIST, "deliveries", webhookId],
    queryFn: ({ pageParam, signal }) =>
      api.call("webhooks/deliveries", { webhookId, cursor: pageParam }, deliveries, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next || undefined,
  });
}
