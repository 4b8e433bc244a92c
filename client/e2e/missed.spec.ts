/** A visitor leaves, the agent answers, and the mail's link opens the conversation in another browser. */
import { expect } from "./fixtures";
import { test as base, PUBLIC_URL } from "./mailing";
import { passwordOf } from "./server";
import type { Mail } from "./smtp";
import { Visitor } from "./visitor";

const test = base.extend({
  server: async ({ server }, use) => {
    await mailSoon(server.url);
    await use(server);
  },
});

test("a visitor who left gets a mail with a link that opens the conversation", async ({
  server,
  smtp,
  agent,
  open,
}) => {
  const mia = await agent("mia", 1);
  const first = await open();
  const anna = new Visitor(first, server.url);
  await anna.enter("demo", "&locale=en&email=anna%40fern.example");
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await mia.open();
  await anna.write("Do you water on Sundays?");
  await mia.sees("Do you water on Sundays?");

  await first.context().close();
  await mia.write("Yes, every Sunday at nine.");

  await expect.poll(() => smtp.mails.length, { timeout: 30_000 }).toBe(1);
  const mail = smtp.mails[0];
  expect(mail?.to).toBe("anna@fern.example");
  const text = textOf(mail);
  expect(text).toContain("Yes, every Sunday at nine.");
  expect(text).not.toContain("Do you water on Sundays?");

  const later = await open();
  await later.goto(linkIn(text, "/chat_online/index").replace(PUBLIC_URL, server.url));
  const back = new Visitor(later, server.url);
  await back.isConnectedTo("Mia");
  await back.sees("Do you water on Sundays?");
  await back.sees("Yes, every Sunday at nine.");
  expect(later.url()).not.toContain("token");
  await back.write("Thank you!");
  await mia.sees("Thank you!");

  const stop = await open();
  await stop.goto(linkIn(text, "/mail/stop").replace(PUBLIC_URL, server.url));
  await stop.getByRole("button", { name: "Send me no more such mails" }).click();
  await expect(stop.getByRole("status")).toContainText("Done");
});

/** Has the shop mail visitors a moment after they left. */
async function mailSoon(url: string): Promise<void> {
  const account = { tenantId: "demo", account: "admin", password: passwordOf(url, "admin") };
  const { token } = await call(`${url}/api/agent/login`, account);
  const tenant = await call(`${url}/api/admin/tenant/get`, {}, String(token));
  const service = { visitorAwayTime: 0.02 };
  await call(
    `${url}/api/admin/tenant/put`,
    { ...tenant, service, mail: { missedAfter: 0.02 } },
    String(token),
  );
}

async function call(url: string, body: object, token = ""): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const { code, data } = await response.json();
  expect(code, url).toBe(200);
  return data;
}

/** The part of a mail as plain text. */
function textOf(mail: Mail | undefined): string {
  const part = mail?.text.split(/^--\S+$/m).find((one) => /^content-type: text\/plain/im.test(one)) ?? "";
  const [head = "", ...body] = part.trim().split(/\r?\n\r?\n/);
  const written = body.join("\n\n");
  if (/base64/i.test(head)) return Buffer.from(written, "base64").toString("utf8");
  if (!/quoted-printable/i.test(head)) return written;
  const bytes = written
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function linkIn(text: string, path: string): string {
  const link = text.split(/\s+/).find((word) => word.startsWith(PUBLIC_URL + path));
  expect(link, `a link to ${path} in: ${text}`).toBeDefined();
  return link ?? "";
}
