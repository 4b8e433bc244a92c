/** Calls in a shop's page: the chat is a frame of another origin, and may be closed when a call rings. [FM-03] */
import type { Frame, Page } from "@playwright/test";
import { Agent } from "./agent";
import { grows, keepPeers } from "./media";
import { openShop } from "./shop";
import { test as base, devices, expect, panelOf } from "./speakers";
import { Visitor } from "./visitor";
import { chatFrame, heard, launcher, pressLauncher, visitShop } from "./widget";

type InShop = { page: Page; chat: Frame; anna: Visitor; mia: Agent };

const test = base.extend<{ inShop: InShop }>({
  inShop: async ({ open, server }, use) => {
    const shop = await openShop(server.url);
    const desk = await open({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });
    await keepPeers(desk);
    const mia = new Agent(desk, server.url);
    await mia.signIn("mia");
    await mia.goOnline(1);
    const page = await open();
    await keepPeers(page);
    await visitShop(page, shop.url);
    await pressLauncher(page);
    const chat = await chatFrame(page);
    const anna = new Visitor(page, server.url, chat);
    await anna.askForAgent();
    await anna.isConnectedTo("Mia");
    await mia.open();
    await use({ page, chat, anna, mia });
    await shop.close();
  },
});

// The setup needs two pages, a frame and a call.
test.describe.configure({ timeout: 180_000 });
test.use(devices("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"));

test("a visitor makes and takes calls in the shop's page @phone", async ({ inShop }) => {
  const { chat, mia } = inShop;
  const [visitorCall, agentCall] = [panelOf(chat), panelOf(mia.page)];
  await chat.getByRole("button", { name: "Voice call" }).click();
  await agentCall.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(visitorCall.getByRole("timer")).toBeVisible();
  await grows(chat, ["audioBytes"]);
  await grows(mia.page, ["audioBytes"]);
  await visitorCall.getByRole("button", { name: "Hang up" }).click();
  await expect(agentCall).toHaveCount(0);
  await expect(visitorCall).toHaveCount(0);

  await mia.page.getByRole("button", { name: "Video call" }).click();
  await visitorCall.getByRole("button", { name: "Accept", exact: true }).click();
  await grows(chat, ["audioBytes", "frames"]);
  await grows(mia.page, ["audioBytes", "frames"]);

  // A frame cannot open a picture-in-picture window: the video alone floats, or the panel shrinks.
  await visitorCall.getByRole("button", { name: "Picture in picture" }).click();
  await visitorCall.getByRole("button", { name: "Leave picture in picture" }).click();
  await expect(visitorCall).toHaveAttribute("data-shape", "film");
});

test("with the chat closed the launcher names the caller, and the opened chat takes the call @phone", async ({
  inShop,
}) => {
  const { page, chat, mia } = inShop;
  const [visitorCall, agentCall] = [panelOf(chat), panelOf(mia.page)];
  await chat.getByRole("button", { name: "Hide chat" }).click();
  await expect.poll(() => heard(page)).toContain("close");

  await mia.page.getByRole("button", { name: "Video call" }).click();
  await expect.poll(() => heard(page)).toContain("call true");
  await expect.poll(() => launcher(page)).toBe("Chat (1)");
  await expect.poll(() => shownNames(page)).toContain("Mia invites you to a video call");
  expect(await heard(page)).not.toContain("message");

  await pressLauncher(page);
  await visitorCall.getByRole("button", { name: "Accept", exact: true }).click();
  await expect.poll(() => heard(page)).toContain("call false");
  await expect(agentCall.getByRole("timer")).toBeVisible();
  await grows(chat, ["audioBytes"]);
  await expect.poll(() => heard(page)).toContain("unread 0");
});

test("a cancelled call stops ringing and leaves its count on the launcher", async ({ inShop }) => {
  const { page, chat, mia } = inShop;
  await chat.getByRole("button", { name: "Hide chat" }).click();
  await mia.page.getByRole("button", { name: "Voice call" }).click();
  await expect.poll(() => shownNames(page)).toContain("Mia invites you to a voice call");

  await panelOf(mia.page).getByRole("button", { name: "Hang up" }).click();

  await expect.poll(() => heard(page)).toContain("call false");
  await expect.poll(() => shownNames(page)).not.toContain("Mia invites you to a voice call");
  expect(await launcher(page)).toBe("Chat (1)");
});

/** The accessible names of the buttons, including those in the widget's closed shadow root. */
async function shownNames(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes.filter((node) => node.role?.value === "button").map((node) => String(node.name?.value));
}
