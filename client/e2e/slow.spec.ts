/** A server that takes its time: what is waited for says so in words, and goes on from there. */
import { expect, test } from "./fixtures";

for (const [path, call, words] of [
  ["question?docId=returns&channelId=demo", "getRobotDoc", "Loading the article"],
  ["formData?templateId=after-sales&tenantId=demo", "getTemplateFiledInfoByTemplateId", "Loading"],
  ["workorder?woId=nobodys&token=x", "queryWoById", "Loading"],
] as const) {
  test(`a page whose ${call} is slow says that it loads, and shows what comes @phone`, async ({
    server,
    open,
  }) => {
    const page = await open();
    const held: (() => void)[] = [];
    await page.route(`**/${call}`, async (route) => {
      await new Promise<void>((go) => held.push(go));
      await route.continue();
    });

    await page.goto(`${server.url}/chat_online/${path}`);
    const status = page.getByRole("status").filter({ hasText: words });
    await expect(status).toHaveCSS("opacity", "1");
    for (const go of held) go();

    await expect(status).toHaveCount(0);
  });
}
