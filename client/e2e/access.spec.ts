/** Accessibility of every state of the chat: WCAG 2.2 AA by axe, keyboard, 320 px, text spacing, announcements. */
import { beyond, clippedWords, isSound, spaceText } from "./access";
import { expect, test } from "./fixtures";
import { picture } from "./picture";
import type { Visitor } from "./visitor";

/** Closes the open dialog with Escape and checks that the focus is back on its opener. */
async function closesTo(anna: Visitor, opener: string | RegExp): Promise<void> {
  await anna.page.keyboard.press("Escape");
  await expect(anna.chat.getByRole("dialog")).toHaveCount(0);
  await expect(anna.chat.getByRole("button", { name: opener }).last()).toBeFocused();
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`every dialog of the chat is accessible, ${colorScheme} @phone`, async ({ visitor, agent }) => {
    test.setTimeout(120_000);
    const mia = await agent("mia", 2);
    const anna = await visitor("demo", { colorScheme });
    await anna.chat.getByRole("button", { name: "Emoji" }).click();
    await expect(anna.chat.getByRole("button", { name: "😀" })).toBeVisible();
    await isSound(anna.page, "emoji");
    await anna.page.keyboard.press("Escape");

    await anna.askForAgent();
    await anna.isConnectedTo("Mia");
    await mia.open();
    await mia.sends(await picture("leaf.png"));
    await anna.chat.getByRole("button", { name: "Open picture leaf.png" }).click();
    await expect(anna.page.locator(".yarl__portal").first()).toBeVisible();
    await isSound(anna.page, "a picture, large");
    await anna.page.keyboard.press("Escape");

    await anna.chat.getByRole("button", { name: "End chat" }).click();
    await expect(anna.chat.getByRole("dialog")).toBeVisible();
    await isSound(anna.page, "may it end");
    await anna.page.keyboard.press("Escape");

    await anna.page.context().setOffline(true);
    await expect(anna.chat.getByText(/^You are offline/)).toBeVisible({ timeout: 30_000 });
    await anna.write("written meanwhile");
    await isSound(anna.page, "offline");
    await anna.page.context().setOffline(false);
    await expect(mia.log.getByText("written meanwhile")).toHaveCount(1, { timeout: 30_000 });

    await mia.page.getByRole("button", { name: /rat/i }).first().click();
    await expect(anna.chat.getByRole("dialog")).toBeVisible();
    await isSound(anna.page, "how was it");
    await anna.page.keyboard.press("Escape");
    await mia.ends();
    await expect(anna.chat.getByRole("button", { name: /new chat|again/i })).toBeVisible();
    await isSound(anna.page, "it has ended");
    await isSound(mia.page, "the desk, ended");
  });

  test(`the desk's panels are accessible, ${colorScheme}`, async ({ visitor, agent }) => {
    const mia = await agent("mia", 2);
    await mia.page.emulateMedia({ colorScheme });
    await isSound(mia.page, "nobody yet");
    const anna = await visitor();
    await anna.askForAgent();
    await anna.isConnectedTo("Mia");
    await mia.open();
    await mia.page.keyboard.press("Control+k");
    await expect(mia.page.getByRole("combobox", { name: "Commands" })).toBeFocused();
    await isSound(mia.page, "commands");
    await mia.page.keyboard.press("Escape");
    await mia.page.getByRole("button", { name: "More", exact: true }).click();
    await isSound(mia.page, "more");
    await mia.page.keyboard.press("Escape");
    await mia.page.getByRole("button", { name: "End", exact: true }).click();
    await isSound(mia.page, "may it end");
  });
}

test("the chat works by keyboard alone, and every dialog returns the focus", async ({ visitor, agent }) => {
  const mia = await agent("mia", 1);
  const anna = await visitor();
  const { keyboard } = anna.page;
  const composer = anna.chat.locator("textarea").first();
  await anna.page.locator("body").press("Tab");
  const seen: string[] = [];
  for (let press = 0; press < 60; press += 1) {
    const name = await anna.page.evaluate(() => {
      const focused = document.activeElement;
      return focused?.getAttribute("aria-label") ?? focused?.textContent ?? "";
    });
    seen.push(name);
    if (await composer.evaluate((element) => element === document.activeElement)) break;
    await keyboard.press("Tab");
  }
  await expect(composer).toBeFocused();
  expect(seen.some((name) => name.includes("Talk to an agent"))).toBe(true);
  expect(seen).toContain("Emoji");

  await keyboard.type("How fast do you ship?");
  await keyboard.press("Enter");
  await anna.sees(/within one working day/);
  await anna.chat.getByRole("button", { name: "Emoji" }).focus();
  await keyboard.press("Enter");
  await expect(anna.chat.getByRole("button", { name: "😀" })).toBeVisible();
  await keyboard.press("Escape");
  await expect(anna.chat.getByRole("button", { name: "😀" })).toHaveCount(0);
  await expect(anna.chat.getByRole("button", { name: "Emoji" })).toBeFocused();

  await anna.chat.getByRole("button", { name: "Talk to an agent" }).last().focus();
  await keyboard.press("Enter");
  await anna.isConnectedTo("Mia");
  await anna.chat.getByRole("button", { name: "End chat" }).focus();
  await keyboard.press("Enter");
  const question = anna.chat.getByRole("dialog");
  await expect(question).toBeVisible();
  for (let press = 0; press < 6; press += 1) {
    await keyboard.press("Tab");
    const isOutside = await anna.page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && focused?.closest("dialog") === null;
    });
    expect(isOutside, "the focus stays in the dialog").toBe(false);
  }
  await closesTo(anna, "End chat");

  await mia.open();
  await mia.sends(await picture("leaf.png"));
  const image = anna.log.getByRole("button", { name: "Open picture leaf.png" });
  await image.focus();
  await keyboard.press("Enter");
  await expect(anna.page.locator(".yarl__portal").first()).toBeVisible();
  await keyboard.press("Escape");
  await expect(anna.page.locator(".yarl__portal")).toHaveCount(0);
  await expect(image).toBeFocused();
});

test("a new message is announced once, an old one never @phone", async ({ talk }) => {
  const { anna, mia } = await talk();
  await mia.write("said before the reload");
  await anna.sees("said before the reload");

  await anna.page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const live = (node: Node | null) =>
      (node instanceof Element ? node : node?.parentElement)?.closest(
        '[role="status"], [role="alert"], [role="log"][aria-live]:not([aria-live="off"]), [aria-live="polite"], [aria-live="assertive"]',
      );
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const region = live(target);
        const words =
          addedNodes.length > 0 ? [...addedNodes].map((node) => node.textContent) : [target.textContent];
        if (region) for (const word of words) if (word) said.push(word);
        // Some screen readers read out a region that is inserted together with its text.
        for (const node of addedNodes) {
          if (node instanceof Element && !region) {
            for (const inner of node.querySelectorAll('[role="status"], [role="alert"]')) {
              if (inner.textContent) said.push(inner.textContent);
            }
          }
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await anna.page.reload();
  await anna.sees("said before the reload");
  await mia.write("something new");
  await anna.sees("something new");

  const said = () => anna.page.evaluate(() => (window as unknown as { said: string[] }).said);
  await expect
    .poll(async () => (await said()).filter((words) => words.includes("something new")).length)
    .toBe(1);
  expect((await said()).filter((words) => /said before|Hello/.test(words))).toEqual([]);
});

for (const [what, path] of [
  ["the chat", "index?channelId=demo"],
  ["leaving a message", "leaveMsg?channelId=demo&tenantId=demo"],
  ["the page that is not there", "404"],
] as const) {
  test(`${what} fits 320 px with wider text spacing, in both directions`, async ({ open, server }) => {
    for (const locale of ["en", "ar", "de"]) {
      const page = await open({ viewport: { width: 320, height: 640 } });
      await page.goto(`${server.url}/chat_online/${path}${path.includes("?") ? "&" : "?"}locale=${locale}`);
      await expect(page.getByRole("heading").first()).toBeAttached();
      await expect(page.locator("button, a[href], h1").first()).toBeVisible();
      expect(await beyond(page), locale).toBeLessThanOrEqual(0);
      await spaceText(page);
      expect(await beyond(page), `${locale}, spaced`).toBeLessThanOrEqual(0);
      expect(await clippedWords(page), locale).toEqual([]);
    }
  });
}

test("the chat is accessible in forced colours", async ({ visitor, agent }) => {
  await agent("mia", 1);
  const anna = await visitor();
  await anna.page.emulateMedia({ forcedColors: "active" });
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await isSound(anna.page, "forced colours");
});

test("on a phone the desk has one main column, for the list and for a conversation", async ({
  visitor,
  agent,
}) => {
  const mia = await agent("mia", 2);
  await mia.page.setViewportSize({ width: 390, height: 844 });
  const main = mia.page.getByRole("main");
  await expect(main.getByRole("tablist")).toBeVisible();
  const anna = await visitor();
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");

  await mia.open();

  await expect(main).toHaveCount(1);
  await expect(main.getByRole("log")).toBeVisible();
});
