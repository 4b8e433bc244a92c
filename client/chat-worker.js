/** The service worker of a visitor who agreed: it says that there is an answer, and opens the chat. It handles no request. */
self.addEventListener("push", (event) => {
  const { title, body, path } = event.data.json();
  const options = { body, tag: path, renotify: true, data: path };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** Shows the chat of this channel that is open, or opens one. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isChat = ({ url, frameType }) => frameType === "top-level" && placeOf(url) === placeOf(path);
  const chat = pages.find(isChat);
  return chat ? chat.focus() : self.clients.openWindow(path);
}

function placeOf(address) {
  const { pathname, searchParams } = new URL(address, self.location.href);
  return `${pathname} ${searchParams.get("channelId")}`;
}
