/** A slow server: the page says in words that it is loading, and goes on when the answer comes. */
import { expect, test } from "./fixtures";

for (const [path, call, words] of [
  ["question?docId=returns&channelId=demo", "getRobotDoc", "Loading the article"],
  ["formData?templateId=after-sales&tenantId=demo", "getTemplateFiledInfoByTemplateId", "Loading"],
  ["workorder?woId=nobodys&token=x", "queryWoById", "Loading"],
] as const) {
  test(`a page with a slow ${call} says that it is loading, then shows the result @phone`, async ({
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
