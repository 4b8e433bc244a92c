/**
 * Notifications of an agent and of a visitor whose page is closed: what the server sends to a push service of the test's own, and what the
 * real service workers show. Headless Chromium reaches no push service, so the page's subscription is one of the
 * test's, and the browser's debugger delivers the push to the worker.
 */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page, Worker } from "@playwright/test";
import { isSound } from "./access";
import { Agent } from "./agent";
import { test as base, expect } from "./fixtures";
import { passwordOf, startServer } from "./server";
import { Visitor } from "./visitor";

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
  const scope = `${server.url}/desk/`;
  const worker = await recording(page, scope, "/desk/app/worker.js");
  await deliver(page, scope, JSON.stringify(told));
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
  await click(worker);
  await expect(page).toHaveURL(new RegExp(`/desk/talk/${encodeURIComponent(userId)}$`));
  await expect(mia.composer).toBeVisible();

  const due = { what: "due", kind: "leaveMsg", itemId: "m-1", name: "Ben", words: "Call me" };
  await deliver(page, scope, JSON.stringify(due));
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as Recorded).shown[1]))
    .toMatchObject([
      "Ben",
      { body: "Due now\nCall me", tag: "m-1", data: { path: "/desk/left/leaveMsg/m-1" } },
    ]);

  const alarm = { what: "alarm", kind: "oldestWait", name: "", words: "" };
  await deliver(page, scope, JSON.stringify(alarm));
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as Recorded).shown[2]))
    .toMatchObject([
      "A visitor waits too long",
      { body: "", tag: "oldestWait", data: { path: "/desk/wall" } },
    ]);
});

test("a push arrives for a visitor whose chat is closed, and a click opens the chat", async ({
  server,
  service,
  agent,
  open,
}) => {
  await awaySoon(server.url);
  const mia = await agent("mia", 1);
  const page = await open({ permissions: ["notifications"] });
  await subscribeAt(page, `http://${service.host}/phone`);
  const anna = new Visitor(page, server.url);
  await anna.enter("demo", "&locale=en");
  const offer = page.getByRole("button", { name: "Tell me when an answer comes" });
  await expect(offer).toHaveCount(0);
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await mia.open();
  await offer.click();
  const stop = page.getByRole("button", { name: "Stop telling me" });
  await expect(page.getByText("You will be told when an answer comes.")).toBeVisible();
  await expect(stop).toBeFocused();
  await isSound(page, "a visitor agreed to be told");

  const later = await page.context().newPage();
  await page.close();
  await mia.write("It is in stock.");
  await expect.poll(() => service.pushed.length, { timeout: 30_000 }).toBe(1);
  await mia.write("Shall I keep one?");
  expect(service.pushed[0]?.path).toBe("/phone");
  expect(service.pushed[0]?.headers["content-encoding"]).toBe("aes128gcm");

  await later.goto(`${server.url}/chat_online/404`);
  const scopes = await later.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  );
  const [scope = ""] = scopes;
  expect(scopes).toHaveLength(1);
  expect(scope).toContain(`${server.url}/chat_online/push/demo%26`);
  const worker = await recording(later, scope, "/chat_online/worker.js");
  const path = "/chat_online/index?channelId=demo&locale=en";
  const told = { title: "Fern & Field", body: "You have an answer", path };
  await deliver(later, scope, JSON.stringify(told));
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as Recorded).shown))
    .toMatchObject([["Fern & Field", { body: "You have an answer", tag: path, data: path }]]);
  await click(worker);
  await expect.poll(() => worker.evaluate(() => (self as unknown as Recorded).opened)).toEqual([path]);

  await subscribeAt(later, `http://${service.host}/phone`, "on");
  await later.goto(`${server.url}${path}`);
  const back = new Visitor(later, server.url);
  await back.isConnectedTo("Mia");
  await back.sees("It is in stock.");
  await back.sees("Shall I keep one?");
  await click(worker);
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as Recorded).opened))
    .toEqual([path, "shown"]);
  expect(service.pushed).toHaveLength(1);

  await later.getByRole("button", { name: "Stop telling me" }).click();
  await expect(later.getByRole("button", { name: "Tell me when an answer comes" })).toBeVisible();
  const left = await later.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect(left).toBe(0);
});

/** Has the shop's chats count as away a moment after they closed. */
async function awaySoon(url: string): Promise<void> {
  const call = async (path: string, body: object, token = "") => {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/api/${path}`, {
      method: "POST",
      headers: token === "" ? { "Content-Type": "application/json" } : headers,
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return (await response.json()).data;
  };
  const account = { tenantId: "demo", account: "admin", password: passwordOf(url, "admin") };
  const { token } = await call("agent/login", account);
  const tenant = await call("admin/tenant/get", {}, token);
  await call("admin/tenant/put", { ...tenant, service: { visitorAwayTime: 0.02 } }, token);
}

type Recorded = {
  shown: [string, { body: string; tag: string; data: unknown }][];
  /** What a click opened; "shown" for a page that was there. */
  opened: string[];
};

/** Starts the worker, and has it note what it shows and opens: headless Chromium permits no notification. */
async function recording(page: Page, scopeURL: string, script: string): Promise<Worker> {
  const session = await page.context().newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.startWorker", { scopeURL });
  const find = () =>
    page
      .context()
      .serviceWorkers()
      .find((one) => one.url().includes(script));
  await expect.poll(() => find() !== undefined).toBe(true);
  const worker = find() as Worker;
  await worker.evaluate(() => {
    const scope = self as unknown as Recorded & { registration: ServiceWorkerRegistration };
    scope.shown = [];
    scope.opened = [];
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push([title, options as Recorded["shown"][number][1]]);
    };
    const clients = scope as unknown as { clients: { openWindow: (path: string) => Promise<null> } };
    clients.clients.openWindow = async (path) => {
      scope.opened.push(path);
      return null;
    };
    const { WindowClient } = scope as unknown as { WindowClient: { prototype: { focus: () => void } } };
    const focus = WindowClient.prototype.focus;
    WindowClient.prototype.focus = async function (this: object) {
      scope.opened.push("shown");
      // Only a click of a person may bring a page to the front.
      await Promise.resolve(focus.call(this)).catch(() => undefined);
    };
  });
  return worker;
}

/** Clicks the first notification that the worker showed. */
async function click(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const event = Object.assign(new Event("notificationclick"), {
      notification: { close() {}, data: (self as unknown as Recorded).shown[0]?.[1].data },
      waitUntil() {},
    });
    self.dispatchEvent(event);
  });
}

/** Gives the page the permission and a subscription of this endpoint, which it takes or already has. */
async function subscribeAt(page: Page, endpoint: string, is: "off" | "on" = "off"): Promise<void> {
  await page.addInitScript(
    ([to, is]) => {
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
        endpoint: to as string,
        getKey: (name: string) => bytes(keys[name] ?? ""),
        toJSON: () => ({ endpoint: to, keys }),
        options: {},
        unsubscribe: async () => true,
      };
      const manager = window.PushManager?.prototype;
      if (!manager) return;
      let isOn = is === "on";
      manager.subscribe = async () => {
        isOn = true;
        return subscription as unknown as PushSubscription;
      };
      manager.getSubscription = async () => (isOn ? (subscription as unknown as PushSubscription) : null);
    },
    [endpoint, is],
  );
}

/** Delivers a push to the worker of this scope, as the browser does with one of its push service. */
async function deliver(page: Page, scope: string, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === scope);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(scope).origin,
    registrationId: await registered,
    data,
  });
}
