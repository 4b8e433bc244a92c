/**
 * The service worker of visitors who agreed to hear of an answer: it shows that there is one, and opens the chat. It caches
 * nothing and handles no request.
 */
self.addEventListener("push", (event) => {
  const { title, body, path } = event.data.json();
  const words = title ? { body } : {};
  // A later one replaces it, and sounds again.
  const options = { ...words, tag: path, renotify: true, data: path };
  event.waitUntil(self.registration.showNotification(title || body, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** Shows the chat of this channel that is open, or opens one. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const chat = pages.find(({ url, frameType }) => frameType === "top-level" && placeOf(url) === placeOf(path));
  return chat ? chat.focus() : self.clients.openWindow(path);
}

function placeOf(address) {
  const { pathname, searchParams } = new URL(address, self.location.origin);
  return `${pathname} ${searchParams.get("channelId")}`;
}
