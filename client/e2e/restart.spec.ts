import { expect, test } from "./fixtures";

test("after kill -9 both pages go on without loss or duplicates, and queue places stay", async ({
  server,
  queue,
}) => {
  const { anna, ben, cleo, mia } = await queue();
  await mia.open();

  const written: string[] = [];
  for (const round of ["one", "two", "three"]) {
    await anna.write(`${round} before, Anna`);
    await mia.sees(`${round} before, Anna`);
    await mia.write(`${round} before, Mia`);
    await anna.sees(`${round} before, Mia`);

    await server.kill();
    await anna.write(`${round} during, Anna`);
    await expect(anna.log.getByText("Will be sent when you are back online")).toBeVisible();
    await server.restart();
    await mia.sees(`${round} during, Anna`);
    await mia.write(`${round} after, Mia`);
    await anna.sees(`${round} after, Mia`);
    written.push(
      `${round} before, Anna`,
      `${round} before, Mia`,
      `${round} during, Anna`,
      `${round} after, Mia`,
    );
  }

  const said = /(one|two|three) (before|during|after), (Anna|Mia)/;
  expect(await anna.saidIn(said)).toEqual(written);
  expect(await mia.saidIn(said)).toEqual(written);
  await ben.isWaitingAt(1);
  await cleo.isWaitingAt(2);
  await mia.ends();
  await ben.isConnectedTo("Mia");
  await cleo.isWaitingAt(1);
});

test("a message an agent writes while the server is down is sent when it is back", async ({
  server,
  talk,
}) => {
  const { anna, mia } = await talk();
  await mia.write("before");
  await anna.sees("before");

  await server.kill();
  await mia.write("during, one");
  await mia.write("during, two");
  await expect(mia.page.getByText("Connection lost", { exact: false })).toBeVisible();
  await server.restart();

  await anna.sees("during, one");
  await anna.sees("during, two");
  await expect(mia.page.getByText("Connection lost", { exact: false })).toBeHidden();
  expect(await anna.saidIn(/before|during, (one|two)/)).toEqual(["before", "during, one", "during, two"]);
});

test("an acknowledged message survives a kill in the same instant", async ({ server, visitor }) => {
  const anna = await visitor();

  const answered = anna.page.waitForResponse(/robotAsk/);
  await anna.write("How fast do you ship?");
  await answered;
  await server.kill();
  await server.restart();
  await anna.page.reload();

  await anna.sees("How fast do you ship?");
  await anna.sees(/within one working day/);
});
