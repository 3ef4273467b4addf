/**
 * The service worker of a page with a server behind it: shows what is pushed, and opens the table that it is about. It
 * keeps nothing and answers nothing in the page's place. What it shows comes written out (server/letters.py).
 */
const own = /** @type {any} */ (self); // the page's types know no service worker

const ICON = "/static/any/icon-192.png"; // of whatever version the server is

/** @typedef {{title: string, body: string, tag: string, path: string}} Pushed */

own.addEventListener("install", () => own.skipWaiting());
own.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(shown(event.data)));
own.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});
own.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(renew(event)));

/** @param {{json: () => Pushed} | null} data */
async function shown(data) {
  if (!data) return;
  const { title, body, tag, path } = data.json();
  await own.registration.showNotification(title, { body, tag, renotify: true, data: path, icon: ICON });
}

/**
 * Goes to where a notification leads: to the window that is there already, if there is one.
 * @param {string} path
 */
async function lead(path) {
  const url = new URL(path, own.registration.scope).href;
  const windows = await own.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((/** @type {any} */ one) => one.url.split("#")[0] === url);
  await (there ? there.focus() : own.clients.openWindow(url));
}

/**
 * The browser has let its address for pushes go: make another one, and tell the server.
 * @param {any} event
 */
async function renew({ oldSubscription }) {
  if (!oldSubscription) return;
  const made = await own.registration.pushManager.subscribe(oldSubscription.options);
  const { endpoint, keys } = made.toJSON();
  const body = JSON.stringify({ endpoint, ...keys });
  await fetch("/api/you/notices/push", { method: "POST", headers: { "Content-Type": "application/json" }, body });
}
