import { isSound } from "./access";
import { expect, test } from "./fixtures";
import { picture } from "./picture";
import type { Visitor } from "./visitor";

/** Fills in the form that demo-everything shows before a chat. */
async function introduces(anna: Visitor, name = "Ann Lee"): Promise<void> {
  const form = anna.page.getByRole("dialog", { name: "Before we start" });
  await form.getByLabel(/^Name/).fill(name);
  await form.getByLabel(/^What is it about/).selectOption("Plant care");
  await form.getByRole("button", { name: "Start chat" }).click();
  await expect(form).toBeHidden();
}

// [CH-12] [FM-01]
test("the agent sees the form before the chat @phone", async ({ visitor, agent }) => {
  const mia = await agent("mia", 1);
  const anna = await visitor("demo-everything");
  await introduces(anna, "Ann Lee of the greenhouse");

  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await mia.open();

  await expect(mia.page.getByText("Ann Lee of the greenhouse").first()).toBeVisible();
  const about = mia.page.getByRole("complementary", { name: "About the visitor" });
  await expect(about.getByText("Plant care")).toBeVisible();
});

test("everything a channel can show is accessible, in both layouts @phone", async ({ open, server }) => {
  for (const [colorScheme, locale] of [
    ["light", "en"],
    ["dark", "ar"],
  ] as const) {
    const page = await open({ colorScheme });
    await page.goto(`${server.url}/chat_online/index?channelId=demo-everything&locale=${locale}`);
    await expect(page.getByRole("dialog")).toBeVisible();
    await isSound(page);
    await page.getByRole("dialog").getByRole("textbox").first().fill("Ann");
    await page.getByRole("dialog").getByRole("combobox").selectOption({ index: 1 });
    await page.getByRole("dialog").locator('button[type="submit"]').click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("navigation")).toBeVisible();
    await isSound(page);
  }
});

// [CH-04]
test("the announcement scrolls, and stands still with reduced motion @phone", async ({ visitor }) => {
  const anna = await visitor("demo-everything");
  const notice = anna.page.getByRole("region", { name: "Announcement" });
  const words = notice.getByText(/^Spring is here/);
  const motion = () =>
    words.evaluate((element) => getComputedStyle(element.closest("p") ?? element).animationDuration);

  await expect(notice).toBeVisible();
  const signs = (await words.innerText()).length;
  expect(Number.parseFloat(await motion())).toBeCloseTo(signs / 9, 2);
  const place = await words.boundingBox();
  await expect.poll(async () => (await words.boundingBox())?.x).toBeLessThan(place?.x ?? 0);
  await anna.page.emulateMedia({ reducedMotion: "reduce" });

  expect(await motion()).toBe("0s");
  const width = anna.page.viewportSize()?.width ?? 0;
  const still = await words.boundingBox();
  expect((still?.x ?? 0) + (still?.width ?? width)).toBeLessThanOrEqual(width);
});

test("an announcement is visible if its direction differs from the page's @phone", async ({
  server,
  open,
}) => {
  const page = await open();
  await page.goto(`${server.url}/chat_online/index?channelId=demo-everything&locale=ar`);
  const words = page.getByText(/^Spring is here/);
  await expect(words).toBeAttached();

  await expect(words).toBeInViewport();
});

// [CH-09]
test("the quick menu asks the robot, answers without a request, and opens links @phone", async ({
  visitor,
}) => {
  const anna = await visitor("demo-everything");
  await introduces(anna);
  const asked: string[] = [];
  anna.page.on("request", (request) => asked.push(request.url()));

  await anna.page.getByRole("button", { name: "Opening hours" }).click();
  await anna.sees("When is your shop open?");
  await anna.sees("Our shop is open from Monday to Saturday, nine to six.");
  await expect(anna.log.getByText("nine to six.")).toBeInViewport();
  expect(asked.filter((url) => /robotAsk|sendMsg/.test(url))).toEqual([]);

  await anna.page.getByRole("button", { name: "Rate us" }).click();
  await anna.sees("You can rate this chat once it has ended");
  await anna.page.getByRole("button", { name: "My parcel", exact: true }).click();
  // The same text is also among the frequent questions.
  const asking = anna.log.locator('[data-row="message"]').filter({ hasText: "Where is my parcel?" });
  await expect(asking).toHaveCount(1);
  await expect(anna.page.getByRole("link", { name: "Shop", exact: true }).first()).toHaveAttribute(
    "target",
    "_blank",
  );
  await anna.page.getByRole("button", { name: "Leave a message" }).click();
  await expect(anna.page.getByRole("dialog").getByRole("tab", { name: "My messages" })).toBeVisible();
});

// [CH-16]
test("suggestions for the typed text are chosen and asked by keyboard", async ({ visitor }) => {
  const anna = await visitor();
  await anna.composer.pressSequentially("ship");
  const tips = anna.page.getByRole("listbox", { name: "Suggested questions" });
  await expect(tips.getByRole("option").first()).toContainText("ship");
  const question = await tips.getByRole("option").first().innerText();

  await anna.composer.press("ArrowDown");
  await expect(tips.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await anna.composer.press("Enter");

  await expect(tips).toBeHidden();
  await expect(anna.composer).toHaveValue("");
  await anna.sees(question);
});

// [CH-11]
test("the side bar has links, questions, offers, and the agent once there is one", async ({
  visitor,
  agent,
}) => {
  await agent("mia", 1);
  const anna = await visitor("demo-everything");
  await introduces(anna);
  const side = anna.page.getByRole("complementary", { name: "Help and contact" });

  expect(Math.round((await side.boundingBox())?.width ?? 0)).toBe(300);
  const offers = side.getByRole("region", { name: "Offers" });
  expect(Math.round((await offers.boundingBox())?.height ?? 0)).toBe(150);
  await side.getByRole("tab", { name: "Common questions" }).click();
  await side.getByText("Can I pick up my order?").click();
  await expect(side.getByText("It is ready after two hours.")).toBeVisible();
  await side.getByRole("tab", { name: "Your agent" }).click();
  await expect(side.getByText("No agent is with you yet")).toBeVisible();
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await expect(side.getByRole("region", { name: "Business card" })).toContainText("Mia");

  await anna.page.setViewportSize({ width: 700, height: 800 });
  await expect(side).toBeHidden();
});

test("several chosen files and a pasted one are sent one after another", async ({ visitor, agent }) => {
  const mia = await agent("mia", 1);
  const anna = await visitor("demo-everything");
  await introduces(anna);
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await mia.open();

  await anna.page
    .locator('input[data-kind="image"]')
    .setInputFiles([
      picture("one.png"),
      picture(`two with a name${" as long as it gets".repeat(5)}.png`, 90, 60),
      picture("three.png", 60, 90),
    ]);
  const dialog = anna.page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: /two with a name/ })).toBeInViewport();
  await dialog.getByRole("button", { name: /two with a name/ }).click();
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(mia.page.getByRole("button", { name: "Open picture one.png" })).toBeVisible();
  await expect(mia.page.getByRole("button", { name: "Open picture three.png" })).toBeVisible();
  await expect(mia.page.getByRole("button", { name: /two with a name/ })).toHaveCount(0);

  const { buffer } = picture("screen.jpg", 120, 80);
  await anna.composer.evaluate(
    (field, bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], "screen.jpg", { type: "image/jpeg" }));
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    [...buffer],
  );
  await expect(anna.page.getByRole("dialog", { name: "Send this screenshot?" })).toBeVisible();
  await anna.page.getByRole("button", { name: "Send picture" }).click();
  await expect(mia.page.getByRole("button", { name: "Open picture screen.png" })).toBeVisible();

  await anna.page.locator('input[data-kind="file"]').setInputFiles({
    name: "care.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("Water once a week."),
  });
  await anna.page.getByRole("button", { name: "Send file" }).click();
  await expect(mia.log.getByRole("button", { name: /^Download care\.txt/ })).toBeVisible();
});

// [CH-12]
test("a screenshot is sent after the visitor has read what will be shared", async ({ visitor, agent }) => {
  const mia = await agent("mia", 1);
  const anna = await visitor("demo-everything");
  // The browser's own dialog needs a real screen.
  await anna.page.evaluate(() => {
    const screen = document.createElement("canvas");
    screen.width = 320;
    screen.height = 200;
    navigator.mediaDevices.getDisplayMedia = async () => {
      const stream = screen.captureStream();
      screen.getContext("2d")?.fillRect(0, 0, 160, 200);
      Object.assign(window, { shown: stream });
      return stream;
    };
  });
  await introduces(anna);
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await mia.open();

  await anna.page.getByRole("button", { name: "Share your screen" }).click();
  const tips = anna.page.getByRole("dialog", { name: "Share your screen" });
  await expect(tips).toContainText("We take one screenshot");
  await tips.getByRole("button", { name: "Share", exact: true }).click();
  await anna.page.getByRole("button", { name: "Send picture" }).click();

  await expect(mia.page.getByRole("button", { name: "Open picture screenshot.png" })).toBeVisible();
  const isOver = await anna.page.evaluate(() =>
    (window as unknown as { shown: MediaStream }).shown
      .getTracks()
      .every((one) => one.readyState === "ended"),
  );
  expect(isOver).toBe(true);
});

// [CH-24]
test("an unseen message changes the title, and makes one sound unless the sound is off", async ({
  visitor,
  agent,
}) => {
  const mia = await agent("mia", 1);
  const anna = await visitor();
  await anna.page.evaluate(() => {
    const heard = { tones: 0 };
    Object.assign(window, { heard });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      heard.tones += 1;
      start.call(this, when);
    };
  });
  const tones = () =>
    anna.page.evaluate(() => (window as unknown as { heard: { tones: number } }).heard.tones);
  const look = (hidden: boolean) =>
    anna.page.evaluate((isHidden) => {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await mia.open();
  await look(true);
  const before = await tones();

  await mia.write("are you there?");
  await expect.poll(tones).toBe(before + 2);
  await expect(anna.page).toHaveTitle("(1) New message");
  await look(false);
  await expect(anna.page).toHaveTitle("Fern & Field");
  await anna.page.getByRole("button", { name: "Turn sound off" }).click();
  await look(true);
  await mia.write("and now?");
  await expect(anna.page).toHaveTitle("(1) New message");

  expect(await tones()).toBe(before + 2);
});
