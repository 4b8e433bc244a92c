import { AgentCalls } from "./agentCalls";
import { expect, test } from "./fixtures";
import { Visitor } from "./visitor";

const FERN = "/demo/pictures/fern.svg";

// [MS-06]
test("a visitor fills in an agent's form, and both see the answers @phone", async ({ server, talk }) => {
  const { anna, mia } = await talk();
  const calls = await AgentCalls.signIn(server.url, "mia");
  await calls.show(10, {
    referGuide: "When may we come?",
    fromFields: [
      { fieldId: "f1", fieldName: "Your name", fieldType: 1, requiredStatus: 1 },
      { fieldId: "f2", fieldName: "Day", fieldType: 3 },
      { fieldId: "f3", fieldName: "Tools", fieldType: 8, fieldValue: [{ name: "spade" }, { name: "pot" }] },
    ],
  });

  await anna.log.getByRole("button", { name: "Fill in" }).click();
  const sheet = anna.page.getByRole("dialog", { name: "When may we come?" });
  await sheet.getByRole("button", { name: "Submit" }).click();
  await expect(sheet.getByText("Please enter Your name")).toBeVisible();
  await expect(sheet.getByRole("textbox", { name: /Your name/ })).toBeFocused();
  await sheet.getByRole("textbox", { name: /Your name/ }).fill("Anna Berg");
  await sheet.getByLabel("Day").fill("2026-12-24");
  await sheet.getByRole("checkbox", { name: "pot" }).check();
  await sheet.getByRole("button", { name: "Submit" }).click();

  await expect(sheet).toBeHidden();
  // Once in the form, once in the visitor's message.
  await expect(anna.log.getByText("Anna Berg")).toHaveCount(2);
  await expect(anna.log.getByRole("button", { name: "Fill in" })).toHaveCount(0);
  await expect(mia.log.getByText("2026-12-24").last()).toBeVisible();
  await anna.page.reload();
  await expect(anna.log.getByText("Anna Berg")).toHaveCount(2);
});

// [MS-04] [MS-05] [MS-03]
test("every kind of card is shown with its link, and rich text runs no script @phone", async ({
  visitor,
  agent,
  server,
}) => {
  await agent("mia", 1);
  const anna = await visitor();
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  const calls = await AgentCalls.signIn(server.url, "mia");

  await calls.show(3, { title: "Boston fern", desc: "In a pot", price: "12.50", picture: FERN });
  await calls.show(7, { title: "Care kit", label: "new", imgUrl: FERN, fromUrl: "https://example.com/kit" });
  await calls.show(8, { title: "Order", orderCode: "FF-1042", orderStatus: "sent", imgUrl: FERN });
  await calls.show(9, {
    title: "Watering",
    subTitle: "Every other day",
    linkUrl: "https://example.com/water",
  });
  await calls.show(
    12,
    '<p>Hello <b>there</b><img src=x onerror="document.title=1"><script>document.title=1</script></p>',
  );

  await anna.sees("Boston fern");
  await anna.sees("FF-1042");
  await expect(anna.log.getByRole("link", { name: /Care kit/ })).toHaveAttribute(
    "href",
    "https://example.com/kit",
  );
  await expect(anna.log.getByRole("link", { name: /Watering/ })).toHaveAttribute("rel", /noopener/);
  await expect(anna.log.locator("b", { hasText: "there" })).toBeVisible();
  await expect(anna.page).not.toHaveTitle("1");
});

// [MS-12]
test("a visitor rates an answer as helpful, once @phone", async ({ visitor }) => {
  const anna = await visitor();
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);

  const told = anna.page.waitForResponse(/commentDoc/);
  await anna.log.getByRole("button", { name: "Helpful", exact: true }).click();
  expect((await told).status()).toBe(200);
  await anna.page.reload();

  await anna.sees("Thank you for your feedback");
  await expect(anna.log.getByRole("button", { name: "Helpful", exact: true })).toBeDisabled();
  await expect(anna.log.getByRole("button", { name: "Not helpful" })).toHaveCount(0);
});

// [ID-12] [MS-09]
test("a visitor sends the product they look at to the agent @phone", async ({ open, server, agent }) => {
  const mia = await agent("mia", 1);
  const calls = await AgentCalls.signIn(server.url, "mia");
  const anna = new Visitor(await open(), server.url);
  const url = "https://shop.example/boston-fern?size=2";
  const product = { title: "Boston fern", desc: "In a pot", price: "12.50", picture: FERN, url };
  await anna.enter("demo", `&${new URLSearchParams(product)}`);

  const offer = anna.chat.getByRole("region", { name: "You are looking at" });
  await offer.getByRole("button", { name: "Send to agent" }).click();

  await anna.isConnectedTo("Mia");
  await expect(offer).toBeHidden();
  await anna.sees("12.50");
  await mia.open();
  await mia.sees("12.50");
  expect(await calls.cards()).toEqual([product]);
});

// [CH-15]
test("a quote leads to the quoted message, loaded from the history if needed @phone", async ({
  server,
  talk,
}) => {
  const { anna, mia } = await talk();
  const calls = await AgentCalls.signIn(server.url, "mia");
  await anna.write("Do you ship on Fridays?");
  await mia.sees("Do you ship on Fridays?");
  const asked = await calls.idOf("Do you ship on Fridays?");
  // More than one page of history, and much more than a window.
  for (let line = 1; line <= 22; line += 1) await anna.write(`line ${line}.\n|\n|\n|\n|\n|\n|`);
  await mia.sees(/line 22\./);
  await calls.answers(asked, "Not in the afternoon.");
  const quote = anna.log.getByRole("button", { name: "You Do you ship on Fridays?" });
  const message = anna.log.locator("[data-row]", { hasText: /^YouDo you ship on Fridays/ });

  await quote.click();
  await expect(message).toBeInViewport();
  await expect(message).toBeFocused();

  await anna.page.reload();
  await expect(quote).toBeVisible();
  // On a phone the older messages must be pulled first.
  await quote.click();
  await expect(message).toBeInViewport();
  await expect(message).toBeFocused();
});

// [CH-15]
test("a withdrawn message disappears from quotes, on an open page and on a later one @phone", async ({
  server,
  talk,
}) => {
  const { anna, mia } = await talk();
  const calls = await AgentCalls.signIn(server.url, "mia");
  await mia.write("the wrong price");
  await anna.sees("the wrong price");
  await calls.answers(await calls.idOf("the wrong price"), "Is what I said.");
  const quote = anna.log.getByRole("blockquote", { name: "In reply to Mia" });
  await expect(quote).toContainText("the wrong price");

  await mia.withdraws("the wrong price");

  await expect(quote).toHaveText("MiaThe agent withdrew a message");
  await expect(quote.getByRole("button")).toHaveCount(0);
  await anna.page.reload();
  await expect(quote).toHaveText("MiaThe agent withdrew a message");
});

// [CH-05]
test("on a phone a pull loads older messages, and the reader's place stays @phone-only", async ({
  visitor,
}) => {
  const anna = await visitor("demo-agents");
  for (let line = 1; line <= 30; line += 1) await anna.write(`line ${line}.`);
  await anna.sees("line 30.");
  await anna.page.reload();
  await anna.sees("line 30.");

  await anna.log.evaluate((log) => log.scrollTo({ top: 0 }));
  await expect(anna.log.getByText("line 3.", { exact: true })).toHaveCount(0);
  const words = /line \d+\./.exec(await anna.log.innerText())?.[0] ?? "";
  const read = anna.log.getByText(words, { exact: true });
  const before = await read.boundingBox();
  await pull(anna);
  await anna.sees("line 3.");

  // The older messages are above it; the time line between them may go.
  await expect(read).toBeInViewport();
  const after = await read.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(48);
});

/** Swipes down the list with a finger. */
async function pull(visitor: Visitor): Promise<void> {
  const finger = await visitor.page.context().newCDPSession(visitor.page);
  const box = await visitor.log.boundingBox();
  const x = (box?.x ?? 0) + 100;
  const y = (box?.y ?? 0) + 60;
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  for (let way = 20; way <= 260; way += 20) {
    await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x, y: y + way }] });
  }
  await expect(visitor.chat.getByText("Release to load")).toBeVisible();
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
