/** The widget in a browser that denies storage to the shop's page and to the chat's frame. */
import { Visitor } from "./visitor";
import { chatFrame, expect, heard, launcher, pressLauncher, test, visitShop } from "./widget";

test("without storage a visitor talks to robot and agent @phone", async ({ server, shop, open, agent }) => {
  const mia = await agent("mia", 1);
  const page = await open();
  await page.addInitScript(denyStorage);
  await visitShop(page, shop.url);
  await pressLauncher(page);
  const chat = await chatFrame(page);
  const anna = new Visitor(page, server.url, chat);
  expect(await chat.evaluate(isDenied)).toBe(true);
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await mia.open();
  await anna.write("hello, is anybody there?");
  await mia.sees("hello, is anybody there?");
  await mia.write("good morning");
  await anna.sees("good morning");

  await chat.getByRole("button", { name: "Hide chat" }).click();
  await expect.poll(() => heard(page)).toContain("close");
  await mia.write("your tree has left us");
  await expect.poll(() => launcher(page)).toBe("Chat (1)");

  // Nothing was stored, so the next page starts with a new visitor.
  await visitShop(page, `${shop.url}next`);
  await pressLauncher(page);
  const next = new Visitor(page, server.url, await chatFrame(page));
  await next.write("How fast do you ship?");
  await next.sees(/within one working day/);
});

/** Makes storage throw, as browsers do that block third-party storage. */
function denyStorage(): void {
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
    Object.defineProperty(window, name, { get: refuse });
  Object.defineProperty(document, "cookie", { get: refuse, set: refuse });
}

function isDenied(): boolean {
  try {
    return localStorage === undefined;
  } catch {
    return true;
  }
}
