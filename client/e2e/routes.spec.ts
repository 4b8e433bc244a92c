import { expect, test } from "./fixtures";

/** Every route of the visitor pages, with something that only its page shows. */
const routes = [
  ["index?channelId=demo", /\/index\?channelId=demo/, "Hello, I am Fern."],
  ["leaveMsg?channelId=demo-leave-message", /\/leaveMsg\?/, "Leave us a message"],
  ["leaveMessage?channelId=demo-leave-message&from=iframe", /\/leaveMessage\?/, "Leave us a message"],
  ["question?docId=shipping-time&channelId=demo", /\/question\?/, "When will my order arrive?"],
  ["workorder?woId=nothing&token=nothing", /\/workorder\?/, "This link is no longer valid"],
  ["formData?templateId=garden-visit&tenantId=demo", /\/formData\?/, "Garden visit"],
  ["404", /\/404/, "The page is not found"],
  ["no/such/page", /\/404/, "The page is not found"],
  ["index", /\/404/, "The page is not found"],
  ["", /\/404/, "The page is not found"],
  ["?channelId=demo", /\/index\?channelId=demo/, "Hello, I am Fern."],
] as const;

// [ID-02]
test("every route opens by a deep link and after a reload @phone", async ({ open, server }) => {
  const page = await open();
  for (const [route, address, shown] of routes) {
    await page.goto(`${server.url}/chat_online/${route}${route.includes("?") ? "&" : "?"}locale=en`);
    for (const visit of ["opened", "reloaded"]) {
      if (visit === "reloaded") await page.reload();
      await expect(page, `${route} ${visit}`).toHaveURL(address);
      await expect(page.getByText(shown).first(), `${route} ${visit}`).toBeVisible();
    }
  }
});
