/** Accessibility of the desk: a conversation, and the list alone on a phone. */
import { isSound } from "./access";
import { AgentCalls } from "./agentCalls";
import { expect, test } from "./fixtures";

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

for (const colorScheme of ["light", "dark"] as const) {
  test(`an open conversation at the desk is accessible, ${colorScheme}`, async ({ server, queue }) => {
    const { anna, mia } = await queue();
    const calls = await AgentCalls.signIn(server.url, "mia");
    await mia.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await mia.open();
    await anna.write("Is the fern in stock? See https://shop.example/fern");
    await mia.sees("Is the fern in stock?");
    await mia.write("It is.");
    await anna.sees("It is.");
    await calls.answers(await calls.idOf("It is."), "And the olive, too.");
    const link = { title: "Fern", subTitle: "green", describe: "In a pot", linkUrl: "https://shop.example/" };
    await calls.show(9, { ...link, linkType: 1 });
    await anna.sees("In a pot");
    await mia.page.route("**/sendMsg", () => undefined);
    await mia.write("This one is still on its way.");
    await mia.page.clock.install();

    for (const waited of ["01:10", "02:00"]) {
      await mia.page.setViewportSize({ width: 1280, height: 800 });
      await mia.page.clock.fastForward(waited);
      await mia.page.getByRole("tab", { name: /Queue/ }).click();
      for (const window of WINDOWS) {
        await mia.page.setViewportSize(window);
        await isSound(mia.page, `${window.width} px, ${waited} later`);
      }
    }
  });

  test(`the list alone on a phone is accessible, ${colorScheme}`, async ({ agent, visitor }) => {
    const mia = await agent("mia", 1);
    await mia.page.emulateMedia({ colorScheme });
    await mia.page.setViewportSize({ width: 390, height: 844 });
    await isSound(mia.page, "nobody yet");
    const anna = await visitor();
    await anna.askForAgent();
    await anna.isConnectedTo("Mia");
    await expect(mia.conversations).toHaveCount(1);
    await isSound(mia.page, "one conversation");
  });
}
