/** Work orders, their templates and their replies: Protocol, 'Work orders'. */
import * as v from "valibot";
import { field } from "./field";
import { count, lenientList, text, wireTime } from "./scalars";

/** The numbers of an order's status; 5 and 99 both mean finished (Protocol, 'Work orders'). */
export const OrderStatusNumber = {
  new: 0,
  accepted: 1,
  waiting: 2,
  resolved: 3,
  closed: 5,
  filed: 99,
} as const;
export type OrderStatus = keyof typeof OrderStatusNumber;

/** By their numbers on the wire, from 0. */
const PRIORITIES = ["low", "normal", "high", "urgent"] as const;
export type OrderPriority = (typeof PRIORITIES)[number];

/** The wire's number for an agent's reply to the visitor and for an internal one. */
export const HandleTypeNumber = { agent: 1, internal: 3 } as const;

const status = v.pipe(count, v.transform(statusOf));
const priority = v.pipe(count, v.transform(priorityOf));

const file = v.pipe(
  v.object({ fileName: text, fileUrl: v.pipe(v.string(), v.nonEmpty()) }),
  v.transform((wire) => ({ name: wire.fileName, url: wire.fileUrl })),
);

const filledField = v.pipe(
  v.object({ fieldId: text, fieldName: text, fieldValue: text }),
  v.transform((wire) => ({ id: wire.fieldId, name: wire.fieldName, value: wire.fieldValue })),
);

/** A reply to an order or a left message, or a note on it. */
export const orderReply = v.pipe(
  v.object({
    handleTime: wireTime,
    handleUserName: text,
    handleWoStatus: status,
    handleContent: text,
    handleType: count,
    woFileVoList: lenientList(file),
  }),
  v.transform((wire) => ({
    at: wire.handleTime,
    author: wire.handleUserName,
    status: wire.handleWoStatus,
    content: wire.handleContent,
    kind: kindOf(wire.handleType),
    files: wire.woFileVoList,
  })),
);
export type OrderReply = v.InferOutput<typeof orderReply>;

/** Reads a work order, for its visitor and for agents. */
export const workOrder = v.pipe(
  v.object({
    woId: v.pipe(v.string(), v.nonEmpty()),
    woTitle: text,
    woContent: text,
    createTime: wireTime,
    woTypeId: text,
    woTypeName: text,
    handleWoStatus: status,
    priority,
    woFileRelVoList: lenientList(file),
    crmCustomerVo: v.optional(v.object({ name: text, phone: text }), {}),
    cusFieldConfigInfoVoList: lenientList(filledField),
    handleList: lenientList(orderReply),
    userId: text,
    updateTime: wireTime,
    lastHandleType: count,
  }),
  v.transform((wire) => ({
    id: wire.woId,
    title: wire.woTitle,
    content: wire.woContent,
    at: wire.createTime,
    typeId: wire.woTypeId,
    typeName: wire.woTypeName,
    status: wire.handleWoStatus,
    priority: wire.priority,
    files: wire.woFileRelVoList,
    customer: wire.crmCustomerVo,
    fields: wire.cusFieldConfigInfoVoList,
    replies: wire.handleList,
    /** From here on, fields that only agents get. */
    visitor: wire.userId,
    changedAt: wire.updateTime,
    lastWord: wire.lastHandleType === 0 ? undefined : kindOf(wire.lastHandleType),
  })),
);
export type WorkOrder = v.InferOutput<typeof workOrder>;

/** Response of queryWoByCustom, and of an agent's listWorkOrders. */
export const workOrdersPage = v.pipe(
  v.object({ list: lenientList(workOrder), cursor: text, waiting: count }),
  v.transform((wire) => ({ orders: wire.list, cursor: wire.cursor, waiting: wire.waiting })),
);

/** Response of addWo: the order's id, and the token of its link. */
export const orderMade = v.pipe(
  v.object({ woId: text, token: text }),
  v.transform((wire) => ({ id: wire.woId, token: wire.token })),
);

/** Response of the two getTemplateFiledInfo… calls. */
export const orderTemplate = v.pipe(
  v.object({
    woType: v.optional(v.object({ typeId: text, typeName: text }), {}),
    items: lenientList(field),
    formToken: text,
  }),
  v.transform((wire) => ({
    typeId: wire.woType.typeId,
    typeName: wire.woType.typeName,
    fields: wire.items,
    /** Lets an unknown visitor make an order; empty if there is none. */
    formToken: wire.formToken,
  })),
);
export type OrderTemplate = v.InferOutput<typeof orderTemplate>;

function statusOf(number: number): OrderStatus {
  const statuses = Object.keys(OrderStatusNumber) as OrderStatus[];
  return statuses.find((one) => OrderStatusNumber[one] === number) ?? "new";
}

function priorityOf(number: number): OrderPriority {
  return PRIORITIES[number] ?? "normal";
}

/** Who wrote a reply; only agents get internal ones. */
function kindOf(number: number): "agent" | "customer" | "internal" {
  if (number === HandleTypeNumber.agent) return "agent";
  return number === 2 ? "customer" : "internal";
}
