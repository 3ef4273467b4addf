/**
 * The worker of this tab's tables, started before anything else of the page: it has most to do until somebody can play.
 * `tab.js` talks to it.
 */
import { folder, siteFile } from "./site.js";

export const worker = new Worker(new URL("tabworker.js", import.meta.url), { type: "module" });
worker.postMessage({ t: "start", file: new URL(siteFile, folder()).href });

/** What it has said before anybody listened. @type {Record<string, any>[]} */
const early = [];
worker.onmessage = ({ data }) => void early.push(data);
worker.onerror = (event) => void early.push(ended(event));

/**
 * Why the worker has ended: a file that does not come is told without a reason, what a browser cannot run with one.
 * @param {ErrorEvent | Event} event
 */
function ended(event) {
  return { t: "message" in event && event.message ? "unable" : "missing" };
}

/** @param {(message: Record<string, any>) => void} listener hears everything the worker says, from its beginning on */
export function listen(listener) {
  worker.onmessage = ({ data }) => listener(data);
  worker.onerror = (event) => listener(ended(event));
  for (const message of early.splice(0)) listener(message);
}
