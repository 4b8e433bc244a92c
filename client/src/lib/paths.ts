/** The addresses of the visitor pages: Protocol, 'Visitor pages'. Paths are relative to /chat_online. */
import type { PageQuery } from "./query";

type Here = Pick<PageQuery, "channelId" | "isEmbedded" | "locale">;

/** The page for leaving a message; in a host page's frame it is a separate one. */
export function leavePath(here: Here, tenantId: string, userId: string): string {
  const path = here.isEmbedded ? "/leaveMessage" : "/leaveMsg";
  const query = new URLSearchParams({ channelId: here.channelId, tenantId, userId });
  if (here.isEmbedded) query.set("from", "iframe");
  if (here.locale !== "") query.set("locale", here.locale);
  return `${path}?${query}`;
}

/** The way back to the chat; in a host page's frame with a random value, so that no cache returns an old page. */
export function chatPath(here: Here, random: string): string {
  const query = new URLSearchParams({ channelId: here.channelId });
  if (here.isEmbedded) {
    query.set("from", "iframe");
    query.set("random", random);
  }
  if (here.locale !== "") query.set("locale", here.locale);
  return `/index?${query}`;
}

/** An article of the knowledge base, for a new window. */
export function articleHref(here: Here, docId: string, userId: string): string {
  const query = new URLSearchParams({ docId, channelId: here.channelId, userId });
  if (here.locale !== "") query.set("locale", here.locale);
  return `/chat_online/question?${query}`;
}

/** A work order; its link opens it for anyone: Protocol, 'Work orders'. */
export function orderPath(orderId: string, token: string): string {
  return `/workorder?${new URLSearchParams({ woId: orderId, token })}`;
}
