/** The calls of the pages outside the chat: left messages and work orders. Protocol, 'Work orders'. */

import { nothing } from "../wire/envelope";
import { leftMessages, messageLeft } from "../wire/leaveMessage";
import { uploaded } from "../wire/session";
import * as wire from "../wire/workOrder";
import { type Attached, fileBody } from "./attached";
import { VISITOR_PREFIX } from "./channel";
import { createHttp, type HttpSettings } from "./http";
import { upload } from "./upload";

const OPEN = "/api/open/wo/";

/** Protocol, 'Work orders': the fixed title of a visitor's order, 'leave message work order'. */
const TITLE = "留言工单";

/** Protocol, 'Work orders': the `woStartWay` of an order that a visitor makes. */
const BY_VISITOR = 0;

export type Contact = { name: string; phone: string; email: string; content: string };

/** What a new order is made from. */
export type NewOrder = {
  id: string;
  /** Empty on a card form whose visitor is unknown. */
  userId: string;
  tenantId: string;
  template: wire.OrderTemplate;
  content: string;
  files: readonly Attached[];
  answers: readonly { fieldId: string; fieldName: string; fieldValue: string | readonly string[] }[];
  locale: string;
};

export type NewReply = {
  id: string;
  userId: string;
  tenantId: string;
  orderId: string;
  typeId: string;
  content: string;
  files: readonly Attached[];
  /** The token of the order's link, or empty. */
  token: string;
};

export type LeaveApi = ReturnType<typeof createLeaveApi>;

export function createLeaveApi(settings: Omit<HttpSettings, "prefix">) {
  const visitor = createHttp({ ...settings, prefix: VISITOR_PREFIX });
  const open = createHttp({ ...settings, prefix: OPEN });
  return {
    leave: (userId: string, id: string, channelId: string, contact: Contact) =>
      visitor.post(
        "leaveMsg",
        {
          id,
          userId,
          channelId,
          customerName: contact.name.trim(),
          customerPhone: contact.phone.trim(),
          customerEmail: contact.email.trim(),
          msgContent: contact.content,
        },
        messageLeft,
      ),

    /** `maxTime` in milliseconds: only messages left before it; 0 for the newest. */
    left: (userId: string, maxTime: number) =>
      visitor.post("getLeaveMsgList", { userId, maxTime }, leftMessages, { isQuiet: true }),

    templateById: (templateId: string, tenantId: string, locale: string) =>
      open.post("getTemplateFiledInfoByTemplateId", { templateId, tenantId, locale }, wire.orderTemplate, {
        isQuiet: true,
      }),

    addOrder: (order: NewOrder) => open.post("addWo", orderBody(order), wire.orderMade),

    orders: (userId: string, tenantId: string, cursor: string) =>
      open.post("queryWoByCustom", { userId, tenantId, cursor }, wire.workOrdersPage, { isQuiet: true }),

    order: (woId: string, by: { userId: string; token: string }) =>
      open.post("queryWoById", { woId, ...filled(by) }, wire.workOrder, { isQuiet: true }).then(forVisitors),

    reply: (reply: NewReply) => open.post("addWoHandleInfo", replyBody(reply), nothing),

    upload: (
      userId: string,
      purpose: "leaveMsg" | "workOrder",
      file: File,
      onProgress: (share: number) => void,
      signal: AbortSignal,
    ) =>
      upload({ ...settings, prefix: VISITOR_PREFIX }, "upload", {
        fields: { userId, purpose },
        file,
        answer: uploaded,
        onProgress,
        signal,
      }),
  };
}

function orderBody(order: NewOrder) {
  const { template } = order;
  return {
    id: order.id,
    ...filled({ userId: order.userId, tenantId: order.tenantId, formToken: template.formToken }),
    partnerId: order.tenantId,
    woTitle: TITLE,
    woContent: order.content,
    woStartWay: BY_VISITOR,
    woType: "2",
    woTypeId: template.typeId,
    woTypeName: template.typeName,
    woFileRelVoList: order.files.map(fileBody),
    cusFieldConfigInfoVoList: order.answers,
    locale: order.locale,
  };
}

function replyBody(reply: NewReply) {
  return {
    id: reply.id,
    ...filled({ userId: reply.userId, tenantId: reply.tenantId, token: reply.token }),
    woId: reply.orderId,
    woTypeId: reply.typeId,
    handleContent: reply.content,
    woFileRelVoList: reply.files.map(fileBody),
  };
}

/**
 * Protocol, 'Work orders': drops internal replies even if a server sends them. Also drops the fixed title, because the
 * page shows the same in the visitor's language.
 */
function forVisitors(order: wire.WorkOrder): wire.WorkOrder {
  const title = order.title === TITLE ? "" : order.title;
  return { ...order, title, replies: order.replies.filter((reply) => reply.kind !== "internal") };
}

/** Drops empty values, so that an empty token counts as none. */
function filled(said: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ""));
}
