/** The webhooks screen: a receiver is told, tested, fails, is repaired, and gets another secret. */
import { isSound } from "./access";
import { signIn } from "./account";
import { test as base, expect, WIDE } from "./fixtures";
import { openReceiver, type Receiver } from "./receiver";
import { passwordOf, startServer } from "./server";

const test = base.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  receiver: async ({}, use) => {
    const receiver = await openReceiver();
    await use(receiver);
    await receiver.close();
  },
  server: async ({ receiver }, use) => {
    const server = await startServer([receiver.host]);
    await use(server);
    await server.remove();
  },
});

test("a webhook is made, tested, told of a chat, sent again, and gets another secret", async ({
  server,
  receiver,
  open,
  visitor,
}) => {
  const page = await open(WIDE);
  await page.goto(`${server.url}/desk/admin/connections/webhooks?locale=en`);
  await signIn(page, "admin", passwordOf(server.url, "admin"));
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  await isSound(page, "no webhooks yet");

  await page.getByRole("button", { name: "Add a webhook" }).click();
  await page.getByRole("textbox", { name: "Address", exact: true }).fill("http://10.0.0.1/crm");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Address", exact: true })).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await isSound(page, "an address that may not be called");
  await page.getByRole("textbox", { name: "Address", exact: true }).fill(`http://${receiver.host}/crm`);
  await page.getByRole("textbox", { name: "Note for administrators" }).fill("The CRM");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const secret = page.getByRole("textbox", { name: "Signing secret" });
  await expect(secret).toHaveValue(/^whsec_/);
  receiver.believes(await secret.inputValue());
  await isSound(page, "the secret");
  await page.getByRole("link", { name: "Go to the webhook" }).click();
  await expect(page.getByRole("heading", { name: "The CRM" })).toBeVisible();
  await expect(secret).toBeHidden();

  receiver.answers(500);
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("The test failed: 500")).toBeVisible();
  receiver.answers(204);
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("The receiver took the test: 204")).toBeVisible();

  const anna = await visitor("demo", { locale: "en-GB" });
  await anna.write("Where is my fern?");
  const told = () => receiver.taken.filter((body) => body.includes("Where is my fern?")).length;
  await expect.poll(told).toBe(1);
  const log = page.getByRole("list", { name: "Deliveries" });
  await expect(async () => {
    await page.reload();
    await expect(log.getByRole("button", { name: "message.created" }).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await log.getByRole("button", { name: "webhook.test" }).last().click();
  await expect(page.getByText("the CRM is being repaired")).toBeVisible();
  await log.getByRole("button", { name: "webhook.test" }).last().click();
  await isSound(page, "the log");
  // The visitor's words are in one of the messages; the robot's are in the others.
  const messages = log.getByRole("button", { name: "message.created" });
  for (let at = 0; at < (await messages.count()); at += 1) {
    await messages.nth(at).click();
    const body = log.locator("pre").first();
    await expect(body).toBeVisible();
    if ((await body.innerText()).includes("Where is my fern?")) break;
  }
  await log.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("It is sent again")).toBeVisible();
  await expect.poll(told).toBe(2);

  await page.getByRole("button", { name: "Make a new secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make a new secret" }).click();
  await expect(secret).toHaveValue(/^whsec_/);
  const renewed = await secret.inputValue();
  // Both sign for a day: first the one that the receiver has, then the new one.
  for (const _secret of ["old", "new"]) {
    await page.getByRole("button", { name: "Send a test" }).click();
    await expect(page.getByText("The receiver took the test: 204")).toBeVisible();
    receiver.believes(renewed);
  }
  await page.reload();
  await expect(page.getByRole("heading", { name: "The CRM" })).toBeVisible();
  await expect(secret).toBeHidden();
  receiver.believes("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("The test failed: 400")).toBeVisible();
});
