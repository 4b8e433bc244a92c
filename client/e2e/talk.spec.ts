import type { Page, Request } from "@playwright/test";
import { MsgType } from "../src/wire/codes";
import { Administration } from "./administration";
import { AgentCalls } from "./agentCalls";
import { expect, test } from "./fixtures";
import { picture } from "./picture";

test("messages between visitor and agent appear once on both sides @phone", async ({ talk }) => {
  const { anna, mia } = await talk();

  await anna.write("first from Anna");
  await mia.sees("first from Anna");
  await mia.write("first from Mia");
  await anna.sees("first from Mia");
  await anna.write("second from Anna");
  await mia.sees("second from Anna");

  const said = /(first|second) from (Anna|Mia)/;
  const inOrder = ["first from Anna", "first from Mia", "second from Anna"];
  expect(await anna.saidIn(said)).toEqual(inOrder);
  expect(await mia.saidIn(said)).toEqual(inOrder);
});

test("a parked poll returns the agent's answer, not the poll after it", async ({ talk, server }) => {
  const { anna } = await talk();
  // Sent by the API, so that no typing event answers a poll first.
  const mia = await AgentCalls.signIn(server.url, "mia");
  const polls: Request[] = [];
  anna.page.on("request", (request) => {
    if (request.url().endsWith("/getEventMsg")) polls.push(request);
  });
  const pollWith = (words: string) =>
    anna.page.waitForResponse(
      async (response) => response.url().endsWith("/getEventMsg") && (await response.text()).includes(words),
    );
  const first = pollWith("are you there?");
  await mia.show(MsgType.Text, "are you there?");
  const { data } = await (await first).json();
  const held = () => polls.find((poll) => poll.postDataJSON().cursor === data.cursor);
  await expect.poll(() => held()?.postDataJSON().wait).toBeGreaterThan(0);

  const second = pollWith("as fast as light");
  await mia.show(MsgType.Text, "as fast as light");

  expect((await second).request()).toBe(held());
  await anna.sees("as fast as light");
});

test("each side sees that the other is typing", async ({ talk }) => {
  const { anna, mia } = await talk();

  await mia.composer.pressSequentially("Let me see");
  await expect(anna.chat.getByText("typing…")).toBeVisible();
  await anna.composer.pressSequentially("My order");
  await expect(mia.page.getByText("The visitor is typing")).toBeAttached();
  await expect(mia.log.getByText("My order")).toHaveCount(0);
});

test("if the tenant allows previews, the agent reads unsent text and the visitor is told", async ({
  server,
  talk,
}) => {
  const administration = await Administration.of(server.url);
  await administration.change("tenant", { typingPreview: 1 });
  const { anna, mia } = await talk();

  await anna.composer.pressSequentially("My order");

  await expect(mia.log.getByText("My order")).toBeVisible();
  await expect(anna.chat.getByText("The agent can read what you type before you send it")).toBeVisible();
});

test("an agent replies with a quote, and still sees after a reload what has been read", async ({ talk }) => {
  const { anna, mia } = await talk();
  await anna.write("Is the olive hardy?");
  await mia.sees("Is the olive hardy?");
  await anna.write("And the rosemary?");
  await mia.sees("And the rosemary?");

  await mia.answers("Is the olive hardy?");
  await mia.write("Down to ten below.");

  const quote = anna.log.getByRole("blockquote");
  await expect(quote).toContainText("Is the olive hardy?");
  const answer = anna.log.locator("[data-delivery]", { has: anna.chat.getByRole("blockquote") });
  await expect(answer).toContainText("Down to ten below.");
  await expect(mia.log.getByRole("blockquote")).toContainText("Is the olive hardy?");
  await expect(mia.log.getByText(/Read$/)).toBeVisible();

  await mia.page.reload();

  await expect(mia.log.getByText(/Read$/)).toBeVisible();
  await expect(mia.log.getByRole("blockquote")).toContainText("Is the olive hardy?");
});

test("a note stays among agents, and the next message goes to the visitor", async ({ talk }) => {
  const { anna, mia } = await talk();

  await mia.page.getByRole("button", { name: "Note for agents" }).click();
  await mia.page.getByRole("textbox", { name: "Note for agents" }).fill("Asked twice already");
  await mia.page.keyboard.press("Enter");
  await mia.sees("Asked twice already");
  await mia.page.getByRole("button", { name: "Note for agents" }).click();
  await mia.write("Good morning");
  await anna.sees("Good morning");
  await mia.page.reload();
  await mia.sees("Asked twice already");
  await anna.page.reload();
  await anna.sees("Good morning");

  await anna.seesNot("Asked twice already");
  await expect(mia.log.locator("[data-delivery]")).not.toHaveCount(0);
});

test("an agent finds a knowledge base answer by a word and sends it", async ({ talk }) => {
  const { anna, mia } = await talk();

  await mia.page.getByRole("button", { name: "Quick replies and answers" }).click();
  await mia.page.getByRole("combobox", { name: "Quick replies and answers" }).fill("return something");
  await mia.page.getByRole("option", { name: /How do I return something/ }).click();
  await expect(mia.composer).toHaveValue(/30 days/);
  await mia.composer.press("Enter");

  await anna.sees(/You have 30 days/);
});

/** Half a second of a green square, recorded by the browser. */
function film(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: "video/mp4;codecs=vp9" });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const end = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    const brush = canvas.getContext("2d");
    for (let frame = 0; frame < 30; frame += 1) {
      if (brush) brush.fillStyle = `rgb(0 ${120 + frame} 60)`;
      brush?.fillRect(0, 0, canvas.width, canvas.height);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    recorder.stop();
    await end;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
}

test("pictures go both ways, and can be opened and downloaded @phone", async ({ talk }) => {
  const { anna, mia } = await talk();

  await anna.sends(picture("leaf.png"));
  await mia.page.getByRole("button", { name: "Open picture leaf.png" }).click();
  const download = mia.page.waitForEvent("download");
  await mia.page.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("leaf.png");
  await mia.page.keyboard.press("Escape");

  await mia.sends(picture("care.png", 200, 300, [200, 112, 79]));
  const received = anna.log.getByRole("img", { name: /care\.png/ });
  await expect(received).toBeVisible();
  await expect.poll(() => received.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(200);
});

test("an agent sends an emoji, a document and a video, and reads which file is refused @phone", async ({
  talk,
}) => {
  const { anna, mia } = await talk();

  await mia.page.getByRole("button", { name: "Emoji" }).click();
  await mia.page.getByRole("button", { name: "🌹" }).click();
  await mia.page.keyboard.press("Escape");
  await mia.composer.press("Enter");
  await anna.sees("🌹");

  await mia.sends({ name: "care.txt", mimeType: "text/plain", buffer: Buffer.from("Water it on Sundays.") });
  const [download] = await Promise.all([
    anna.page.waitForEvent("download"),
    anna.log.getByRole("button", { name: /^Download care\.txt/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("care.txt");
  await expect(mia.log.getByRole("button", { name: /^Download care\.txt/ })).toBeVisible();

  const buffer = Buffer.from(await film(mia.page), "base64");
  await mia.sends({ name: "repotting.mp4", mimeType: "video/mp4", buffer });
  for (const { log } of [anna, mia]) {
    const player = log.locator("video");
    await expect(player).toHaveJSProperty("videoWidth", 300);
    await expect(player).toHaveAttribute("src", /^\/api\/files\//);
  }

  await mia.sends({ name: "setup.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") });
  await expect(mia.page.getByText("setup.exe cannot be sent: this file type is not allowed.")).toBeVisible();
});

test("a withdrawn message disappears on both sides", async ({ talk }) => {
  const { anna, mia } = await talk();
  await mia.write("the wrong window");
  await anna.sees("the wrong window");

  await mia.withdraws("the wrong window");

  await anna.seesNot("the wrong window");
  await anna.sees("The agent withdrew a message");
  await mia.sees("You withdrew a message");
});

test("the agent sees that the visitor has read", async ({ talk }) => {
  const { mia } = await talk();

  await mia.write("did you get this?");

  await expect(mia.log.getByText("Read")).toBeVisible();
});

test("markup in a message stays text on both sides", async ({ talk }) => {
  const { anna, mia } = await talk();
  const trick = '<img src=x onerror="document.title=1"><b>bold</b>';

  await anna.write(trick);
  await mia.sees(trick);
  await mia.write(trick);

  await expect(anna.log.getByText(trick)).toHaveCount(2);
});

test("scrolling up loads older messages, and the reader's place stays", async ({ talk }) => {
  const { anna, mia } = await talk();
  for (let line = 1; line <= 45; line += 1) await anna.write(`line ${line}.`);
  await mia.sees("line 45.");
  await mia.page.reload();
  await mia.sees("line 45.");
  await expect(mia.log.getByText("line 20.")).toHaveCount(0);

  await mia.log.evaluate((log) => log.scrollTo({ top: 0 }));
  await mia.sees("line 20.");
  await expect(mia.log.getByText("line 26.")).toBeInViewport();
  await expect(mia.log.getByText("line 10.", { exact: true })).not.toBeInViewport();
  await expect(async () => {
    await mia.log.evaluate((log) => log.scrollTo({ top: 0 }));
    await expect(mia.log.getByText("Start of the conversation")).toBeVisible({ timeout: 500 });
  }).toPass();

  await mia.sees("line 1.");
  expect(await mia.saidIn(/line \d+\./)).toEqual(Array.from({ length: 45 }, (_, at) => `line ${at + 1}.`));
  await anna.write("something new");
  await mia.page.getByRole("button", { name: "1 new message" }).click();
  await expect(mia.log.getByText("something new")).toBeInViewport();
});

test("a window taller than one page of messages fills itself", async ({ talk }) => {
  const { anna, mia } = await talk();
  for (let line = 1; line <= 25; line += 1) await anna.write(`line ${line}.`);
  await mia.sees("line 25.");
  await mia.page.setViewportSize({ width: 1280, height: 2600 });

  await mia.page.reload();

  await mia.sees("line 1.");
  await expect(mia.log.getByText("Start of the conversation")).toBeVisible();
});
