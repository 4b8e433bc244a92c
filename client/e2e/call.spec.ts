/** Voice and video calls between two real browsers, with made-up devices and real connections. [FM-03] */
import { grows, openConnections, received } from "./media";
import { devices, expect, type Speakers, test, visitorCalls } from "./speakers";

test.use(devices("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"));

/** The agent calls and the visitor takes it. */
async function speakByVideo(speakers: Speakers): Promise<void> {
  const { mia, visitorCall, agentCall } = speakers;
  await mia.page.getByRole("button", { name: "Video call" }).click();
  await visitorCall.getByRole("button", { name: "Accept", exact: true }).click();
  for (const panel of [visitorCall, agentCall]) await expect(panel.getByRole("timer")).toBeVisible();
}

test("a visitor calls by voice: both hear each other, and either can be mute @phone", async ({
  speakers,
}) => {
  const { anna, mia, visitorCall, agentCall } = speakers;
  await visitorCalls(speakers, "Voice call");
  await expect(visitorCall.getByText("Waiting for the agent to answer…")).toBeVisible();
  await expect(agentCall.getByRole("heading", { name: /invites you to a voice call/ })).toBeVisible();
  await agentCall.getByRole("button", { name: "Accept", exact: true }).click();

  await expect(visitorCall.getByRole("timer")).toHaveText(/^\d:\d\d$/);
  await grows(anna.page, ["audioBytes"]);
  await grows(mia.page, ["audioBytes"]);

  await visitorCall.getByRole("button", { name: "Mute" }).click();
  await expect(agentCall.getByRole("img", { name: /is muted$/ })).toBeVisible();
  await visitorCall.getByRole("button", { name: "Unmute" }).click();
  await expect(agentCall.getByRole("img", { name: /is muted$/ })).toHaveCount(0);

  await visitorCall.getByRole("button", { name: "Hang up" }).click();
  await expect(visitorCall).toHaveCount(0);
  await expect(agentCall).toHaveCount(0);
  await expect(mia.page.getByText("The call has ended", { exact: true })).toBeVisible();
  await anna.sees(/The call has ended after \d:\d\d/);
  await mia.sees(/The call has ended after \d:\d\d/);
  await expect.poll(() => openConnections(anna.page)).toBe(0);
  await expect.poll(() => openConnections(mia.page)).toBe(0);
});

test("by video both see each other; a camera goes off and on, and the call becomes a voice call @phone", async ({
  speakers,
}) => {
  const { anna, mia, visitorCall, agentCall } = speakers;
  await speakByVideo(speakers);
  for (const page of [anna.page, mia.page]) await grows(page, ["audioBytes", "videoBytes", "frames"]);
  await expect(visitorCall.getByLabel("You")).toBeVisible();
  await expect(visitorCall.locator("video")).toHaveCount(2);

  await visitorCall.getByRole("button", { name: "Turn camera off" }).click();
  await expect(visitorCall.getByLabel("You")).toHaveCount(0);
  await expect(agentCall.locator("video")).toHaveCount(1);
  await grows(anna.page, ["videoBytes"]);
  await visitorCall.getByRole("button", { name: "Turn camera on" }).click();
  await expect(agentCall.locator("video")).toHaveCount(2);
  await grows(mia.page, ["frames"]);

  await agentCall.getByRole("button", { name: "Switch to voice" }).click();
  await expect(visitorCall.locator("video")).toHaveCount(0);
  await expect(visitorCall.getByRole("button", { name: "Switch to voice" })).toHaveCount(0);
  // What was on its way still comes; then there is only sound.
  await expect(async () => {
    const { videoBytes } = await received(anna.page);
    await grows(anna.page, ["audioBytes"]);
    expect((await received(anna.page)).videoBytes).toBe(videoBytes);
  }).toPass();

  await agentCall.getByRole("button", { name: "Hang up" }).click();
  await expect(visitorCall).toHaveCount(0);
  await expect(anna.page.getByText("The call has ended", { exact: true })).toBeVisible();
});

test("a video call can be taken without the camera", async ({ speakers }) => {
  const { mia, anna, visitorCall, agentCall } = speakers;
  await mia.page.getByRole("button", { name: "Video call" }).click();
  await visitorCall.getByRole("button", { name: "Answer without camera" }).click();

  await expect(agentCall.getByRole("timer")).toBeVisible();
  await grows(mia.page, ["audioBytes"]);
  await grows(anna.page, ["audioBytes"]);
  for (const panel of [visitorCall, agentCall]) await expect(panel.locator("video")).toHaveCount(0);
});

test("an agent's refusal is a warning that stays until it is put away @phone", async ({ speakers }) => {
  const { anna, visitorCall, agentCall } = speakers;
  await visitorCalls(speakers, "Video call");
  await agentCall.getByRole("button", { name: "Decline" }).click();

  const warning = visitorCall
    .getByRole("alert")
    .filter({ hasText: "The agent declined the session request" });
  await expect(warning).toBeVisible();
  await anna.write("then in writing");
  await anna.sees("then in writing");
  await expect(warning).toBeVisible();
  await visitorCall.getByRole("button", { name: "Close" }).click();
  await expect(visitorCall).toHaveCount(0);
  await anna.sees("The agent declined the session request");
});

test("a visitor's refusal, and a call given up before it was taken, are told to the agent", async ({
  speakers,
}) => {
  const { mia, visitorCall, agentCall } = speakers;
  await mia.page.getByRole("button", { name: "Voice call" }).click();
  await visitorCall.getByRole("button", { name: "Decline" }).click();
  await expect(agentCall.getByText(/declined the call$/)).toBeVisible();
  await mia.page.getByRole("button", { name: "Voice call" }).click();

  await expect(visitorCall.getByRole("button", { name: "Accept", exact: true })).toBeVisible();
  await agentCall.getByRole("button", { name: "Hang up" }).click();
  await expect(visitorCall).toHaveCount(0);
  await expect(agentCall).toHaveCount(0);
});

test("a page that goes ends the call at once, and a page opened again is not in it", async ({ speakers }) => {
  const { anna, mia, visitorCall, agentCall } = speakers;
  await speakByVideo(speakers);
  await grows(mia.page, ["frames"]);
  await anna.page.reload();

  await expect(agentCall).toHaveCount(0);
  await anna.sees(/The call has ended after/);
  await expect(visitorCall).toHaveCount(0);

  await speakByVideo(speakers);
  await grows(anna.page, ["frames"]);
  await mia.page.close();
  await expect(visitorCall).toHaveCount(0);
});

test("a browser that dies without a word is missed, and the call ends", async ({ speakers }) => {
  test.slow(); // half a minute passes before it is missed
  const { anna, mia, agentCall } = speakers;
  await speakByVideo(speakers);
  await grows(mia.page, ["frames"]);
  // No farewell of any kind: the page is stopped as by a crash.
  const session = await anna.page.context().newCDPSession(anna.page);
  session.send("Page.crash").catch(() => undefined);

  await expect(agentCall.getByText("The connection to the call was lost")).toBeVisible({ timeout: 45_000 });
});

test("without a camera of one's own the other is still seen", async ({ speakers }) => {
  const { anna, mia, visitorCall, agentCall } = speakers;
  // A frame whose page lets it have the microphone alone is in the same place.
  await anna.page.route("**/chat_online/index*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), "permissions-policy": "camera=()" },
    });
  });
  await anna.page.reload();
  // A page that opens ends whatever rings: it is there first.
  await anna.isConnectedTo("Mia");
  await mia.page.getByRole("button", { name: "Video call" }).click();
  await visitorCall.getByRole("button", { name: "Accept", exact: true }).click();

  await expect(visitorCall.getByText("The call continues without your video.")).toBeVisible();
  await grows(anna.page, ["frames"]);
  await expect(agentCall.getByLabel("You")).toBeVisible();
  expect((await received(mia.page)).frames).toBe(0);
});

test("a conversation that ends takes the call with it", async ({ speakers }) => {
  const { anna, mia, visitorCall, agentCall } = speakers;
  await speakByVideo(speakers);
  await mia.ends();

  await expect(visitorCall).toHaveCount(0);
  await expect(agentCall).toHaveCount(0);
  await expect.poll(() => openConnections(anna.page)).toBe(0);
});

test("the call can be led by keys alone, and the focus comes back", async ({ speakers }) => {
  const { anna, visitorCall, agentCall } = speakers;
  const button = anna.page.getByRole("button", { name: "Voice call" });
  await button.focus();
  await anna.page.keyboard.press("Enter");
  await expect(visitorCall).toBeFocused();
  await agentCall.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(visitorCall.getByRole("timer")).toBeVisible();

  await anna.page.keyboard.press("Tab");
  const handle = visitorCall.getByRole("button", { name: "Move the call window" });
  await expect(handle).toBeFocused();
  const before = await visitorCall.boundingBox();
  for (let press = 0; press < 3; press += 1) await anna.page.keyboard.press("ArrowDown");
  await expect(async () => {
    const after = await visitorCall.boundingBox();
    expect((after?.y ?? 0) - (before?.y ?? 0)).toBeGreaterThan(60);
  }).toPass();

  const hangUp = visitorCall.getByRole("button", { name: "Hang up" });
  for (let press = 0; press < 5; press += 1) {
    if (await hangUp.evaluate((element) => element === document.activeElement)) break;
    await anna.page.keyboard.press("Tab");
  }
  await anna.page.keyboard.press("Enter");
  await expect(visitorCall).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("what the browser cannot put in front becomes a small window, and large again", async ({ speakers }) => {
  const { anna, visitorCall } = speakers;
  await anna.page.evaluate(() => {
    Object.defineProperty(window, "documentPictureInPicture", { value: undefined });
    Object.defineProperty(document, "pictureInPictureEnabled", { value: false });
  });
  await speakByVideo(speakers);
  const large = await visitorCall.boundingBox();
  await visitorCall.getByRole("button", { name: "Picture in picture" }).click();
  await expect(visitorCall).toHaveAttribute("data-shape", "small");
  expect((await visitorCall.boundingBox())?.width).toBeLessThan(large?.width ?? 0);
  await visitorCall.getByRole("button", { name: "Leave picture in picture" }).click();
  await expect(visitorCall).toHaveAttribute("data-shape", "film");
});

test("where the browser has windows that stay in front the call stands in one, and comes back", async ({
  speakers,
}) => {
  const { anna, visitorCall } = speakers;
  await speakByVideo(speakers);
  await grows(anna.page, ["frames"]);
  const opened = anna.page.context().waitForEvent("page");
  await visitorCall.getByRole("button", { name: "Picture in picture" }).click();
  const own = await opened;
  await expect(own.getByRole("timer")).toBeVisible();
  await expect(own.locator("video").first()).toBeVisible();
  await expect(visitorCall).toHaveAttribute("data-shape", "card");
  await grows(anna.page, ["frames", "audioBytes"]);

  const closed = own.waitForEvent("close");
  const leave = own.getByRole("button", { name: "Leave picture in picture" });
  await leave.click({ trial: true });
  // The window goes with the press, which Playwright's own click does not always outlive.
  await leave.evaluate((button: HTMLElement) => void setTimeout(() => button.click()));
  await closed;
  await expect(visitorCall).toHaveAttribute("data-shape", "film");
});
