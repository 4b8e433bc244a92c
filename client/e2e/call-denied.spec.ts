/** Calls in a browser that denies the page microphone and camera. [FM-03] */
import { devices, expect, test, visitorCalls } from "./speakers";

test.use(devices("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream=deny"));

test("a visitor who denies the microphone reads what to do, and no call rings @phone", async ({
  speakers,
}) => {
  const { anna, visitorCall, agentCall } = speakers;
  for (const kind of ["Voice call", "Video call"] as const) {
    await visitorCalls(speakers, kind);
    await expect(
      visitorCall.getByText("Please allow the microphone in your browser's settings"),
    ).toBeVisible();
    await expect(visitorCall.getByText(/Click the icon next to the web address/)).toBeVisible();
    await visitorCall.getByRole("button", { name: "Try again" }).click();
    await expect(visitorCall.getByRole("button", { name: "Try again" })).toBeVisible();
    await visitorCall.getByRole("button", { name: "Close" }).click();
    await expect(visitorCall).toHaveCount(0);
  }
  await expect(agentCall).toHaveCount(0);
  await anna.write("then in writing");
  await anna.sees("then in writing");
});

test("an incoming call shows the same help, and can still be declined", async ({ speakers, server }) => {
  const { anna, mia, visitorCall } = speakers;
  // The agent's browser would refuse too, so another client of the same agent starts the call.
  const token = await mia.page.evaluate(() => sessionStorage.getItem("frontdesk.desk.token") ?? "");
  const userId = new URL(mia.page.url()).pathname.split("/").at(-1);
  const answer = await mia.page.request.post(`${server.url}/api/agent/inviteCall`, {
    headers: { Authorization: `Bearer ${JSON.parse(token).value ?? JSON.parse(token)}` },
    data: { userId, videoType: "voice" },
  });
  expect(answer.status()).toBe(200);
  await visitorCall.getByRole("button", { name: "Accept", exact: true }).click();

  await expect(visitorCall.getByRole("alert").getByText(/Please allow the microphone/)).toBeVisible();
  await visitorCall.getByRole("button", { name: "Decline" }).click();
  await expect(visitorCall).toHaveCount(0);
  await anna.sees("You declined the call");
});
