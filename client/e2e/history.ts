/** A conversation with a made-up history. */
import type { Page } from "@playwright/test";

/** Serves the whole history in one page, because the tests look at the list, not at paging. */
export async function withHistory(page: Page, messages: number): Promise<void> {
  let isTold = false;
  await page.route("**/getHistoryMsg", async (route) => {
    const { userId } = route.request().postDataJSON();
    const now = Date.now();
    const length = isTold ? 0 : messages;
    isTold = true;
    const msgList = Array.from({ length }, (_, at) => ({
      id: `${userId}.0.${at + 1}`,
      msgId: `${userId}.0.${at + 1}`,
      // An earlier chat: the messages of the open one come by the poll.
      sessionId: `${userId}.0`,
      seq: at + 1,
      senderType: at % 3 === 0 ? 1 : 2,
      senderName: "Mia",
      msgType: 1,
      msgContent: `message ${at + 1} ${"and a few more words of it ".repeat(1 + (at % 5))}`,
      msgTime: now - (messages - at) * 60_000,
    }));
    await route.fulfill({
      json: { code: 200, message: "SUCCESS", data: { msgList, maxTime: 0, more: length > 0 } },
    });
  });
}
