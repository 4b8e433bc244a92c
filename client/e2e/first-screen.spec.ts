import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";

test("the first screen needs only the document and immutable files @phone", async ({ server, open }) => {
  const page = await open({ locale: "de-DE" });
  const asked: string[] = [];
  const kept: (string | undefined)[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  page.on("response", (response) => {
    if (response.url().includes("/assets/")) kept.push(response.headers()["cache-control"]);
  });
  // The server answers no call: the page shows only what came with the document.
  await page.route("**/api/**", () => undefined);

  await page.goto(`${server.url}/chat_online/index?channelId=demo`);

  await expect(page.getByRole("textbox")).toBeEditable();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("textbox").fill("Wie schnell liefert ihr?");
  await page.getByRole("textbox").press("Enter");
  await expect(page.getByRole("log").getByText("Wie schnell liefert ihr?")).toBeVisible();
  const calls = asked.filter((path) => path.startsWith("/api/"));
  expect(new Set(calls)).toEqual(new Set(["/api/chat/visitor/chatStart"]));
  expect(asked.filter((path) => path.includes("/words-"))).toEqual([]);
  expect(new Set(kept)).toEqual(new Set(["public, max-age=31536000, immutable"]));
});

test("a document without its settings block requests the missing settings", async ({ server, open }) => {
  const page = await open();
  await page.route("**/chat_online/index*", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/<script type="application\/json"[\s\S]*?<\/script>/, "");
    await route.fulfill({ response: answer, body });
  });

  await page.goto(`${server.url}/chat_online/index?channelId=demo`);

  await expect(page.getByRole("log")).toBeVisible();
});

test("text written before the scripts load keeps caret and focus, and can be sent @phone-only", async ({
  server,
  open,
}) => {
  const { page, field, come } = await writtenBeforeScripts(await open(), server.url, "How fast you ship?");
  for (let step = 0; step < "you ship?".length; step += 1) await field.press("ArrowLeft");
  const before = await placeOfWords(field);

  come();
  await expect(page.getByRole("log")).toBeVisible();

  await expect(field).toHaveCount(1);
  expect(await placeOfWords(field)).toEqual(before);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("How fast you ship?");
  const caret = () => field.evaluate((area) => area instanceof HTMLTextAreaElement && area.selectionStart);
  await expect.poll(caret).toBe("How fast ".length);
  await page.keyboard.type("do ");
  await field.press("Enter");
  await expect(page.getByRole("log").getByText("How fast do you ship?")).toBeVisible();
  await expect(page.getByRole("log").getByText(/within one working day/)).toBeVisible();
});

test("text entered before the scripts load is sent by itself @phone-only", async ({ server, open }) => {
  const { page, field, come } = await writtenBeforeScripts(await open(), server.url, "How fast do you ship?");
  await field.press("Enter");

  come();

  await expect(page.getByRole("log").getByText("How fast do you ship?")).toBeVisible();
  await expect(page.getByRole("log").getByText(/within one working day/)).toBeVisible();
  await expect(field).toHaveValue("");
});

test("the next key after the scripts load continues the text @phone-only", async ({ server, open }) => {
  const { page, field, come } = await writtenBeforeScripts(await open(), server.url, "How fast do you ship");
  await page.evaluate(pressesKeysOnceFirstFieldGoes);

  come();

  await expect(page.getByRole("log").getByText("How fast do you ship?")).toBeVisible();
  await expect(field).toHaveValue("");
});

test("the document names every script of the first screen, so that none is discovered late", async ({
  server,
  open,
}) => {
  const { request } = await open();
  const text = async (path: string) => (await request.get(server.url + path)).text();
  const html = await text("/chat_online/index?channelId=demo");
  const scripts = [...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
  expect(scripts.length).toBeGreaterThan(4);

  for (const path of scripts) {
    const needs = [...(await text(path)).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)];
    expect(scripts, path).toEqual(expect.arrayContaining(needs.map(([, name]) => `/assets/${name}`)));
  }
});

type Early = { page: Page; field: Locator; come: () => void };

/** A chat whose field has text while its scripts still load; they arrive when `come` is called. */
async function writtenBeforeScripts(page: Page, url: string, words: string): Promise<Early> {
  const come = await holdScripts(page);
  await page.goto(`${url}/chat_online/index?channelId=demo`, { waitUntil: "commit" });
  const field = page.getByRole("textbox", { name: "Your message" });
  await field.pressSequentially(words);
  return { page, field, come };
}

/** Types a question mark and Enter before the page can do anything else. */
function pressesKeysOnceFirstFieldGoes(): void {
  const first = document.getElementById("first-field");
  const goes = new MutationObserver(() => {
    if (first?.isConnected) return;
    goes.disconnect();
    document.execCommand("insertText", false, "?");
    const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(enter);
  });
  goes.observe(document.body, { childList: true });
}

/** Where the text of a field begins, and its space. */
function placeOfWords(field: Locator): Promise<unknown> {
  return field.evaluate((area) => {
    const { left, right, top } = area.getBoundingClientRect();
    const style = getComputedStyle(area);
    const [before, after, above] = (["Left", "Right", "Top"] as const).map(
      (side) => parseFloat(style[`padding${side}`]) + parseFloat(style[`border${side}Width`]),
    );
    return [left + (before ?? 0), right - (after ?? 0), top + (above ?? 0)].map(Math.round);
  });
}

/** Holds the page's scripts back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let come: () => void = () => undefined;
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await coming;
    await route.continue();
  });
  return () => come();
}
