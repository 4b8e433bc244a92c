import { isSound } from "./access";
import { expect, test } from "./fixtures";

test("a search finds a Chinese message by keyboard and opens the ended conversation at it", async ({
  agent,
  visitor,
}) => {
  const mia = await agent("mia", 1);
  const anna = await visitor();
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await anna.write("你好，我想申请退款");
  await mia.open();
  for (let number = 1; number <= 30; number += 1) await mia.write(`answer ${number}`);
  await anna.sees("answer 30");
  await mia.ends();
  await mia.page.getByRole("button", { name: "Dismiss" }).click();

  await mia.page.keyboard.press("/");
  const field = mia.page.getByRole("searchbox", { name: "Search conversations" });
  await expect(field).toBeFocused();
  await mia.page.keyboard.type("退款");
  const results = mia.page.getByRole("tabpanel", { name: "All" }).getByRole("link");
  const found = results.filter({ hasText: "我想申请退款" });
  // A change is in the index after some seconds; a search that begins before does not see it.
  await expect(async () => {
    await field.fill("退");
    await field.fill("退款");
    await expect(found).toHaveCount(1, { timeout: 1_500 });
  }).toPass();
  await expect(found.locator("mark")).toHaveText("退款");
  await isSound(mia.page);
  await found.focus();
  await mia.page.keyboard.press("Enter");

  await expect(mia.log.getByText("你好，我想申请退款")).toBeInViewport();
  await expect(mia.page.locator("[id^='message-']:focus")).toContainText("我想申请退款");
  await expect(mia.page.getByText("This conversation is over. You can read it.")).toBeVisible();
  await expect(mia.composer).toHaveCount(0);
});
