/**
 * The desk's service worker: shows notifications and opens what they are about. It caches nothing and handles no request,
 * so the desk is never older than the server. `?lang=` names the language of its sentences.
 */
const WORDS = {
  en: {
    message: "New message",
    assigned: "New conversation",
    mentioned: "A colleague mentioned you",
    due: "Due now",
    waiting: "Many visitors wait",
    oldestWait: "A visitor waits too long",
    missed: "Many visitors got no agent today",
    test: "Notifications work",
    testText: "This is how the desk tells you of visitors.",
    other: "Sent a picture, a file or a card",
  },
  zh: {
    message: "新消息",
    assigned: "新对话",
    mentioned: "同事提到了您",
    due: "已到期",
    waiting: "排队访客过多",
    oldestWait: "有访客等待过久",
    missed: "今天有多位访客未接通客服",
    test: "通知正常",
    testText: "有访客时，工作台会这样通知您。",
    other: "发送了图片、文件或卡片",
  },
};
const language = new URL(self.location.href).searchParams.get("lang") ?? "";
const words = language.startsWith("zh") || language === "tw" ? WORDS.zh : WORDS.en;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const told = read(event.data);
  const { what, kind, userId, itemId, name } = told;
  const title = what === "alarm" ? words[kind] : words[what];
  const body =
    what === "test" ? words.testText : told.words || (name && what === "message" ? words.other : "");
  const shown = self.registration.showNotification(name || title || words.message, {
    body: name && what !== "message" ? [title, body].filter(Boolean).join("\n") : body,
    // A later message of the same conversation replaces this one, and sounds again.
    tag: userId || itemId || kind || what,
    renotify: true,
    icon: "/desk/app/icon-192.png",
    data: { path: pathOf(told) },
  });
  event.waitUntil(shown);
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/desk/"));
});

/** The address in the desk of what a notification is about. */
function pathOf({ what, userId, kind, itemId }) {
  if (what === "alarm") return "/desk/wall";
  if (userId) return `/desk/talk/${encodeURIComponent(userId)}`;
  return itemId ? `/desk/left/${kind}/${encodeURIComponent(itemId)}` : "/desk/";
}

/** The browser demands a notification for every push, so that of an unknown one says the least. */
function read(data) {
  try {
    const told = data?.json();
    return typeof told?.what === "string" ? told : { what: "message" };
  } catch {
    return { what: "message" };
  }
}

/** Shows the path in the desk that is open, or opens the desk there. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const desk = pages.find(({ url }) => isDesk(new URL(url).pathname));
  if (!desk) return self.clients.openWindow(path);
  desk.postMessage({ kind: "frontdesk.open", path });
  return desk.focus();
}

function isDesk(path) {
  return /^\/desk(\/|$)/.test(path) && !/^\/desk\/(admin|account|join|operator|app)(\/|$)/.test(path);
}
