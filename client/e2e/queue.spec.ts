import { expect, test } from "./fixtures";

test("with no agent online the page says so, and the robot keeps answering", async ({ visitor }) => {
  const anna = await visitor();

  await anna.askForAgent();

  await anna.sees(/Nobody is at the desk right now|No customer service online/);
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);
});

test("the page says that it looks for an agent until the result is known @phone", async ({ visitor }) => {
  const anna = await visitor();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await anna.page.route("**/transferAgent", async (route) => {
    await held;
    await route.continue();
  });
  await anna.askForAgent();
  await expect(anna.log.getByText("Looking for an agent…")).toBeInViewport({ ratio: 1 });

  letGo();

  await anna.sees(/Nobody is at the desk right now/);
  await anna.seesNot("Looking for an agent…");
});

test("an agent with capacity for one serves the first visitor, and the second sees their place count down", async ({
  queue,
}) => {
  const { mia, ben, cleo } = await queue();

  await expect(mia.page.getByRole("tab", { name: /Queue/ })).toContainText("2");
  await mia.open();
  await mia.ends();
  await ben.isConnectedTo("Mia");
  await cleo.isWaitingAt(1);
});

test("a visitor who leaves the queue returns to the robot, and the others move up @phone", async ({
  queue,
}) => {
  const { ben, cleo } = await queue();

  await ben.queue.getByRole("button", { name: "Leave the queue" }).click();

  await expect(ben.queue).toBeHidden();
  await cleo.isWaitingAt(1);
  await ben.write("How fast do you ship?");
  await ben.sees(/within one working day/);
});

test("an agent takes the longest-waiting visitor with one press", async ({ visitor, agent }) => {
  const mia = await agent("mia", 1);
  await mia.setStatus("busy");
  const [anna, ben] = [await visitor(), await visitor()];
  await anna.askForAgent();
  await anna.isWaitingAt(1);
  await ben.askForAgent();
  await ben.isWaitingAt(2);

  await mia.page.getByRole("button", { name: "Take next of 2 waiting" }).click();

  await anna.isConnectedTo("Mia");
  await ben.isWaitingAt(1);
  await expect(mia.composer).toBeVisible();
  await expect(mia.conversations).toHaveCount(1);
});

test("an agent with a free place gets the longest-waiting visitor", async ({ visitor, agent }) => {
  const mia = await agent("mia", 1);
  const [anna, ben] = [await visitor(), await visitor()];
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await ben.askForAgent();
  await ben.isWaitingAt(1);

  await mia.page.getByRole("button", { name: "One more at once" }).click();

  await ben.isConnectedTo("Mia");
  await expect(mia.conversations).toHaveCount(2);
});
