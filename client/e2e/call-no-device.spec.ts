/** Calls on a machine that has neither microphone nor camera. [FM-03] */
import { devices, expect, test, visitorCalls } from "./speakers";

test.use(devices("--use-fake-ui-for-media-stream"));

test("a missing microphone is told, and what to do, to visitor and agent alike @phone", async ({
  speakers,
}) => {
  const { mia, visitorCall, agentCall } = speakers;
  await visitorCalls(speakers, "Video call");
  await expect(visitorCall.getByRole("heading", { name: "No microphone was found" })).toBeVisible();
  await expect(visitorCall.getByText("Connect one, then try again.")).toBeVisible();
  await expect(agentCall).toHaveCount(0);

  await mia.page.getByRole("button", { name: "Voice call" }).click();
  await expect(agentCall.getByRole("heading", { name: "No microphone was found" })).toBeVisible();
});
