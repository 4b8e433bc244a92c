/** Voice and video calls between two real browsers, with fake devices and real connections. [FM-03] */
import { grows, openConnections, received } from "./media";
import { devices, expect, type Speakers, test, visitorCalls } from "./speakers";

test.use(devices("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"));

/** Starts a video call: the agent calls and the visitor accepts. */
async function speakByVideo(speakers: Speakers): Promise<void> {
  const { mia, visitorCall, agentCall } = speakers;
  await mia.page.getByRole("button", { name: "Video call" }).click();
  await visitorCall.getByRole("button", { name: "Accept", exact: true }).click();
  for (const panel of [visitorCall, agentCall]) await expect(panel.getByRole("timer")).toBeVisible();
}

test("in a voice call both hear each other, and either can mute @phone", async ({ speakers }) => {
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

test("in a video call both see each other, switch the camera, and change to voice @phone", async ({
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
  // Frames in flight still arrive; after them there is only audio.
  await expect(async () => {
    const { videoBytes } = await received(anna.page);
    await grows(anna.page, ["audioBytes"]);
    expect((await received(anna.page)).videoBytes).toBe(videoBytes);
  }).toPass();

  await agentCall.getByRole("button", { name: "Hang up" }).click();
  await expect(visitorCall).toHaveCount(0);
  await expect(anna.page.getByText("The call has ended", { exact: true })).toBeVisible();
});

test("a video call can be answered without a camera", async ({ speakers }) => {
  const { mia, anna, visitorCall, agentCall } = speakers;
  await mia.page.getByRole("button", { name: "Video call" }).click();
  await visitorCall.getByRole("button", { name: "Answer without camera" }).click();

  await expect(agentCall.getByRole("timer")).toBeVisible();
  await grows(mia.page, ["audioBytes"]);
  await grows(anna.page, ["audioBytes"]);
  for (const panel of [visitorCall, agentCall]) await expect(panel.locator("video")).toHaveCount(0);
});

test("an agent's refusal shows a warning until the visitor closes it @phone", async ({ speakers }) => {
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

test("the agent is told of a declined call and of a call cancelled before the answer", async ({
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

test("leaving the page ends the call at once, and a reopened page is not in it", async ({ speakers }) => {
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

test("the call ends when a browser crashes", async ({ speakers }) => {
  test.slow(); // the lost connection is noticed after half a minute
  const { anna, mia, agentCall } = speakers;
  await speakByVideo(speakers);
  await grows(mia.page, ["frames"]);
  // A crash, so that the page cannot say goodbye.
  const session = await anna.page.context().newCDPSession(anna.page);
  session.send("Page.crash").catch(() => undefined);

  await expect(agentCall.getByText("The connection to the call was lost")).toBeVisible({ timeout: 45_000 });
});

test("a visitor without a camera still sees the agent", async ({ speakers }) => {
  const { anna, mia, visitorCall, agentCall } = speakers;
  // As for a frame that may use only the microphone.
  await anna.page.route("**/chat_online/index*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), "permissions-policy": "camera=()" },
    });
  });
  await anna.page.reload();
  // An opening page ends a ringing call, so wait until it is open.
  await anna.isConnectedTo("Mia");
  await mia.page.getByRole("button", { name: "Video call" }).click();
  await visitorCall.getByRole("button", { name: "Accept", exact: true }).click();

  await expect(visitorCall.getByText("The call continues without your video.")).toBeVisible();
  await grows(anna.page, ["frames"]);
  await expect(agentCall.getByLabel("You")).toBeVisible();
  expect((await received(mia.page)).frames).toBe(0);
});

test("the end of the conversation ends the call", async ({ speakers }) => {
  const { anna, mia, visitorCall, agentCall } = speakers;
  await speakByVideo(speakers);
  await mia.ends();

  await expect(visitorCall).toHaveCount(0);
  await expect(agentCall).toHaveCount(0);
  await expect.poll(() => openConnections(anna.page)).toBe(0);
});

test("a call works by keyboard alone, and the focus returns", async ({ speakers }) => {
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

test("without picture in picture the call shrinks to a small window, and grows again", async ({
  speakers,
}) => {
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

test("with picture in picture the call moves to its own window, and returns", async ({ speakers }) => {
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
  // The press closes the window, and Playwright's own click can fail when its window closes.
  await leave.evaluate((button: HTMLElement) => void setTimeout(() => button.click()));
  await closed;
  await expect(visitorCall).toHaveAttribute("data-shape", "film");
});
