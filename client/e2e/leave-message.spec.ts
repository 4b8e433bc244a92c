import type { APIRequestContext } from "@playwright/test";
import { isSound } from "./access";
import { expect, test } from "./fixtures";
import { picture } from "./picture";
import { passwordOf } from "./server";

type Body = Record<string, unknown>;

/** Signs Mia in by the API. */
async function mia(request: APIRequestContext, url: string) {
  const call = async (name: string, data: Body, token = "") => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await request.post(`${url}/api/agent/${name}`, { data, headers });
    expect(answer.status(), name).toBe(200);
    return (await answer.json()).data;
  };
  const password = passwordOf(url, "mia");
  const { token } = await call("login", { tenantId: "demo", account: "mia", password });
  return (name: string, data: Body) => call(name, data, token);
}

// [LM-01] [LM-02] [LM-05] [LM-08] [ST-03]
test("with no agent online a visitor leaves a message, and reads how an agent handled it @phone", async ({
  open,
  server,
  request,
}) => {
  const page = await open();
  const agent = await mia(request, server.url);
  await page.goto(`${server.url}/chat_online/index?channelId=demo-leave-message`);
  await expect(page).toHaveURL(/\/chat_online\/leaveMsg\?channelId=demo-leave-message&tenantId=demo$/);
  await expect(page.getByText("Leave us a message", { exact: true })).toBeVisible();
  await isSound(page);

  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("textbox", { name: /^Contact name/ })).toBeFocused();
  await isSound(page);
  await page.getByRole("textbox", { name: /^Contact name/ }).fill("Ann Baker");
  await page.getByRole("textbox", { name: /^Message content/ }).fill("Please call me about the monstera.");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Submit successfully !" })).toBeFocused();

  const { list } = await agent("listLeaveMsgs", {});
  expect(list).toHaveLength(1);
  await agent("handleLeaveMsg", { id: list[0].id, msgDesc: "Called back, all well." });
  // A reload keeps the page, and the browser still knows its visitor.
  await page.reload();
  await page.getByRole("tab", { name: "My messages" }).click();
  await expect(page.getByText("Handled", { exact: true })).toBeVisible();
  await isSound(page);
  await page.getByRole("button", { name: /monstera/ }).click();
  const drawer = page.getByRole("dialog", { name: "Details" });
  await expect(drawer.getByText("Called back, all well.")).toBeVisible();
  await isSound(page);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("button", { name: /monstera/ })).toBeFocused();

  // In the chat the same works in a popup.
  await page.getByRole("button", { name: "Back to the chat" }).click();
  await expect(page).toHaveURL(/\/chat_online\/index\?channelId=demo-leave-message$/);
  await page.getByRole("button", { name: "Leave a message" }).click();
  const popup = page.getByRole("dialog", { name: "Leave a message" });
  await expect(popup.getByRole("textbox", { name: /^Contact name/ })).toBeVisible();
  await isSound(page);
  await popup.getByRole("textbox", { name: /^Message content/ }).fill("One more thing.");
  await popup.getByRole("tab", { name: "My messages" }).click();
  await popup.getByRole("button", { name: /monstera/ }).click();
  await expect(drawer).toBeVisible();
  // Escape closes only the topmost dialog, and the draft stays.
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(popup).toBeVisible();
  await popup.getByRole("tab", { name: "Leave a message" }).click();
  await expect(popup.getByRole("textbox", { name: /^Message content/ })).toHaveValue("One more thing.");

  // Closing the popup keeps the draft too.
  await page.keyboard.press("Escape");
  await expect(popup).toBeHidden();
  await page.getByRole("button", { name: "Leave a message" }).click();
  await expect(popup.getByRole("textbox", { name: /^Message content/ })).toHaveValue("One more thing.");
});

test("the desk announces and counts a left message, and an agent handles it", async ({
  open,
  server,
  agent,
}) => {
  const desk = await agent("mia");
  const page = await open();
  await page.goto(`${server.url}/chat_online/leaveMsg?channelId=demo-leave-message&tenantId=demo`);
  await page.getByRole("textbox", { name: /^Contact name/ }).fill("Ann Baker");
  await page.getByRole("textbox", { name: /^Message content/ }).fill("Please call me about the monstera.");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Submit successfully !" })).toBeFocused();

  await desk.page.getByRole("tab", { name: "Left 1" }).click();
  await desk.page.getByRole("link", { name: /Message from Ann Baker/ }).click();
  await expect(desk.page.getByRole("article").getByText("about the monstera")).toBeVisible();
  await isSound(desk.page);
  await desk.page.getByRole("textbox", { name: "What was done about it" }).fill("Called back, all well.");
  await desk.page.getByRole("button", { name: "Mark as handled" }).click();

  await expect(desk.page.getByRole("tab", { name: "Left 0" })).toBeVisible();
  await expect(desk.page.getByText("Nothing is waiting")).toBeVisible();
  await page.reload();
  await page.getByRole("tab", { name: "My messages" }).click();
  await expect(page.getByText("Handled", { exact: true })).toBeVisible();
});

// [LM-03] [LM-04] [LM-05] [LM-07] [MS-14]
test("a visitor leaves a work order with a picture, replies to it and reads the answer @phone", async ({
  open,
  server,
  request,
}) => {
  const page = await open();
  const agent = await mia(request, server.url);
  await page.goto(`${server.url}/chat_online/leaveMsg?channelId=demo-work-order`);
  await page.getByRole("textbox", { name: /^Message content/ }).fill("The pot arrived in three pieces.");
  await page.locator('input[type="file"]').setInputFiles(picture("pot.png"));
  await expect(page.getByRole("button", { name: "Remove pot.png" })).toBeVisible();
  await page.getByRole("textbox", { name: /^Order number/ }).fill("A-1017");
  await page.getByRole("combobox", { name: /^What went wrong/ }).selectOption("Arrived damaged");
  await page.getByRole("button", { name: "Which item?: Please choose" }).click();
  await isSound(page);
  for (const step of ["Plants", "Foliage plants", "Monstera"]) {
    await page.getByRole("dialog").getByRole("button", { name: step, exact: true }).click();
  }
  await page.getByLabel("Delivered on").fill("2026-11-20");
  await page.getByRole("checkbox", { name: "Refund" }).check();
  await page.getByRole("checkbox", { name: "Replacement" }).check();
  await isSound(page);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Submit successfully !" })).toBeVisible();

  const { list } = await agent("listWorkOrders", {});
  expect(list).toHaveLength(1);
  expect(list[0].cusFieldConfigInfoVoList.map((one: Body) => one.fieldValue)).toEqual([
    "A-1017",
    "Arrived damaged",
    "Plants/Foliage plants/Monstera",
    "2026-11-20",
    "Replacement,Refund",
  ]);
  const { woId } = list[0];
  await agent("handleWorkOrder", {
    woId,
    handleWoStatus: 2,
    handleType: 1,
    handleContent: "Which colour was it?",
  });
  await agent("handleWorkOrder", { woId, handleType: 3, handleContent: "For our eyes alone" });
  await page.getByRole("button", { name: "My messages" }).click();
  await page.getByRole("button", { name: /three pieces/ }).click();
  const drawer = page.getByRole("dialog", { name: "Details" });
  await expect(drawer.getByText("Which colour was it?")).toBeVisible();
  await expect(page.getByText("For our eyes alone")).toHaveCount(0);
  await isSound(page);

  await drawer.getByRole("button", { name: "Reply" }).click();
  const dialog = page.getByRole("dialog", { name: "Your reply" });
  await expect(dialog.getByRole("button", { name: "Submit" })).toBeDisabled();
  await dialog.getByRole("textbox").fill("The green one.");
  await dialog.locator('input[type="file"]').setInputFiles(picture("green.png"));
  await isSound(page);
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog).toBeHidden();
  await expect(drawer.getByText("The green one.")).toBeVisible();
  await expect(drawer.getByRole("link", { name: "Open green.png" })).toBeVisible();
  const { handleList } = await agent("getWorkOrder", { woId });
  expect(handleList.map((one: Body) => one.handleContent)).toContain("The green one.");
});

// [LM-06] [LM-09]
test("a card form creates a work order, and its link opens on any device @phone", async ({
  open,
  server,
  request,
}, info) => {
  const page = await open();
  const agent = await mia(request, server.url);
  await page.goto(`${server.url}/chat_online/formData?templateId=garden-visit&tenantId=demo`);
  await expect(page.getByRole("textbox", { name: /^How many plants/ })).toHaveValue("0");
  await isSound(page);
  if (info.project.name === "desktop") {
    const sheet = await page
      .locator("main")
      .evaluate((main) => main.parentElement?.getBoundingClientRect().toJSON());
    expect(Math.round(sheet.width)).toBe(600);
    expect(Math.round(sheet.left + sheet.right)).toBe(1280);
  }
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Please Fill in Your name")).toBeVisible();
  await page.getByRole("textbox", { name: /^Your name/ }).fill("Ben");
  await page.getByRole("textbox", { name: /^Phone number/ }).fill("13800138000");
  await page.getByRole("radio", { name: "Balcony" }).check();
  await page.getByRole("button", { name: "Increase" }).click();
  await page.getByLabel("When would suit you?").fill("2026-11-20T09:30");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("button", { name: "View work order" }).click();
  await expect(page).toHaveURL(/\/chat_online\/workorder\?woId=\w+&token=/);
  const link = page.url();

  const elsewhere = await open();
  await elsewhere.goto(link);
  await expect(elsewhere.getByText("2026-11-20 09:30", { exact: true })).toBeVisible();
  await isSound(elsewhere);
  await elsewhere.getByRole("button", { name: "Reply" }).click();
  const dialog = elsewhere.getByRole("dialog", { name: "Your reply" });
  await dialog.getByRole("textbox").fill("Mornings are best.");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(elsewhere.getByText("Operation succeeded")).toBeVisible();
  await expect(elsewhere.getByRole("article").getByText("Mornings are best.")).toBeVisible();

  const { list } = await agent("listWorkOrders", {});
  const { woId } = list[0];
  await agent("handleWorkOrder", { woId, handleWoStatus: 5, handleType: 1, handleContent: "See you then." });
  await elsewhere.reload();
  await expect(elsewhere.getByText("See you then.")).toBeVisible();
  await expect(elsewhere.getByText("This work order is closed. You can no longer reply")).toBeVisible();
  await expect(elsewhere.getByRole("button", { name: "Reply" })).toHaveCount(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  // [ID-02] [LM-01] [LM-06]
  test(`the pages are accessible, and read right to left in Arabic, ${colorScheme} @phone`, async ({
    open,
    server,
  }) => {
    const page = await open({ colorScheme });
    await page.route("**/channelInfo", async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.data.leaveMsgTitle =
        '<p>A <b>bold</b> <a href="javascript:bad()">word</a><script>document.title="taken"</script></p><iframe></iframe>';
      await route.fulfill({ response: answer, json: body });
    });
    for (const address of [
      "leaveMsg?channelId=demo-leave-message",
      "leaveMessage?channelId=demo-work-order&from=iframe",
      "formData?templateId=garden-visit&tenantId=demo",
      "workorder?woId=nothing&token=nothing",
      "question?docId=shipping-time&channelId=demo",
      "404?x=1",
    ]) {
      await page.goto(`${server.url}/chat_online/${address}&locale=ar`);
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await isSound(page);
    }
    await page.goto(`${server.url}/chat_online/leaveMsg?channelId=demo-leave-message&locale=en`);
    await expect(page.getByText("bold", { exact: true })).toBeVisible();
    expect(await page.locator("main script, main iframe, main a[href]").count()).toBe(0);
    await expect(page).toHaveTitle("Fern & Field Messages");
  });
}
