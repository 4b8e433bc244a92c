/** API keys: an administrator makes one, a shop's server writes to a visitor with it, and it is revoked. */
import { expect, test, WIDE } from "./fixtures";
import { passwordOf } from "./server";

test("a key is made, writes to a visitor, shows its use, and is revoked", async ({
  server,
  open,
  visitor,
}) => {
  const anna = await visitor("demo", { locale: "en-GB" });
  const page = await open(WIDE);
  await page.goto(`${server.url}/desk/admin/connections/keys?locale=en`);
  await page.getByLabel("Account").fill("admin");
  await page.getByRole("textbox", { name: "Password" }).fill(passwordOf(server.url, "admin"));
  await page.getByRole("textbox", { name: "Password" }).press("Enter");
  await expect(page.getByText("No keys yet")).toBeVisible();

  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("textbox", { name: /Name/ }).fill("Fern & Field orders");
  await page.getByRole("checkbox", { name: "Read conversations" }).check();
  await page.getByRole("checkbox", { name: "Write messages" }).check();
  await page.getByRole("button", { name: "Make the key" }).click();
  const shown = page.getByRole("dialog", { name: "Store the key now" });
  const key = await shown.getByRole("textbox").inputValue();
  expect(key).toMatch(/^fdk_live_[0-9a-f]{72}$/);
  await shown.getByRole("button", { name: "I have stored it" }).click();

  const call = async (name: string, body: unknown) =>
    fetch(`${server.url}/api/v1/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  const listed = await (await call("conversations/list", { state: "robot" })).json();
  const userId = listed.data.list[0].userId;
  await call("messages/send", { userId, msgType: 1, msgContent: "Your order left this morning." });
  await expect(anna.page.getByText("Your order left this morning.").first()).toBeVisible();

  await page.reload();
  await expect(page.getByText(/from 127\.0\.0\.1/)).toBeVisible();
  await page.getByRole("button", { name: "Revoke Fern & Field orders" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("Revoked", { exact: true })).toBeVisible();
  expect((await call("conversations/list", {})).status).toBe(401);
});
