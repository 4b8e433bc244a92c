/** Calls on a machine without microphone and camera. [FM-03] */
import { devices, expect, test, visitorCalls } from "./speakers";

test.use(devices("--use-fake-ui-for-media-stream"));

test("visitor and agent read that a microphone is missing, and what to do @phone", async ({ speakers }) => {
  const { mia, visitorCall, agentCall } = speakers;
  await visitorCalls(speakers, "Video call");
  await expect(visitorCall.getByRole("heading", { name: "No microphone was found" })).toBeVisible();
  await expect(visitorCall.getByText("Connect one, then try again.")).toBeVisible();
  await expect(agentCall).toHaveCount(0);

  await mia.page.getByRole("button", { name: "Voice call" }).click();
  await expect(agentCall.getByRole("heading", { name: "No microphone was found" })).toBeVisible();
});
