/**
 * The service worker of a page with a server behind it: shows what is pushed, and opens the table that it is about. It
 * keeps nothing and answers nothing in the page's place. What it shows comes written out (server/letters.py).
 */
const worker = /** @type {any} */ (self); // the page's types know no service worker

const ICON = "/static/any/icon-192.png"; // of whatever version the server is

/** @typedef {{title: string, body: string, tag: string, path: string}} Pushed */

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(show(event.data)));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(renew(event)));

/** @param {{json: () => Pushed} | null} data */
async function show(data) {
  if (!data) return;
  const { title, body, tag, path } = data.json();
  await worker.registration.showNotification(title, { body, tag, renotify: true, data: path, icon: ICON });
}

/**
 * Goes to where a notification leads: to the window that is there already, if there is one.
 * @param {string} path
 */
async function open(path) {
  const url = new URL(path, worker.registration.scope).href;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((/** @type {any} */ one) => one.url.split("#")[0] === url);
  await (there ? there.focus() : worker.clients.openWindow(url));
}

/**
 * The browser has let its address for pushes go: make another one, and tell the server.
 * @param {any} event
 */
async function renew({ oldSubscription }) {
  if (!oldSubscription) return;
  const made = await worker.registration.pushManager.subscribe(oldSubscription.options);
  const { endpoint, keys } = made.toJSON();
  const body = JSON.stringify({ endpoint, ...keys });
  await fetch("/api/you/notices/push", { method: "POST", headers: { "Content-Type": "application/json" }, body });
}
