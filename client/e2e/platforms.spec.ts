/** The chat on a page of WordPress and on one of Shopify, as the plugin and the snippet of `deploy` print it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hasPhp, shopify, wordPress } from "../test/platforms";
import { Visitor } from "./visitor";
import { chatFrame, expect, launcher, test as widgetTest } from "./widget";

const test = widgetTest.extend<{ shopUrl: string }>({
  // A page of each platform, on another site than the chat.
  shopUrl: async ({ server }, use) => {
    const pages = createServer(({ url }, response) => {
      const option = { address: server.url, channel: "demo", place: "everywhere", secret: "" };
      const settings = { frontdesk_address: server.url, frontdesk_channel: "demo" };
      const cart = { item_count: 2, total_price: 5800 };
      const body = url === "/wordpress" ? wordPress({ do: "footer", option }) : shopify({ settings, cart });
      response
        .writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
        .end(
          `<!doctype html><html lang="en"><title>A shop</title><body><h1>A shop</h1>${body}</body></html>`,
        );
    });
    await new Promise<void>((done) => pages.listen(0, "localhost", done));
    const { port } = pages.address() as AddressInfo;
    await use(`http://localhost:${port}`);
    pages.closeAllConnections();
    await new Promise((done) => pages.close(done));
  },
});

for (const platform of ["wordpress", "shopify"]) {
  test(`a visitor writes from a page of ${platform}`, async ({ server, open, shopUrl, agent }) => {
    test.skip(platform === "wordpress" && !hasPhp(), "PHP is not installed");
    const mia = await agent("mia", 1);
    const page = await open();
    await page.goto(`${shopUrl}/${platform}`);
    await expect.poll(() => launcher(page)).toBe("Chat");
    await page.evaluate("Frontdesk.open()");
    const anna = new Visitor(page, server.url, await chatFrame(page));
    await anna.askForAgent();
    await anna.isConnectedTo("Mia");
    await mia.open();

    await anna.write(`hello from ${platform}`);
    await mia.sees(`hello from ${platform}`);
    await mia.write("hello back");
    await anna.sees("hello back");
  });
}
