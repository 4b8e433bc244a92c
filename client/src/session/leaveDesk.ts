/** A visitor's left messages and work orders on a channel: leaving them, listing them, and replies. */

import type { Attached } from "../api/attached";
import { ApiError } from "../api/http";
import type { Contact, LeaveApi } from "../api/leaveMessage";
import type { WireAnswer } from "../form/answers";
import type { Clock } from "../lib/clock";
import type { Channel } from "../wire/channel";
import type { LeftMessage } from "../wire/leaveMessage";
import type { OrderTemplate, WorkOrder } from "../wire/workOrder";

/** Protocol, 'Times of the pages': the template is requested about a second after the page opens. */
const TEMPLATE_DELAY_MS = 1000;

/** The most messages in a getLeaveMsgList response. */
const PAGE_SIZE = 50;

export type LeaveDesk = {
  /** Protocol, 'Left messages': type 1 leaves a plain message, type 2 a work order. */
  kind: "message" | "order";
  /** Loads the type and the fields of this channel's work orders. */
  template: (signal: AbortSignal) => Promise<OrderTemplate>;
  leave: (draft: LeaveDraft, template: OrderTemplate | undefined) => Promise<void>;
  mine: (after: string) => Promise<MinePage>;
  detail: (orderId: string) => Promise<WorkOrder>;
  reply: (order: WorkOrder, text: string, files: readonly Attached[]) => Promise<void>;
  upload: UploadPicture;
};

/** A picture attached to an unsent message. */
export type Attachment = {
  key: string;
  name: string;
  /** The address of a local preview. */
  preview: string;
  state:
    | { kind: "waiting" }
    | { kind: "sending"; share: number }
    | { kind: "failed" }
    | { kind: "there"; file: Attached };
};

export type UploadPicture = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<Attached>;

export type LeaveDraft = { contact: Contact; answers: readonly WireAnswer[]; files: readonly Attached[] };

/** A left message or a work order. */
export type Left = { kind: "message"; message: LeftMessage } | { kind: "order"; order: WorkOrder };

/** `next` is the cursor of the next page; empty at the end. */
export type MinePage = { left: Left[]; next: string };

export type LeaveSetup = {
  api: LeaveApi;
  channel: Pick<Channel, "tenantId" | "channelId" | "leavesBy" | "leaveMsgWoType">;
  /** The visitor. A new visitor gets an id only when they leave something (Protocol, 'Tokens'). */
  who: () => Promise<{ userId: string }>;
  /** Whether the visitor has an id. */
  isKnown: () => boolean;
  /** Starts again as the same visitor, because their token may belong to a channel that takes no such message. */
  renew: () => Promise<void>;
  locale: string;
  clock: Clock;
  newId: () => string;
};

export function createLeaveDesk(setup: LeaveSetup): LeaveDesk {
  const { api, channel, who, locale, clock } = setup;
  const kind = channel.leavesBy === "workOrder" ? "order" : "message";
  const names = namer(setup.newId);
  return {
    kind,

    template: async (signal) => {
      await clock.sleep(TEMPLATE_DELAY_MS, signal);
      if (signal.aborted) throw new ApiError("unreachable", "the page is gone");
      return api.templateById(channel.leaveMsgWoType, channel.tenantId, locale);
    },

    leave: async (draft, template) => {
      const id = names.of(draft);
      try {
        await send(setup, kind, id, draft, template);
      } catch (cause) {
        if (!(cause instanceof ApiError) || cause.kind !== "forbidden") throw cause;
        await setup.renew();
        await send(setup, kind, id, draft, template);
      }
      names.forget();
    },

    mine: async (after) => {
      if (!setup.isKnown()) return { left: [], next: "" };
      const { userId } = await who();
      if (kind === "order") {
        const { orders, cursor } = await api.orders(userId, channel.tenantId, after);
        return { left: orders.map((order) => ({ kind: "order", order })), next: cursor };
      }
      const messages = await api.left(userId, Number(after));
      const next = messages.length < PAGE_SIZE ? "" : String(messages.at(-1)?.at ?? "");
      return { left: messages.map((message) => ({ kind: "message", message })), next };
    },

    detail: async (orderId) => {
      const { userId } = await who();
      return api.order(orderId, { userId, token: "" });
    },

    reply: async (order, text, files) => {
      const { userId } = await who();
      const { tenantId } = channel;
      await api.reply({
        id: names.of({ order: order.id, text, files }),
        userId,
        tenantId,
        orderId: order.id,
        typeId: order.typeId,
        content: text,
        files,
        token: "",
      });
      names.forget();
    },

    upload: async (file, onProgress, signal) => {
      const purpose = kind === "order" ? "workOrder" : "leaveMsg";
      const { userId } = await who();
      const { url, name } = await api.upload(userId, purpose, file, onProgress, signal);
      return { url, name: name || file.name };
    },
  };
}

async function send(
  { api, channel, who, locale }: LeaveSetup,
  kind: LeaveDesk["kind"],
  id: string,
  { contact, answers, files }: LeaveDraft,
  template: OrderTemplate | undefined,
): Promise<void> {
  const { userId } = await who();
  if (kind === "message") {
    await api.leave(userId, id, channel.channelId, contact);
    return;
  }
  if (!template) throw new Error("a work order is made from a template");
  await api.addOrder({
    id,
    userId,
    tenantId: channel.tenantId,
    // The visitor's own token names them; with the form's token the order would have no visitor.
    template: { ...template, formToken: "" },
    content: contact.content,
    answers,
    files,
    locale,
  });
}

/**
 * Makes ids for requests. The same content gets the same id, so that a retry is idempotent. After `forget`, the same
 * content counts as new.
 */
export function namer(newId: () => string): { of: (said: unknown) => string; forget: () => void } {
  let last = { said: "", id: "" };
  return {
    of: (said) => {
      const text = JSON.stringify(said);
      if (text !== last.said) last = { said: text, id: newId() };
      return last.id;
    },
    forget: () => {
      last = { said: "", id: "" };
    },
  };
}
