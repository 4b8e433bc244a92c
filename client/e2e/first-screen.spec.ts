import { expect, test } from "./fixtures";

test("the first screen needs the document and files that are kept for good, and no other answer @phone", async ({
  server,
  open,
}) => {
  const page = await open({ locale: "de-DE" });
  const asked: string[] = [];
  const kept: (string | undefined)[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  page.on("response", (response) => {
    if (response.url().includes("/assets/")) kept.push(response.headers()["cache-control"]);
  });
  // The server answers no call: what is seen is what came with the document.
  await page.route("**/api/**", () => undefined);

  await page.goto(`${server.url}/chat_online/index?channelId=demo`);

  await expect(page.getByRole("textbox")).toBeEditable();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("textbox").fill("Wie schnell liefert ihr?");
  await page.getByRole("textbox").press("Enter");
  await expect(page.getByRole("log").getByText("Wie schnell liefert ihr?")).toBeVisible();
  const calls = asked.filter((path) => path.startsWith("/api/"));
  expect(new Set(calls)).toEqual(new Set(["/api/chat/visitor/chatStart"]));
  expect(asked.filter((path) => path.includes("/words-"))).toEqual([]);
  expect(new Set(kept)).toEqual(new Set(["public, max-age=31536000, immutable"]));
});

test("a document without its block of settings asks for what it lacks", async ({ server, open }) => {
  const page = await open();
  await page.route("**/chat_online/index*", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/<script type="application\/json"[\s\S]*?<\/script>/, "");
    await route.fulfill({ response: answer, body });
  });

  await page.goto(`${server.url}/chat_online/index?channelId=demo`);

  await expect(page.getByRole("log")).toBeVisible();
});
