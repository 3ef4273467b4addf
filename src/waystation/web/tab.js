/**
 * The page's side of the tables of this tab: asks their worker what a server would be asked, and passes on what it
 * tells. The worker is `tabworker.js`.
 */
import { beforePicture } from "./dom.js";
import { listen, worker } from "./tabstart.js";
import { tell } from "./words.js";

/**
 * What is known about the coming of Python: bytes that have come, that it is there, or why it does not come.
 * @typedef {{what: "python" | "waystation" | "game", game?: string, loaded: number, total: number}
 *   | {done: true} | {failed: string}} Progress
 */
/** @typedef {{status: number, kind: string, text: string}} Reply */
/** @typedef {{onFrame: (text: string) => void, onEnd: (code: number) => void}} Visitor */

/** @type {Map<number, (reply: Reply) => void>} */
const waiting = new Map();
/** @type {Map<string, Visitor>} */
const visitors = new Map();
/** @type {Set<(progress: Progress) => void>} */
const watchers = new Set();
let newest = /** @type {Progress | null} */ (null);
let number = 0;
let drawn = false;
let trouble = "";
let onTrouble = (/** @type {string} */ _reason) => {};

/** @param {Record<string, any>} message */
function receive(message) {
  const { t, id, visit } = message;
  if (t === "reply") {
    waiting.get(id)?.(/** @type {any} */ (message));
    waiting.delete(id);
  } else if (t === "frame") {
    visitors.get(visit)?.onFrame(message.text);
    tellDrawn();
  } else if (t === "end") {
    visitors.get(visit)?.onEnd(message.code);
    visitors.delete(visit);
  } else if (t === "trouble") onTrouble((trouble = message.reason));
  else if (t === "progress") tellAll(/** @type {any} */ (message));
  else if (t === "ready") tellAll({ done: true });
  else if (t === "failed") fail(message.reason);
  else if (t === "missing") fail(tell("The games could not be loaded. Are you online?"));
  else if (t === "unable") fail(tell("This browser cannot run the games by itself."));
}

/** Tells the worker when the first picture of a table is drawn: what it still has to load can wait until then. */
function tellDrawn() {
  if (drawn) return;
  drawn = true;
  beforePicture(() => setTimeout(() => worker.postMessage({ t: "drawn" })));
}

/** @param {Progress} progress */
function tellAll(progress) {
  newest = progress;
  for (const watcher of watchers) watcher(progress);
}

/** @param {string} reason */
function fail(reason) {
  tellAll({ failed: reason });
  for (const settle of waiting.values()) settle({ status: 503, kind: "application/json", text: JSON.stringify({ reason }) });
  waiting.clear();
}

/**
 * Tells how far Python has come, at once and whenever that changes.
 * @param {(progress: Progress) => void} watcher
 * @returns {() => void} what ends it
 */
export function onProgress(watcher) {
  watchers.add(watcher);
  if (newest) watcher(newest);
  return () => watchers.delete(watcher);
}

/**
 * Tells that tables cannot be kept, and why.
 * @param {(reason: string) => void} listener
 */
export function onStorage(listener) {
  onTrouble = listener;
  if (trouble) listener(trouble);
}

/**
 * Asks what a server would be asked.
 * @param {string} method
 * @param {string} address below /api
 * @param {string} body
 * @returns {Promise<Reply>}
 */
export async function call(method, address, body) {
  const at = (number += 1);
  const reply = new Promise((resolve) => waiting.set(at, resolve));
  if (newest && "failed" in newest) fail(newest.failed);
  else worker.postMessage({ t: "call", id: at, method, address, body });
  return reply;
}

/**
 * Watches a table, as a socket would.
 * @param {{table: string, seat: number | null, since: number | null, life: string}} asked
 * @param {Visitor} visitor
 */
export function visit(asked, visitor) {
  const name = `${(number += 1)}`;
  visitors.set(name, visitor);
  // Python knows no null: what is not there is left out.
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null && value !== ""));
  const send = (/** @type {Record<string, any>} */ message) => worker.postMessage({ ...message, visit: name });
  send({ t: "visit", ...given });
  return {
    send: (/** @type {string} */ text) => send({ t: "message", text }),
    leave: () => {
      visitors.delete(name);
      send({ t: "leave" });
    },
  };
}

listen(receive);
