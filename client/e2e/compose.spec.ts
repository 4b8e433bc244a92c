import { expect, test } from "./fixtures";
import { devices } from "./speakers";

// A microphone that beeps, without a question to the user.
test.use(devices("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"));

test("a slash inserts a quick reply, a key a suggested answer, and both reach the visitor", async ({
  talk,
}) => {
  const { anna, mia } = await talk();
  const { page } = mia;

  await page.getByRole("button", { name: "Quick replies and answers" }).click();
  await page.getByRole("button", { name: "My quick replies" }).click();
  const own = page.getByRole("dialog", { name: "My quick replies" });
  await own.getByRole("button", { name: "New quick reply" }).click();
  await own.getByRole("textbox", { name: "Title" }).fill("Greeting of mine");
  await own.getByRole("textbox", { name: "Text" }).fill("{agent.name} of {shop.name} is with you.");
  await own.getByRole("button", { name: "Save" }).click();
  await own.getByRole("button", { name: "Close" }).click();
  await mia.composer.pressSequentially("/mine");
  await expect(page.getByRole("option", { name: /Greeting of mine/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(mia.composer).toHaveValue(/^Mia of Fern & Field is with you\.$/);
  await page.keyboard.press("Enter");
  await anna.sees("Mia of Fern & Field is with you.");

  await anna.write("How do I return something?");
  await expect(page.getByRole("region", { name: "Suggested answers" })).toBeVisible();
  await mia.composer.focus();
  await page.keyboard.press("Alt+1");
  await expect(mia.composer).toHaveValue(/30 days/);
  await page.keyboard.press("Enter");
  await expect(anna.log.getByText(/30 days/).last()).toBeVisible();
});

test("Escape closes what writes a card, a form and formatted text, which begin in their first field", async ({
  talk,
}) => {
  const { page } = (await talk()).mia;
  for (const [button, name, field] of [
    ["Card or link", "Send a card", "Kind"],
    ["Form", "Send a form", "What is it about?"],
    ["Formatted text", "Formatted text", "Formatted text"],
  ] as const) {
    await page.getByRole("button", { name: "Send something else" }).click();
    await page.getByRole("button", { name: button, exact: true }).click();
    const dialog = page.getByRole("dialog", { name, exact: true });
    await expect(dialog.getByLabel(field).first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
});

test("a pasted picture is seen before it is sent, and a voice note is heard; both reach the visitor", async ({
  talk,
}) => {
  const { anna, mia } = await talk();
  const { page } = mia;

  await mia.composer.focus();
  await mia.composer.evaluate(async (field) => {
    const canvas = document.createElement("canvas");
    canvas.width = 40;
    canvas.height = 30;
    canvas.getContext("2d")?.fillRect(0, 0, 40, 30);
    const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    const clipboardData = new DataTransfer();
    if (png) clipboardData.items.add(new File([png], "screen.png", { type: "image/png" }));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  const pasted = page.getByRole("dialog", { name: "Send this picture?" });
  await expect(pasted.getByRole("img", { name: "screen.png" })).toBeVisible();
  await expect(anna.log.locator("img[src*='/api/files/']")).toHaveCount(0);
  await pasted.getByRole("button", { name: "Send" }).click();
  await expect(anna.log.locator("img[src*='/api/files/']")).toHaveCount(1);

  await page.getByRole("button", { name: "Send something else" }).click();
  await page.getByRole("button", { name: "Voice note" }).click();
  const voice = page.getByRole("region", { name: "Voice note" });
  await expect(voice.getByText(/^0:\d[1-9] \/ 2:00$/)).toBeVisible();
  await voice.getByRole("button", { name: "Stop and listen" }).click();
  await expect(voice.getByRole("group", { name: "Audio Voice note" })).toBeVisible();
  await voice.getByRole("button", { name: "Send voice note" }).click();
  const heard = anna.log.getByRole("group", { name: /voice-note/ });
  await expect(heard).toBeVisible();
  const seconds = await heard.locator("audio").evaluate(async (audio: HTMLAudioElement) => {
    if (audio.readyState === 0) await new Promise((done) => audio.addEventListener("loadedmetadata", done));
    return audio.duration;
  });
  expect(seconds).toBeGreaterThan(0.8);
});

test("formatted text, a card and a form arrive as such, and the form's answers come back", async ({
  talk,
}) => {
  const { anna, mia } = await talk();
  const { page } = mia;
  const open = async (name: string) => {
    await page.getByRole("button", { name: "Send something else" }).click();
    await page.getByRole("button", { name, exact: true }).click();
  };

  await open("Formatted text");
  const rich = page.getByRole("dialog", { name: "Formatted text" });
  await rich.getByRole("button", { name: "Bold" }).click();
  await page.keyboard.type("Very important");
  await rich.getByRole("button", { name: "Send" }).click();
  await expect(anna.log.locator("strong", { hasText: "Very important" })).toHaveCount(1);

  await open("Card or link");
  const card = page.getByRole("dialog", { name: "Send a card" });
  await card.getByRole("textbox", { name: "Title" }).fill("Care of ferns");
  await card.getByRole("textbox", { name: "Address it opens" }).fill("https://shop.example/care");
  await card.getByRole("button", { name: "Send" }).click();
  await expect(anna.log.getByRole("link", { name: /Care of ferns/ })).toHaveAttribute(
    "href",
    "https://shop.example/care",
  );

  await open("Form");
  const form = page.getByRole("dialog", { name: "Send a form" });
  await form.getByRole("textbox", { name: "What is it about?" }).fill("Delivery");
  await form.getByRole("textbox", { name: "Question 1" }).fill("Street");
  await form.getByRole("button", { name: "Send" }).click();
  await anna.log.getByRole("button", { name: "Fill in" }).click();
  const sheet = anna.page.getByRole("dialog", { name: "Delivery" });
  await sheet.getByRole("textbox", { name: /Street/ }).fill("Fern Lane 1");
  await sheet.getByRole("button", { name: "Submit" }).click();
  await expect(mia.log.getByText("Fern Lane 1").last()).toBeVisible();
});
