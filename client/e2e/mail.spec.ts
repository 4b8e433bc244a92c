/** Mail: the screen with a test mail, the mailbox and what became of mails; and an operator's forgotten password. */
import { isSound } from "./access";
import { signIn } from "./account";
import { expect, WIDE } from "./fixtures";
import { flip } from "./flip";
import { test } from "./mailing";
import { PASSWORD } from "./owner";
import { linkOf, passwordOf } from "./server";

test("a test mail is sent, a left message reaches the mailbox, and a mail that bounced is sent again", async ({
  server,
  smtp,
  open,
}) => {
  const page = await open(WIDE);
  await page.goto(`${server.url}/desk/admin/connections/mail?locale=en`);
  await signIn(page, "admin", passwordOf(server.url, "admin"));
  await expect(page.getByText("No mail yet")).toBeVisible();
  await isSound(page, "no mail yet");

  await page.getByRole("textbox", { name: "To", exact: true }).fill("olive@fern.example");
  const send = page.getByRole("button", { name: "Send a test mail" });
  await send.click();
  await expect(page.getByText("The SMTP server took the mail after")).toBeVisible();
  expect(smtp.mails.map((mail) => mail.to)).toEqual(["olive@fern.example"]);
  smtp.refuses("550 5.7.1 no relaying");
  await send.click();
  await expect(page.getByText("It answered: 550 5.7.1 no relaying").first()).toBeVisible();
  await isSound(page, "a test that failed");

  await page.getByRole("textbox", { name: "Address", exact: true }).fill("shop@fern.example");
  await flip(page, "Send left messages there");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeHidden();
  const visitor = await call(server.url, "chatStart", { channelId: "demo-leave-message", locale: "en" });
  const left = { userId: visitor.userId, customerName: "Ann", msgContent: "Is the fern in stock?" };
  await call(server.url, "leaveMsg", left, visitor.token);

  const list = page.getByRole("list", { name: "Recent mails" });
  await expect(async () => {
    await page.reload();
    await expect(list.getByText("Not delivered")).toHaveCount(2, { timeout: 1000 });
  }).toPass();
  await isSound(page, "a mail that bounced");
  smtp.refuses("");
  await list.getByRole("button", { name: "Send again: “New message from Ann”" }).click();
  await expect(page.getByText("The mail is sent again.")).toBeVisible();
  await expect.poll(() => smtp.mails.at(-1)?.to).toBe("shop@fern.example");
  await expect(async () => {
    await page.reload();
    const row = list.getByRole("listitem").filter({ hasText: "New message from Ann" });
    await expect(row.getByText("Sent", { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass();
});

/** A call of a visitor. */
async function call(url: string, name: string, body: object, token = "") {
  const response = await fetch(`${url}/api/chat/visitor/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const { code, data } = await response.json();
  expect(code, name).toBe(200);
  return data;
}

test("an operator who forgot the password chooses another one by the link of a mail", async ({
  server,
  smtp,
  open,
}) => {
  const page = await open(WIDE);
  const invitation = await linkOf(server.url, "operator", "add", "olga@fern.example");
  await page.goto(new URL("/desk/operator?locale=en", invitation).href);
  await page.getByRole("button", { name: "Forgot the password?" }).click();
  await isSound(page, "the operators' question");
  await page.getByRole("textbox", { name: "Account" }).fill("olga@fern.example");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText("If this account exists and is an e-mail address")).toBeVisible();
  await expect.poll(() => smtp.mails.map((mail) => mail.to)).toEqual(["olga@fern.example"]);

  await page.goto(linkIn(smtp.mails[0]?.text ?? ""));
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password once more").fill(PASSWORD);
  await isSound(page, "another password");
  await page.getByRole("button", { name: "Save and start" }).click();
  await expect(page.getByRole("heading", { name: "Tenants" })).toBeVisible();
});

/** The address of the operators' page in a mail, whose long lines are folded (quoted-printable, RFC 2045). */
function linkIn(text: string): string {
  const plain = text.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
  return /http\S+\/desk\/operator#token=[\w-]+/.exec(plain)?.[0] ?? "";
}
