/**
 * Notifications of an agent whose page is closed: what the server sends to a push service of the test's own, and what the
 * desk's real service worker shows. Headless Chromium reaches no push service, so the page's subscription is one of the
 * test's, and the browser's debugger delivers the push to the worker.
 */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page, Worker } from "@playwright/test";
import { isSound } from "./access";
import { Agent } from "./agent";
import { test as base, expect } from "./fixtures";
import { startServer } from "./server";

type Pushed = { path: string; headers: IncomingHttpHeaders; bytes: number };
type PushService = { host: string; pushed: Pushed[] };

const test = base.extend<{ service: PushService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  service: async ({}, use) => {
    const pushed: Pushed[] = [];
    const server = createServer((request, response) => {
      let bytes = 0;
      request.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      request.on("end", () => {
        pushed.push({ path: request.url ?? "", headers: request.headers, bytes });
        response.writeHead(201).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await use({ host: `127.0.0.1:${port}`, pushed });
    server.close();
  },
  server: async ({ service }, use) => {
    const server = await startServer([service.host]);
    await use(server);
    await server.remove();
  },
});

test("a push arrives for a closed desk, and the worker shows it and opens the conversation", async ({
  server,
  service,
  open,
  visitor,
}) => {
  const page = await open({ permissions: ["notifications"] });
  await subscribeAt(page, `http://${service.host}/laptop`);
  const mia = new Agent(page, server.url);
  await mia.signIn("mia");
  await mia.goOnline(1);
  const anna = await visitor();
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");

  await page.goto(`${server.url}/desk/account?locale=en`);
  await page.getByRole("button", { name: "Turn on for this browser" }).click();
  const own = page.getByRole("list", { name: "Notifications" });
  await expect(own.getByText("This one")).toBeVisible();
  await isSound(page, "notifications are on");
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect.poll(() => service.pushed.length).toBe(1);

  // The desk is closed: half a minute later, a message of the visitor is pushed.
  await anna.write("Is anybody there?");
  await expect.poll(() => service.pushed.length, { timeout: 60_000 }).toBe(2);
  const [, last] = service.pushed;
  expect(last?.path).toBe("/laptop");
  expect(last?.headers["content-encoding"]).toBe("aes128gcm");
  expect(last?.headers.authorization).toMatch(/^vapid t=.+, k=.+/);
  expect(last?.bytes).toBeGreaterThan(100);

  await page.goto(`${server.url}/desk/`);
  await expect(mia.conversations.first()).toBeVisible();
  const href = (await mia.conversations.first().getAttribute("href")) ?? "";
  const userId = decodeURIComponent(href.split("/").at(-1) ?? "");
  const told = { what: "message", userId, name: "Anna", words: "Is anybody there?" };
  const worker = await recording(page, server.url);
  await deliver(page, server.url, JSON.stringify(told));
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as Recorded).shown))
    .toMatchObject([
      [
        "Anna",
        {
          body: "Is anybody there?",
          tag: userId,
          data: { path: `/desk/talk/${encodeURIComponent(userId)}` },
        },
      ],
    ]);
  await worker.evaluate(() => {
    const event = Object.assign(new Event("notificationclick"), {
      notification: { close() {}, data: (self as unknown as Recorded).shown[0]?.[1].data },
      waitUntil() {},
    });
    self.dispatchEvent(event);
  });
  await expect(page).toHaveURL(new RegExp(`/desk/talk/${encodeURIComponent(userId)}$`));
  await expect(mia.composer).toBeVisible();

  const due = { what: "due", kind: "leaveMsg", itemId: "m-1", name: "Ben", words: "Call me" };
  await deliver(page, server.url, JSON.stringify(due));
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as Recorded).shown[1]))
    .toMatchObject([
      "Ben",
      { body: "Due now\nCall me", tag: "m-1", data: { path: "/desk/left/leaveMsg/m-1" } },
    ]);
});

type Recorded = { shown: [string, { body: string; tag: string; data: { path: string } }][] };

/** Starts the desk's worker, and has it note what it shows: headless Chromium permits no notification. */
async function recording(page: Page, url: string): Promise<Worker> {
  const session = await page.context().newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.startWorker", { scopeURL: `${url}/desk/` });
  const find = () =>
    page
      .context()
      .serviceWorkers()
      .find((one) => one.url().includes("/desk/app/worker.js"));
  await expect.poll(() => find() !== undefined).toBe(true);
  const worker = find() as Worker;
  await worker.evaluate(() => {
    const scope = self as unknown as Recorded & { registration: ServiceWorkerRegistration };
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push([title, options as Recorded["shown"][number][1]]);
    };
  });
  return worker;
}

/** Gives the page the permission and a subscription of this endpoint. */
async function subscribeAt(page: Page, endpoint: string): Promise<void> {
  await page.addInitScript((to) => {
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    const bytes = (text: string) => {
      const letters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
      return Uint8Array.from(letters, (letter) => letter.charCodeAt(0)).buffer;
    };
    const keys: Record<string, string> = {
      p256dh: "BLn9b-VR0ca83knDNZ32dCHGyjJp-1riX9ZTN40MqV8K_LpQmLqxC_DoHvqvFXO_nGdAB4W9dogZb_sM-uV4JbY",
      auth: "_ordMnz7uTCmrpBTeUV4Bw",
    };
    const subscription = {
      endpoint: to,
      getKey: (name: string) => bytes(keys[name] ?? ""),
      options: {},
      unsubscribe: async () => true,
    };
    const manager = window.PushManager?.prototype;
    if (!manager) return;
    let isOn = false;
    manager.subscribe = async () => {
      isOn = true;
      return subscription as unknown as PushSubscription;
    };
    manager.getSubscription = async () => (isOn ? (subscription as unknown as PushSubscription) : null);
  }, endpoint);
}

/** Delivers a push to the desk's worker, as the browser does with one of its push service. */
async function deliver(page: Page, url: string, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${url}/desk/`);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: url,
    registrationId: await registered,
    data,
  });
}
