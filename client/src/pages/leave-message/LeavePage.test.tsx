import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { channel, golden, isSound, Refusal, remember, visit } from "../../../test/visitorPages";

const plain = channel({
  leaveMsgType: 1,
  leaveMsgTitle: "<p>Nobody is <b>here</b>.</p>",
});
const orders = channel({ leaveMsgType: 2, leaveMsgWoType: "after-sales" });
const template = () => golden("open/getTemplateFiledInfoByTemplateId");

describe("the page", () => {
  // [LM-01]
  it("shows the tenant's rich text, and leads back to the chat", async () => {
    remember("v_1");
    const { user, container } = await visit("/leaveMsg?channelId=demo", { channelInfo: () => plain });

    const element = await screen.findByText("here");
    expect(element.tagName).toBe("B");
    await isSound(container);
    await user.click(screen.getByRole("button", { name: "Back to the chat" }));

    expect(location.pathname + location.search).toBe("/chat_online/index?channelId=demo");
  });

  // [LM-01]
  it("in a host page's frame leads back inside the frame, and can be hidden", async () => {
    remember("v_1");
    const { user } = await visit("/leaveMessage?channelId=demo&from=iframe", { channelInfo: () => plain });

    expect(await screen.findByRole("button", { name: "Hide chat" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Back to the chat" }));

    expect(location.pathname).toBe("/chat_online/index");
    const query = new URLSearchParams(location.search);
    expect([query.get("channelId"), query.get("from")]).toEqual(["demo", "iframe"]);
    expect(query.get("random")).not.toBe("");
  });

  it("removes personal data from the address", async () => {
    await visit("/leaveMsg?channelId=demo&tenantId=demo&userId=v_1", { channelInfo: () => plain });

    await screen.findByRole("button", { name: "Submit" });

    expect(location.search).toBe("?channelId=demo&tenantId=demo");
  });

  // [ID-03]
  it("is not found without a channel", async () => {
    const { container } = await visit("/leaveMsg", {});

    expect(await screen.findByRole("heading", { name: "Not Found" })).toBeVisible();
    expect(screen.getByText("The page is not found")).toBeVisible();
    expect(document.title).toBe("404 Not Found");
    expect(location.pathname).toBe("/chat_online/404");
    await isSound(container);
  });

  // [ID-04]
  it("is not found if the channel is refused", async () => {
    await visit("/leaveMsg?channelId=nobodys", { channelInfo: () => new Refusal(404, "not found") });

    expect(await screen.findByRole("heading", { name: "Not Found" })).toBeVisible();
    expect(location.pathname).toBe("/chat_online/404");
  });
});

describe("a plain message", () => {
  // [LM-02]
  it("requires a name and a content, and is sent with them", async () => {
    remember("v_1");
    const { user, container, bodies, notices, tokens } = await visit("/leaveMsg?channelId=demo", {
      channelInfo: () => plain,
      leaveMsg: () => golden("visitor/leaveMsg"),
      getLeaveMsgList: () => [],
    });
    const submit = await screen.findByRole("button", { name: "Submit" });
    const name = screen.getByRole("textbox", { name: /^Contact name/ });
    const content = screen.getByRole("textbox", { name: /^Message content/ });

    await user.click(submit);
    expect(notices()).toContain("Please enter your contact name !");
    await waitFor(() => expect(name).toHaveFocus());
    expect(name).toBeInvalid();
    await isSound(container);
    await user.type(name, "Ann Baker");
    await user.click(submit);
    expect(notices().join()).toContain("Please enter the message content !");
    expect(bodies("leaveMsg")).toEqual([]);
    await user.type(content, "Please call me.");
    await user.click(submit);

    expect(await screen.findByRole("heading", { name: "Submit successfully !" })).toHaveFocus();
    expect(notices().join("")).toBe("");
    expect(bodies("leaveMsg")).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        userId: "v_1",
        channelId: "demo",
        customerName: "Ann Baker",
        customerPhone: "",
        customerEmail: "",
        msgContent: "Please call me.",
      },
    ]);
    expect(tokens("leaveMsg")).toEqual(["Bearer t0k3n"]);
    await isSound(container);
  });

  it("keeps the draft while the visitor looks at earlier messages", async () => {
    remember("v_1");
    const { user } = await visit("/leaveMsg?channelId=demo", {
      channelInfo: () => plain,
      leaveMsg: () => golden("visitor/leaveMsg"),
      getLeaveMsgList: () => [],
    });
    await user.type(await screen.findByRole("textbox", { name: /^Contact name/ }), "Ann");
    await user.type(screen.getByRole("textbox", { name: /^Message content/ }), "Half a sent");

    await user.click(screen.getByRole("tab", { name: "My messages" }));
    expect(await screen.findByText(/not left any messages/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Submit" })).toBeNull();
    await user.click(screen.getByRole("tab", { name: "Leave a message" }));

    expect(screen.getByRole("textbox", { name: /^Message content/ })).toHaveValue("Half a sent");
    await user.click(screen.getByRole("button", { name: "Submit" }));
    await user.click(await screen.findByRole("button", { name: "My messages" }));
    await user.click(screen.getByRole("tab", { name: "Leave a message" }));
    expect(screen.getByRole("textbox", { name: /^Message content/ })).toHaveValue("");
  });

  // [LM-02]
  it("accepts only a valid phone number and email address", async () => {
    remember("v_1");
    const { user, notices, bodies } = await visit("/leaveMsg?channelId=demo", {
      channelInfo: () => plain,
      leaveMsg: () => golden("visitor/leaveMsg"),
    });
    await user.type(await screen.findByRole("textbox", { name: /^Contact name/ }), "Ann");
    await user.type(screen.getByRole("textbox", { name: /^Message content/ }), "Hello");
    await user.type(screen.getByRole("textbox", { name: "Phone" }), "12");

    await user.click(screen.getByRole("button", { name: "Submit" }));

    expect(notices().join()).toContain("Please enter a correct phone number");
    expect(bodies("leaveMsg")).toEqual([]);
  });

  it("sent again after a failure is the same message, and starts a new visitor once", async () => {
    let failures = 1;
    const { user, bodies, notices } = await visit("/leaveMsg?channelId=demo", {
      channelInfo: () => plain,
      chatStart: () => ({ ...golden("visitor/chatStart"), userId: "v_new", token: "t1" }),
      leaveMsg: () => (failures-- > 0 ? new Refusal(503, "later") : golden("visitor/leaveMsg")),
    });
    await user.type(await screen.findByRole("textbox", { name: /^Contact name/ }), "Ann");
    await user.type(screen.getByRole("textbox", { name: /^Message content/ }), "Hello");
    expect(bodies("chatStart")).toEqual([]);

    await user.click(screen.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(notices().join()).toContain("Network connection error"));
    await user.click(screen.getByRole("button", { name: "Submit" }));
    await screen.findByRole("heading", { name: "Submit successfully !" });

    const [first, second] = bodies("leaveMsg");
    expect(second?.id).toBe(first?.id);
    expect(second?.userId).toBe("v_new");
    expect(bodies("chatStart")).toHaveLength(1);
  });

  // [LM-05] [LM-08]
  it("is listed with its state, and shows the agent's remark in the drawer", async () => {
    remember("v_1");
    const { user, container } = await visit("/leaveMsg?channelId=demo", {
      channelInfo: () => plain,
      getLeaveMsgList: () => golden("visitor/getLeaveMsgList"),
    });
    await user.click(await screen.findByRole("tab", { name: "My messages" }));

    const rows = await screen.findAllByRole("listitem");
    expect(rows.map((row) => within(row).getByText(/andled$/).textContent)).toEqual(["Handled", "Unhandled"]);
    await isSound(container);
    await user.click(screen.getByRole("button", { name: /monstera/ }));

    const drawer = await screen.findByRole("dialog", { name: "Details" });
    expect(within(drawer).getByText("Called back, all well.")).toBeVisible();
    expect(within(drawer).getByText("Mia")).toBeVisible();
    await isSound(container);
  });

  it("shows an empty list as such, and offers a retry after a failure", async () => {
    remember("v_1");
    let failures = 1;
    const { user } = await visit("/leaveMsg?channelId=demo", {
      channelInfo: () => plain,
      getLeaveMsgList: () => (failures-- > 0 ? new Refusal(503, "later") : []),
    });
    await user.click(await screen.findByRole("tab", { name: "My messages" }));

    await user.click(await screen.findByRole("button", { name: "Try again" }));

    expect(await screen.findByText("You have not left any messages yet")).toBeVisible();
  });
});

describe("a work order", () => {
  // [LM-03] [MS-14]
  it("shows the template's fields about a second after the page opens, and is made from them", async () => {
    remember("v_1");
    const { user, container, bodies, notices } = await visit("/leaveMsg?channelId=demo", {
      channelInfo: () => orders,
      getTemplateFiledInfoByTemplateId: template,
      addWo: () => golden("open/addWo"),
      queryWoByCustom: () => ({ list: [], cursor: "" }),
    });
    const content = await screen.findByRole("textbox", { name: /^Message content/ });
    expect(content).toHaveAttribute("rows", "5");
    expect(bodies("getTemplateFiledInfoByTemplateId")).toEqual([]);
    const number = await screen.findByRole("textbox", { name: /^Order number/ });
    expect(bodies("getTemplateFiledInfoByTemplateId")[0]).toMatchObject({ templateId: "after-sales" });
    await isSound(container);

    const submit = screen.getByRole("button", { name: "Submit" });
    await user.type(content, "   ");
    await user.click(submit);
    expect(notices().join()).toContain("Please enter the message content !");
    await user.type(content, "The pot arrived in three pieces.");
    await user.click(submit);
    expect(notices().join()).toContain("Please enter Order number");
    await user.type(number, "A-1017");
    await user.click(screen.getByRole("checkbox", { name: "Advice" }));
    await user.click(screen.getByRole("checkbox", { name: "Refund" }));
    await user.click(submit);
    await screen.findByRole("heading", { name: "Submit successfully !" });

    expect(bodies("addWo")).toEqual([
      expect.objectContaining({
        userId: "v_1",
        tenantId: "demo",
        woTitle: "留言工单",
        woStartWay: 0,
        woTypeId: "after-sales",
        woTypeName: "After sales",
        woContent: expect.stringContaining("The pot arrived in three pieces."),
        cusFieldConfigInfoVoList: [
          { fieldId: "order-number", fieldName: "Order number", fieldValue: "A-1017" },
          { fieldId: "wish", fieldName: "How may we put it right?", fieldValue: "Refund,Advice" },
        ],
      }),
    ]);
    expect(bodies("addWo")[0]).not.toHaveProperty("formToken");
  });

  it("is sent again after a new start if the token belongs to another channel", async () => {
    remember("v_1");
    let refusals = 1;
    const { user, bodies } = await visit("/leaveMsg?channelId=demo", {
      channelInfo: () => orders,
      chatStart: () => ({ ...golden("visitor/chatStart"), userId: "v_1", token: "t2" }),
      getTemplateFiledInfoByTemplateId: () => ({ ...template(), items: [] }),
      addWo: () => (refusals-- > 0 ? new Refusal(403, "takes no work orders") : golden("open/addWo")),
    });
    await user.type(await screen.findByRole("textbox", { name: /^Message content/ }), "Hello");
    const submit = screen.getByRole("button", { name: "Submit" });
    await waitFor(() => expect(submit).toBeEnabled());

    await user.click(submit);
    await screen.findByRole("heading", { name: "Submit successfully !" });

    const [first, second] = bodies("addWo");
    expect(second?.id).toBe(first?.id);
    expect(bodies("chatStart")[0]).toMatchObject({ userId: "v_1", token: "t0k3n" });
  });

  // [LM-05] [LM-07] [LM-08]
  it("is shown in the drawer with its replies, and answered there", async () => {
    remember("v_1");
    const { user, container, bodies, notices } = await visit("/leaveMsg?channelId=demo", {
      channelInfo: () => orders,
      getTemplateFiledInfoByTemplateId: template,
      queryWoByCustom: () => golden("open/queryWoByCustom"),
      queryWoById: () => golden("agent/getWorkOrder"),
      addWoHandleInfo: () => ({}),
    });
    await user.click(await screen.findByRole("tab", { name: "My messages" }));
    await user.click(await screen.findByRole("button", { name: /three pieces/ }));

    const drawer = await screen.findByRole("dialog", { name: "Details" });
    const steps = await within(drawer).findAllByText(/^(Public|Customer) reply$/);
    expect(steps.map((step) => step.textContent)).toEqual(["Public reply", "Customer reply"]);
    expect(within(drawer).getAllByText("Accepted").length).toBeGreaterThan(0);
    await isSound(container);
    await user.click(within(drawer).getByRole("button", { name: "Reply" }));
    const dialog = await screen.findByRole("dialog", { name: "Your reply" });
    const submit = within(dialog).getByRole("button", { name: "Submit" });
    expect(submit).toBeDisabled();
    await isSound(container);
    await user.type(within(dialog).getByRole("textbox"), "The green one.");
    await user.click(submit);

    await waitFor(() => expect(notices().join()).toContain("Submit successfully !"));
    expect(screen.queryByRole("dialog", { name: "Your reply" })).toBeNull();
    expect(bodies("addWoHandleInfo")[0]).toMatchObject({
      userId: "v_1",
      tenantId: "demo",
      woId: "0f6b1c2d3e4f5a6b7c8d9e0f1a2b3c4d",
      woTypeId: "after-sales",
      handleContent: "The green one.",
      woFileRelVoList: [],
    });
  });

  it("has the same status in the list as in the drawer", async () => {
    remember("v_1");
    const detail = golden("agent/getWorkOrder");
    const { user } = await visit("/leaveMsg?channelId=demo", {
      channelInfo: () => orders,
      getTemplateFiledInfoByTemplateId: template,
      queryWoByCustom: () => ({ list: [{ ...detail, handleWoStatus: 0 }], cursor: "" }),
      queryWoById: () => ({ ...detail, handleWoStatus: 1 }),
    });
    await user.click(await screen.findByRole("tab", { name: "My messages" }));
    const row = await screen.findByRole("button", { name: /Not yet handled/ });

    await user.click(row);
    await screen.findByRole("dialog", { name: "Details" });

    await waitFor(() => expect(row).toHaveTextContent("Accepted"));
  });
});
