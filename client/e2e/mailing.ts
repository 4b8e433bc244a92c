/** A server that sends mail to an SMTP server of the test's own. */
import { test as base } from "./fixtures";
import { startServer } from "./server";
import { openSmtp, type Smtp } from "./smtp";

/** Where links in mails begin. No browser reaches it. */
export const PUBLIC_URL = "https://chat.fern.example";

export const test = base.extend<{ smtp: Smtp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  smtp: async ({}, use) => {
    const smtp = await openSmtp();
    await use(smtp);
    await smtp.close();
  },
  server: async ({ smtp }, use) => {
    const server = await startServer([], "demo", {
      MAIL__HOST: "127.0.0.1",
      MAIL__PORT: String(smtp.port),
      MAIL__SECURITY: "none",
      MAIL__SENDER: "chat@fern.example",
      MAIL__PUBLIC_URL: PUBLIC_URL,
    });
    await use(server);
    await server.remove();
  },
});
