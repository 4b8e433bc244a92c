/** Rare states of the chat: each is accessible in light and dark, and returns the focus. */
import { isSound } from "./access";
import { expect, test } from "./fixtures";
import { picture } from "./picture";
import { Visitor } from "./visitor";

for (const colorScheme of ["light", "dark"] as const) {
  test(`the group choice is accessible and returns the focus, ${colorScheme} @phone`, async ({ visitor }) => {
    const anna = await visitor("demo-groups", { colorScheme });
    const asks = anna.chat.getByRole("button", { name: "Talk to an agent" }).last();
    await asks.press("Enter");
    const question = anna.chat.getByRole("dialog", { name: "Who would you like to talk to?" });
    await expect(question).toBeVisible();
    await isSound(anna.page, "which group");

    await anna.page.keyboard.press("Escape");

    await expect(question).toBeHidden();
    await expect(asks).toBeFocused();
  });

  test(`a page displaced by another window is accessible, ${colorScheme} @phone`, async ({ visitor }) => {
    const anna = await visitor("demo", { colorScheme });
    const second = await anna.page.context().newPage();
    await second.goto(anna.page.url());

    await expect(anna.page.getByText("This page no longer receives messages.")).toBeVisible();
    await isSound(anna.page, "displaced");
  });

  test(`the questions before leaving and ending are accessible and return the focus, ${colorScheme} @phone`, async ({
    server,
    talk,
  }) => {
    const { anna } = await talk({ colorScheme });
    const shop = `${server.url}/demo/`;
    await anna.page.goto(shop);
    await anna.page.goto(`${server.url}/chat_online/index?channelId=demo`, { referer: shop });
    await anna.isConnectedTo("Mia");

    for (const [button, title] of [
      ["Back", "Are you sure to leave?"],
      ["End chat", "End this chat?"],
    ] as const) {
      const asks = anna.chat.getByRole("button", { name: button, exact: true });
      await asks.press("Enter");
      const question = anna.chat.getByRole("dialog", { name: title });
      await expect(question).toBeVisible();
      await isSound(anna.page, title);
      await anna.page.keyboard.press("Escape");
      await expect(question).toBeHidden();
      await expect(asks).toBeFocused();
    }

    await anna.chat.getByRole("button", { name: "Back", exact: true }).click();
    await anna.chat.getByRole("button", { name: "Leave", exact: true }).click();
    await expect(anna.page).toHaveURL(shop);
  });

  test(`the preview before sending is accessible, ${colorScheme} @phone`, async ({ talk }) => {
    const { anna } = await talk({ colorScheme });
    const input = anna.chat.locator('input[type="file"][data-kind="image"]');
    await input.setInputFiles(picture("a picture with a very long name of many words indeed.png"));
    const dialog = anna.chat.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "Send picture" })).toBeFocused();
    await isSound(anna.page, "one picture");

    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await anna.write("still here");
    await anna.sees("still here");
  });

  test(`a message on its way is accessible, ${colorScheme} @phone`, async ({ talk }) => {
    const { anna } = await talk({ colorScheme });
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await anna.page.route("**/sendMsg", async (route) => {
      await held;
      await route.continue();
    });
    await anna.write("on its way");
    await expect(anna.log.getByText("Sending…")).toBeVisible();

    await isSound(anna.page, "a message on its way");

    letThrough();
    await expect(anna.log.getByText("Sending…")).toHaveCount(0);
  });

  test(`suggestions above the composer are accessible, ${colorScheme} @phone`, async ({ open, server }) => {
    const page = await open({ colorScheme });
    await page.addInitScript(keepTips);
    const anna = new Visitor(page, server.url);
    await anna.enter("demo");
    await anna.composer.fill("How");
    const tips = anna.chat.getByRole("listbox", { name: "Suggested questions" });
    await expect(tips).toBeVisible();
    await anna.composer.press("ArrowDown");
    await expect(tips.getByRole("option", { selected: true })).toHaveCount(1);

    await isSound(anna.page, "tips");
  });
}

test("at 200 % zoom the chat loses nothing, in three languages", async ({ open, server }) => {
  // 320 px is a 640 px window at 200 % zoom.
  for (const locale of ["en", "ar", "fa"]) {
    const page = await open({ viewport: { width: 320, height: 400 }, deviceScaleFactor: 2 });
    await page.goto(`${server.url}/chat_online/index?channelId=demo&locale=${locale}`);
    const field = page.locator("textarea").first();
    await field.fill("Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung");
    await field.press("Enter");
    const sent = page.getByRole("log").locator('[data-delivery="sent"]').last();
    await expect(sent).toBeInViewport();

    await isSound(page, `${locale}, enlarged`);
    await expect(field).toBeInViewport({ ratio: 1 });
  }
});

test("with reduced motion nothing moves", async ({ talk }) => {
  const { anna, mia } = await talk({ reducedMotion: "reduce" });
  await mia.write("Good morning");
  await anna.sees("Good morning");
  await anna.chat.getByRole("button", { name: "End chat" }).click();
  await expect(anna.chat.getByRole("dialog")).toBeVisible();

  // Colours may fade, but nothing may move, grow or turn.
  const moving = await anna.page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => {
        const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
        const frames = animation.effect instanceof KeyframeEffect ? animation.effect.getKeyframes() : [];
        const isMotion = frames.some((frame) =>
          ["transform", "translate", "scale", "rotate"].some((property) => property in frame),
        );
        return isMotion && Number(duration) > 0 && iterations !== 0;
      })
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : animation.id)),
  );

  expect(moving).toEqual([]);
});

/** Keeps suggestions open: they hide after five seconds (Protocol, 'Times of the pages'), and axe may take longer. */
function keepTips(): void {
  const after = window.setTimeout.bind(window);
  const longer = (handler: TimerHandler, ms?: number, ...rest: unknown[]) =>
    after(handler, ms === 5000 ? 600_000 : ms, ...rest);
  window.setTimeout = longer as typeof window.setTimeout;
}
