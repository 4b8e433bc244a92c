/** The knowledge room against the real server: large and foreign files, and edits that an interruption must not lose. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Page } from "@playwright/test";
import { Administration } from "./administration";
import { expect, test, WIDE } from "./fixtures";
import { passwordOf } from "./server";

/** Bytes of a table's rows, and of the table. */
const ROW = 100_000;
const TABLE = 40_000_000;

async function signIn(page: Page, url: string): Promise<void> {
  await page.getByRole("textbox", { name: "Account" }).fill("admin");
  await page.getByRole("textbox", { name: "Password" }).fill(passwordOf(url, "admin"));
  await page.getByRole("textbox", { name: "Password" }).press("Enter");
}

async function openRoom(page: Page, url: string, path: string): Promise<void> {
  await page.goto(`${url}/desk/admin/${path}?locale=en`);
  await signIn(page, url);
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel("Choose a file").setInputFiles({ name, mimeType: "text/csv", buffer });

/** A table of documents with long answers. `last` is its last row. */
function table(bytes: number, last: string): Buffer {
  const answer = "Water it once a week. ".repeat(ROW / 22);
  const rows = Array.from(
    { length: Math.ceil(bytes / ROW) },
    (_, at) => `large-${at},Large ${at}?,${answer}`,
  );
  return Buffer.from(["docId,question,answer", ...rows, last, ""].join("\n"));
}

/** A text in GBK, which no encoder of the platform writes. */
function gbk(text: string): Buffer {
  const decoder = new TextDecoder("gbk");
  const bytes = new Map<string, number[]>();
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++)
      bytes.set(decoder.decode(new Uint8Array([high, low])), [high, low]);
  return Buffer.from([...text].flatMap((letter) => bytes.get(letter) ?? [letter.charCodeAt(0)]));
}

test("a table of 40 MB is left, found again, corrected and imported", async ({ server, open }) => {
  test.setTimeout(600_000);
  const page = await open(WIDE);
  await openRoom(page, server.url, "knowledge/fern/import");
  const slow = { timeout: 240_000 };

  await page.getByLabel("Choose a file").waitFor({ state: "attached" });
  const path = await kept("large.csv", table(TABLE, "no-answer,Why?,"));
  await page.getByLabel("Choose a file").setInputFiles(path);
  await page.getByRole("link", { name: "Documents", exact: true }).click();
  await expect(page.getByRole("searchbox", { name: "Words of a question or an answer" })).toBeVisible();
  await page.getByRole("link", { name: "Import and export" }).click();
  await expect(page.getByText("1 error, nothing was changed")).toBeVisible(slow);
  await expect(page.getByRole("cell", { name: "402" })).toBeVisible();
  const download = page.waitForEvent("download");
  await press(page, "Download the faulty rows");
  const rows = await readFile(await (await download).path(), "utf8");
  expect(rows).toBe('\uFEFFdocId,question,answer,error\r\nno-answer,Why?,,"answer must not be empty"\r\n');

  await writeFile(path, table(TABLE, "short,Why?,Because."));
  await page.getByLabel("Choose a file").setInputFiles(path);
  await expect(page.getByRole("heading", { name: "This would change" })).toBeVisible(slow);
  await press(page, "Import 401 changes");
  await expect(page.getByRole("heading", { name: "Imported" })).toBeVisible(slow);
  await press(page, "See the documents");
  await page.getByRole("searchbox", { name: "Words of a question or an answer" }).fill("Because.");
  await expect(page.getByRole("link", { name: /^Why\?/ })).toBeVisible();
});

test("a file that is too large is refused with the limit", async ({ server, open }) => {
  const page = await open(WIDE);
  await openRoom(page, server.url, "knowledge/fern/import");
  await page.getByLabel("Choose a file").waitFor({ state: "attached" });
  await page.getByLabel("Choose a file").setInputFiles(await kept("huge.csv", table(52_500_000, "")));

  await expect(page.getByRole("alert")).toContainText("50 MB", { timeout: 60_000 });
});

test("a table in GBK is read, and its faulty rows keep their characters", async ({ server, open }) => {
  const page = await open(WIDE);
  await openRoom(page, server.url, "knowledge/fern/import");
  const good = [
    "docId,lang,question,answer",
    "teapot,zh,你们卖茶壶吗,我们卖茶壶。所有的茶壶都是手工制作的，下单后三天之内发货。",
    "refund,zh,怎么申请退款,请在订单页面点击申请退款，我们会在两个工作日内处理，款项原路退回。",
    "invoice,zh,可以开发票吗,可以。请在下单时填写公司名称和税号，电子发票会发送到您的邮箱。",
    "",
  ].join("\n");
  await page.getByLabel("Choose a file").waitFor({ state: "attached" });
  await choose(page, "gbk.csv", gbk(`${good}cup,zh,你们卖杯子吗,\n`));
  await expect(page.getByText("1 error, nothing was changed")).toBeVisible();
  const download = page.waitForEvent("download");
  await press(page, "Download the faulty rows");
  const rows = await readFile(await (await download).path(), "utf8");
  expect(rows).toContain("cup,zh,你们卖杯子吗,");

  await choose(page, "gbk.csv", gbk(good));
  await press(page, "Import 3 changes");
  await expect(page.getByRole("heading", { name: "Imported" })).toBeVisible();
  const admin = await Administration.of(server.url);
  const name = { robotNo: "fern", docId: "teapot", lang: "zh" };
  expect(await admin.call("docs/get", name)).toMatchObject({ question: "你们卖茶壶吗" });
});

test("a document keeps what was typed without a network and without a sign-in", async ({ server, open }) => {
  const page = await open(WIDE);
  await openRoom(page, server.url, "knowledge/fern/docs/shipping-time/en");
  const question = page.getByRole("textbox", { name: "Question", exact: true });
  await question.fill("Without a network?");
  await page.route("**/api/**", (route) => route.abort("internetdisconnected"));
  await press(page, "Save");
  await expect(page.getByRole("alert")).toContainText("The server cannot be reached.");
  await expect(question).toHaveValue("Without a network?");

  await page.unroute("**/api/**");
  await page.reload();
  await expect(question).toHaveValue("Without a network?");
  await press(page, "Save");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toHaveCount(0);

  await question.fill("Without a sign-in?");
  const admin = await Administration.of(server.url);
  await admin.call("agents/signOut", { adminId: await ownId(admin) });
  await press(page, "Save");
  await expect(page.getByRole("dialog", { name: "Please sign in again" })).toBeVisible();
  await signIn(page, server.url);
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toHaveCount(0);
  await expect(question).toHaveValue("Without a sign-in?");
  const name = { robotNo: "fern", docId: "shipping-time", lang: "en" };
  expect(await admin.call("docs/get", name)).toMatchObject({ question: "Without a sign-in?" });
});

test("a channel keeps what was typed without a network and without a sign-in", async ({ server, open }) => {
  const page = await open(WIDE);
  await openRoom(page, server.url, "channels/demo");
  const title = page.getByRole("textbox", { name: "Title", exact: true }).first();
  await title.fill("Without a network");
  await page.route("**/api/**", (route) => route.abort("internetdisconnected"));
  await press(page, "Save");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toContainText(
    "The server cannot be reached.",
  );
  await page.unroute("**/api/**");
  await page.reload();
  await expect(title).toHaveValue("Without a network");
  const admin = await Administration.of(server.url);
  await admin.call("agents/signOut", { adminId: await ownId(admin) });
  await press(page, "Save");
  await expect(page.getByRole("dialog", { name: "Please sign in again" })).toBeVisible();
  await signIn(page, server.url);
  await expect(page.getByRole("region", { name: "Saved draft" })).toBeVisible();
  await expect(title).toHaveValue("Without a network");
  const draft = await admin.call("channels/getDraft", { channelId: "demo" });
  expect(JSON.stringify(draft.draft)).toContain("Without a network");
});

/** The id of the administrator `admin`. */
async function ownId(admin: Administration): Promise<string> {
  const { list } = await admin.call("agents/list", { search: "admin" });
  const agents = list as { adminId: string; account: string }[];
  return agents.find((agent) => agent.account === "admin")?.adminId ?? "";
}

/** Playwright takes a buffer of at most 50 MB, so a large file lies on the disk. */
async function kept(name: string, content: Buffer): Promise<string> {
  const path = test.info().outputPath(name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}
