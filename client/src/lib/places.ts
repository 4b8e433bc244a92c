/** The addresses of visitor pages, as one leads to another: Protocol, 'Visitor pages'. Paths are below /chat_online. */
import type { PageQuery } from "./query";

type Here = Pick<PageQuery, "channelId" | "isEmbedded" | "locale">;

/** Where a message is left; in a shop's frame the page made for it. */
export function leavePlace(here: Here, tenantId: string, userId: string): string {
  const path = here.isEmbedded ? "/leaveMessage" : "/leaveMsg";
  const query = new URLSearchParams({ channelId: here.channelId, tenantId, userId });
  if (here.isEmbedded) query.set("from", "iframe");
  if (here.locale !== "") query.set("locale", here.locale);
  return `${path}?${query}`;
}

/** Back to the chat; in a shop's frame with a random value, so that nothing on the way answers with an old page. */
export function chatPlace(here: Here, random: string): string {
  const query = new URLSearchParams({ channelId: here.channelId });
  if (here.isEmbedded) {
    query.set("from", "iframe");
    query.set("random", random);
  }
  if (here.locale !== "") query.set("locale", here.locale);
  return `/index?${query}`;
}

/** An article of the knowledge base, in a window of its own. */
export function articleHref(here: Here, docId: string, userId: string): string {
  const query = new URLSearchParams({ docId, channelId: here.channelId, userId });
  if (here.locale !== "") query.set("locale", here.locale);
  return `/chat_online/question?${query}`;
}

/** A work order, open to whoever has its link: Protocol, 'Work orders'. */
export function orderPlace(orderId: string, token: string): string {
  return `/workorder?${new URLSearchParams({ woId: orderId, token })}`;
}
