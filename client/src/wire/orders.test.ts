import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { envelope, nothing } from "./envelope";
import { leftMessages } from "./leaveMessage";
import { orderMade, orderTemplate, workOrder, workOrdersPage } from "./workOrder";

const folder = join(import.meta.dirname, "../../../fixtures/wire");

/** The schema of each open call's response. */
const answers: Record<string, v.GenericSchema<unknown, unknown>> = {
  addWo: orderMade,
  addWoHandleInfo: nothing,
  getTemplateFiledInfoByTemplateId: orderTemplate,
  getTemplateFiledInfoByTypeId: orderTemplate,
  queryWoByCustom: workOrdersPage,
  queryWoById: workOrder,
};

function golden(call: string): unknown {
  return v.parse(envelope, JSON.parse(readFileSync(join(folder, call, "response.json"), "utf8"))).data;
}

describe("golden responses about work orders", () => {
  it.each(readdirSync(join(folder, "open")))("reads the response of %s", (call) => {
    const schema = answers[call];

    expect(schema, "a schema for the call").toBeDefined();
    expect(schema && v.safeParse(schema, golden(`open/${call}`)).success).toBe(true);
  });

  it("reads a visitor's order with its replies", () => {
    const order = v.parse(workOrder, golden("open/queryWoById"));

    expect(order).toMatchObject({ status: "accepted", priority: "normal", visitor: "" });
    expect(order.fields[1]).toEqual({ id: "wish", name: "How may we put it right?", value: "Refund,Advice" });
    expect(order.replies.map((reply) => [reply.kind, reply.author, reply.status])).toEqual([
      ["agent", "Mia", "waiting"],
      ["customer", "Ann Baker", "accepted"],
    ]);
    expect(order.replies[1]?.files[0]?.name).toBe("green.png");
  });

  it("reads internal replies in an agent's response", () => {
    const order = v.parse(workOrder, golden("agent/getWorkOrder"));

    expect(order.replies.map((reply) => reply.kind)).toEqual(["agent", "customer", "internal"]);
    expect(order.lastWord).toBe("customer");
  });

  it("reads a template's fields with nested options", () => {
    const template = v.parse(orderTemplate, golden("open/getTemplateFiledInfoByTemplateId"));

    expect(template.fields.map((field) => [field.kind, field.isRequired])).toEqual([
      ["line", true],
      ["checkboxes", true],
      ["cascader", false],
    ]);
    expect(template.fields[2]?.options[0]?.children[0]).toEqual({
      id: "glazed",
      name: "Glazed",
      children: [],
    });
    expect(template.formToken).not.toBe("");
  });

  it("reads broken options as none and an unknown kind as a line", () => {
    const template = v.parse(orderTemplate, {
      items: [{ fieldId: "a", fieldType: 77, fieldValue: "[{" }, { fieldName: "nameless" }],
    });

    expect(template.fields).toEqual([{ id: "a", name: "", kind: "line", isRequired: false, options: [] }]);
  });

  it("tells handled messages from unhandled ones", () => {
    const messages = v.parse(leftMessages, golden("visitor/getLeaveMsgList"));

    expect(messages.map((message) => [message.isHandled, message.handledBy])).toEqual([
      [true, "Mia"],
      [false, ""],
    ]);
  });
});
