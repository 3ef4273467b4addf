/**
 * The tables of a tab: Python in a worker, with a second worker for the bots. What the page wants comes as messages,
 * what Python says goes back as messages; `tab.js` is at the other end.
 * @import {Site} from "./site.js"
 */
import { Keep } from "./keep.js";
import { fetchParts, loadGame, loadPython, patiently } from "./pyload.js";
import { speak, tell } from "./words.js";

/** @typedef {{site: Site, folder: string, language: import("./words.js").Language | null}} Start what a worker needs */

const page = /** @type {Worker} */ (/** @type {unknown} */ (self));
let tab = /** @type {any} */ (null);
let bots = /** @type {Worker | null} */ (null);

/** Milliseconds that bots wait for the page to draw a table; there may be none, as for a review. */
const PATIENCE = 2000;

/** @param {string} file what tells of the site */
async function begin(file) {
  const site = /** @type {Site} */ (await read(file));
  const folder = new URL(".", file).href;
  const language = site.language === "en" ? null : await read(new URL(`${site.answers}language.json`, folder));
  if (language) speak(language);
  const base = new URL(folder);
  const report = (/** @type {object} */ progress) => page.postMessage({ t: "progress", ...progress });
  const parts = await fetchParts(site, base, report);
  const python = await loadPython(site, base, parts);
  // It has no memory left, say; nobody is answered from then on.
  python._api.on_fatal = () =>
    page.postMessage({ t: "failed", reason: tell("The games have stopped in this tab. What is kept goes on when the page is loaded again.") });
  const shelf = new Keep((table) => tab?.moved(table));
  const doings = {
    shelf,
    need: (/** @type {string} */ game) => loadGame(python, site, base, game, report),
    frame: (/** @type {string} */ visit, /** @type {string} */ text) => page.postMessage({ t: "frame", visit, text }),
    end: (/** @type {string} */ visit, /** @type {number} */ code) => page.postMessage({ t: "end", visit, code }),
    trouble: (/** @type {string} */ reason) => page.postMessage({ t: "trouble", reason }),
    // Whoever fails here is replaced for the rest of the game, which a moment without a network is no reason for.
    start_bots: () => patiently(() => startBots({ site, folder, language }, parts)),
    tell_bots: (/** @type {string} */ text) => bots?.postMessage({ t: "line", text }),
    end_bots: () => bots?.terminate(),
  };
  tab = await python.pyimport("waystation.tab.main").begin(doings, language ? JSON.stringify(language) : "");
}

/** @param {string | URL} file */
async function read(file) {
  const answer = await fetch(file).catch(() => null);
  const content = answer?.ok && (await answer.json().catch(() => null));
  if (!content) throw new Error(tell("The games could not be loaded. Are you online?"));
  return content;
}

/**
 * @param {Start} start
 * @param {import("./pyload.js").Parts} parts of Python
 */
async function startBots(start, parts) {
  const [wasm, library, core] = await Promise.all([parts.wasm, parts.library, parts.core]);
  await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  bots?.terminate(); // one that could not begin
  const worker = (bots = new Worker(new URL("botworker.js", import.meta.url), { type: "module" }));
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.t === "ready") resolve(undefined);
      else if (data.t === "failed") reject(new Error(data.reason));
      else tab.bots_said(data.text);
    };
    worker.onerror = () => {
      reject(new Error("the worker of the bots cannot be started"));
      tab.bots_said("");
    };
    worker.postMessage({ t: "start", ...start, wasm, library, core });
  });
}

/** @param {Record<string, any>} asked */
async function answer({ id, method, address, body }) {
  try {
    const reply = await tab.call(method, address, body);
    const [status, kind, text] = reply.toJs();
    reply.destroy();
    page.postMessage({ t: "reply", id, status, kind, text });
  } catch (error) {
    console.error(error);
    const text = JSON.stringify({ reason: tell("Something went wrong in this tab; nothing has changed.") });
    page.postMessage({ t: "reply", id, status: 500, kind: "application/json", text });
  }
}

const begun = new Promise((resolve, reject) => {
  page.addEventListener("message", ({ data }) => {
    if (data.t === "start") begin(data.file).then(resolve, reject);
  });
});
begun.then(
  () => page.postMessage({ t: "ready" }),
  (error) => page.postMessage({ t: "failed", reason: error instanceof Error ? error.message : String(error) }),
);

const drawn = new Promise((resolve) => {
  page.addEventListener("message", ({ data }) => data.t === "drawn" && resolve(undefined));
});

page.addEventListener("message", async ({ data }) => {
  await begun.catch(() => undefined);
  if (!tab) return;
  if (data.t === "call") answer(data);
  else if (data.t === "visit") tab.visit(data.visit, data.table, data.seat, data.since, data.life);
  else if (data.t === "message") tab.message(data.visit, data.text);
  else if (data.t === "leave") tab.leave(data.visit);
});
