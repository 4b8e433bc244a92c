/** Accessibility of every state of the call panel, for the visitor and at the desk. [FM-03] */
import { isSound } from "./access";
import { grows } from "./media";
import { devices, expect, test, visitorCalls } from "./speakers";

// Runs axe on two pages, eight times each.
test.describe.configure({ timeout: 180_000 });
test.use(devices("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"));

for (const colorScheme of ["light", "dark"] as const) {
  test(`each state of a call is accessible, ${colorScheme} @phone`, async ({ speakers }) => {
    const { anna, mia, visitorCall, agentCall } = speakers;
    for (const { page } of [anna, mia]) await page.emulateMedia({ colorScheme });
    // Axe cannot check a window of the browser's own; this tests the fallback inside the page.
    await anna.page.evaluate(() => {
      Object.defineProperty(window, "documentPictureInPicture", { value: undefined });
      Object.defineProperty(document, "pictureInPictureEnabled", { value: false });
    });

    await visitorCalls(speakers, "Voice call");
    await expect(agentCall.getByRole("button", { name: "Accept", exact: true })).toBeVisible();
    await isSound(anna.page, "it rings at the agent's");
    await isSound(mia.page, "the visitor calls the desk");
    await agentCall.getByRole("button", { name: "Accept", exact: true }).click();
    await expect(visitorCall.getByRole("timer")).toBeVisible();
    await grows(anna.page, ["audioBytes"]);
    await isSound(anna.page, "by voice");
    await isSound(mia.page, "by voice, at the desk");
    await visitorCall.getByRole("button", { name: "Hang up" }).click();
    await expect(agentCall).toHaveCount(0);

    await mia.page.getByRole("button", { name: "Video call" }).click();
    await expect(visitorCall.getByRole("button", { name: "Accept", exact: true })).toBeVisible();
    await isSound(anna.page, "the agent calls");
    await visitorCall.getByRole("button", { name: "Accept", exact: true }).click();
    await grows(anna.page, ["frames"]);
    await grows(mia.page, ["frames"]);
    await isSound(anna.page, "by video");
    await isSound(mia.page, "by video, at the desk");
    await visitorCall.getByRole("button", { name: "Picture in picture" }).click();
    await expect(visitorCall).toHaveAttribute("data-shape", "small");
    await isSound(anna.page, "small");
    await agentCall.getByRole("button", { name: "Hang up" }).click();
    await expect(visitorCall).toHaveCount(0);

    await visitorCalls(speakers, "Video call");
    await agentCall.getByRole("button", { name: "Decline" }).click();
    await expect(visitorCall.getByRole("alert")).toBeVisible();
    await isSound(anna.page, "declined");
  });
}
