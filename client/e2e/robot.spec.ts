import { expect, test } from "./fixtures";

test("a visitor sees the greeting and the frequent questions, and gets the right document @phone", async ({
  visitor,
}) => {
  const anna = await visitor();

  await expect(anna.log.locator('[data-row="message"]').first()).toBeVisible();
  await expect(anna.chat.getByRole("region", { name: "Popular questions" })).toBeVisible();
  await anna.write("How fast do you ship?");

  await anna.sees(/within one working day/);
});

test("a question chosen from the menu is answered from its document", async ({ visitor }) => {
  const anna = await visitor();

  await anna.chat.getByRole("button", { name: "How do I return something?" }).click();

  await anna.sees(/You have 30 days/);
});

test("a question in Chinese is answered in Chinese", async ({ visitor }) => {
  const li = await visitor("demo", { locale: "zh-CN" });

  await li.write("怎么退货");

  await expect(li.log.locator('[data-row="message"]').last()).toContainText("30");
  await expect(li.log.locator('[data-row="message"]').last()).toContainText("退货");
});

test("a question without a document is unknown, and the robot offers an agent", async ({ visitor }) => {
  const anna = await visitor();

  await anna.write("xqzw vkkp jjjj");

  await expect(anna.log.getByRole("button", { name: "Talk to an agent" })).toBeVisible();
});

test("a visitor who asks for a person gets the button, and then the person", async ({ agent, visitor }) => {
  await agent("mia", 1);
  const li = await visitor("demo", { locale: "zh-CN" });

  await li.write("转人工");
  await li.sees("好的，可以为您转人工客服。");
  await li.log.getByRole("button", { name: "转人工客服" }).click();

  await li.isConnectedTo("Mia");
});

test("an unknown channel is not found", async ({ open, server }) => {
  const page = await open();

  await page.goto(`${server.url}/chat_online/index?channelId=nobody`);

  await expect(page).toHaveTitle("404 Not Found");
  await expect(page).toHaveURL(/\/chat_online\/404/);
});
