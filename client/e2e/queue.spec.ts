import { expect, test } from "./fixtures";

test("while nobody is online the page says so and the robot goes on answering", async ({ visitor }) => {
  const anna = await visitor();

  await anna.askForAgent();

  await anna.sees(/Nobody is at the desk right now|No customer service online/);
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);
});

test("the page says that an agent is looked for, until it is known what came of it @phone", async ({
  visitor,
}) => {
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

test("an agent with room for one serves the first, and the second sees a true place that counts down", async ({
  queue,
}) => {
  const { mia, ben, cleo } = await queue();

  await expect(mia.page.getByRole("tab", { name: /Queue/ })).toContainText("2");
  await mia.open();
  await mia.ends();
  await ben.isConnectedTo("Mia");
  await cleo.isWaitingAt(1);
});

test("who leaves the queue makes room for those behind, and is with the robot again @phone", async ({
  queue,
}) => {
  const { ben, cleo } = await queue();

  await ben.queue.getByRole("button", { name: "Leave the queue" }).click();

  await expect(ben.queue).toBeHidden();
  await cleo.isWaitingAt(1);
  await ben.write("How fast do you ship?");
  await ben.sees(/within one working day/);
});

test("an agent takes the visitor who has waited longest by one press", async ({ visitor, agent }) => {
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

test("an agent who can talk to one more is given who has waited longest", async ({ visitor, agent }) => {
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
