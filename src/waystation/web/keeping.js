/**
 * A site without a server is kept in the browser, so that it works offline: its service worker (sw.js) is started here,
 * once Python runs and nobody waits for the network any more. A new version is offered, never forced.
 */
import { h, say } from "./dom.js";
import { folder } from "./site.js";
import { onProgress } from "./tab.js";
import { tell } from "./words.js";

const HOUR = 3_600_000; // ms

export function keepSite() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return; // the page did not come by HTTPS
  const end = onProgress((news) => {
    if (!("done" in news)) return;
    end();
    keep(serviceWorker).catch((error) => console.warn("this site is not kept for offline use:", error));
  });
}

/** @param {ServiceWorkerContainer} container */
async function keep(container) {
  let first = !container.controller;
  const registration = await container.register(new URL("sw.js", folder()));
  let watched = /** @type {ServiceWorker | null} */ (null);
  const watch = () => {
    const coming = registration.installing;
    if (!coming || coming === watched) return;
    watched = coming;
    coming.addEventListener("statechange", () => {
      if (coming.state === "installed" && container.controller) offer(container, coming);
      if (coming.state !== "activated") return;
      if (first) notice(tell("From now on the games work without a network, too."));
      first = false;
    });
  };
  if (registration.waiting && container.controller) offer(container, registration.waiting);
  watch();
  registration.addEventListener("updatefound", watch);
  setInterval(() => registration.update().catch(() => undefined), HOUR);
}

/**
 * @param {ServiceWorkerContainer} container
 * @param {ServiceWorker} newer
 */
function offer(container, newer) {
  const use = () => {
    if (newer.state === "activated") return location.reload(); // another tab has wished so
    container.addEventListener("controllerchange", () => location.reload(), { once: true });
    newer.postMessage("take over");
  };
  document.querySelector(".told.newer")?.remove();
  const told = notice(tell("There is a new version of Waystation. Games under way go on."), 0);
  told.classList.add("newer");
  told.append(" ", h("button", { class: "primary", onclick: use }, tell("Use it now")));
  told.append(" ", h("button", { onclick: () => told.remove() }, tell("Later")));
}

/**
 * @param {string} text
 * @param {number} [stays] ms; 0: until it is taken away
 */
function notice(text, stays = 6000) {
  const told = h("p", { class: "notice told", role: "status" });
  document.body.append(told);
  say(told, text);
  if (stays) setTimeout(() => told.remove(), stays);
  return told;
}
