import { afterEach, expect, it, vi } from "vitest";
import type { PushApi } from "../api/push";
import { createPush } from "./push";

const keys = { p256dh: "key", auth: "secret" };
const subscription = {
  toJSON: () => ({ endpoint: "https://push.example.com/1", keys }),
  unsubscribe: vi.fn(),
};

function browser(permission: NotificationPermission) {
  let isOn = false;
  const registration = {
    installing: null,
    pushManager: {
      getSubscription: async () => (isOn ? subscription : null),
      subscribe: vi.fn(async () => {
        isOn = true;
        return subscription;
      }),
    },
    unregister: vi.fn(async () => true),
  };
  const workers = {
    register: vi.fn(async () => registration),
    getRegistration: vi.fn(async () => registration),
  };
  vi.stubGlobal("navigator", { serviceWorker: workers });
  vi.stubGlobal("Notification", { requestPermission: vi.fn(async () => permission) });
  return { registration, workers };
}

function server() {
  return {
    key: vi.fn(async () => ({ publicKey: "server-key" })),
    subscribe: vi.fn(async () => ({ deviceId: "d-1" })),
    unsubscribe: vi.fn(async () => ({})),
  } satisfies PushApi;
}

afterEach(() => void vi.unstubAllGlobals());

it("subscribes with the server's key under a path of this visitor, and ends it", async () => {
  const { registration, workers } = browser("granted");
  const api = server();
  const push = createPush(api, "demo", "v 1");

  expect(await push.resume()).toBe(false);
  expect(await push.start()).toBe("granted");

  const scope = "/chat_online/push/demo%26v%201/";
  expect(workers.register).toHaveBeenCalledWith("/chat_online/worker.js", { scope });
  expect(registration.pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: "server-key",
  });
  expect(api.subscribe).toHaveBeenCalledWith({ endpoint: "https://push.example.com/1", ...keys });
  expect(await push.resume()).toBe(true);
  expect(api.subscribe).toHaveBeenCalledTimes(2);

  await push.stop();
  expect(registration.unregister).toHaveBeenCalledOnce();
  expect(api.unsubscribe).toHaveBeenCalledWith("d-1");
});

it("registers nothing without the permission", async () => {
  const { workers } = browser("denied");
  const api = server();

  expect(await createPush(api, "demo", "v1").start()).toBe("denied");

  expect(workers.register).not.toHaveBeenCalled();
  expect(api.key).not.toHaveBeenCalled();
});
