/** The HTML samples of the documentation, each as a page of its own, show the real chat. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readSamples } from "../test/samples";
import { expect, launcher, test as widgetTest } from "./widget";

const samples = readSamples().filter(
  ({ language, code }) => language === "html" && code.includes("embed.js"),
);

const test = widgetTest.extend<{ shopUrl: string }>({
  // A page with the sample of this number, on another site than the chat.
  shopUrl: async ({ server }, use) => {
    const pages = createServer(({ url = "" }, response) => {
      const { at = "", code = "" } = samples[Number(url.slice(1))] ?? {};
      const body = code.replaceAll("https://chat.example.com", server.url);
      response
        .writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
        .end(`<!doctype html><html lang="en"><title>${at}</title><body>${body}</body></html>`);
    });
    await new Promise<void>((done) => pages.listen(0, "localhost", done));
    const { port } = pages.address() as AddressInfo;
    await use(`http://localhost:${port}`);
    pages.closeAllConnections();
    await new Promise((done) => pages.close(done));
  },
});

test("each sample in HTML puts the chat on a page", async ({ open, shopUrl }) => {
  expect(samples.length).toBeGreaterThan(4);
  for (const [number, { at }] of samples.entries()) {
    const page = await open();
    await page.goto(`${shopUrl}/${number}`);
    const consent = page.getByRole("button", { name: "Allow the chat" });
    if (await consent.isVisible()) await consent.click();
    await expect.poll(() => launcher(page), { message: at }).toBeDefined();

    const help = page.getByRole("button", { name: "Help" });
    if (await help.isVisible()) await help.click();
    else await page.evaluate("Frontdesk.open()");
    const isOpen = () => page.frames().some((frame) => frame.url().includes("/chat_online/index"));
    await expect.poll(isOpen, { message: at }).toBe(true);
    await page.close();
  }
});
