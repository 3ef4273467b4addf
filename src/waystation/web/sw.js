/**
 * The service worker of a site without a server: keeps the whole site in the browser, so that it works offline. The
 * site's maker fills in what there is to keep; so every version of the site has a service worker of its own, and a browser
 * that finds a new one fetches what is new and then waits: a version never changes under a page that is open, unless
 * somebody there asks for it ("take over", from tabpage.js).
 */
/** @type {{version: string, files: string[]}} */
const SITE = { version: "", files: [] };

const worker = /** @type {any} */ (self); // the page's types know no service worker
/** @type {string} */
const BASE = worker.registration.scope;
const MINE = `waystation ${BASE} `; // other sites of the same host have caches, too
const CACHE = MINE + SITE.version;
/** Stands in the one version that pages are opened with; others may be whole or half, and nobody has used them. */
const USED = new URL("used", BASE).href;
/** What has a hash of its content in its path never changes; only the page itself has none, and names its version. */
const HASHED = /[./][0-9a-f]{12}[./]/;
/** Python's interpreter, library and memory, as the site has them: compressed, for hosts that do not compress. */
const PACKED = /(\.(wasm|zip|image))\.bin$/;
/** What only makes a start faster: the site is kept without it, too, where there is no room for it. */
const SPARE = /\.image\.bin$/;
/** Milliseconds between two files: there is time, and somebody may have begun to play. */
const PAUSE = 10;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
worker.addEventListener("message", (/** @type {any} */ { data }) => data === "take over" && worker.skipWaiting());
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(BASE)) event.respondWith(answer(event.request));
});

async function keepAll() {
  const cache = await caches.open(CACHE);
  for (const name of SITE.files) {
    await keep(cache, name).catch(async (error) => {
      if (SPARE.test(name)) return;
      if (!HASHED.test(name)) await caches.delete(CACHE); // nothing more of it will come
      throw error;
    });
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/**
 * @param {Cache} cache
 * @param {string} name
 */
async function keep(cache, name) {
  const url = new URL(name.replace(PACKED, "$1"), BASE).href;
  const known = HASHED.test(name) && (await caches.match(url));
  await cache.put(url, known || (await fetched(name)));
}

/**
 * The interpreter is kept unpacked: only so the browser keeps with it what it has compiled of it. So is what takes long to
 * unpack.
 * @param {string} name
 */
async function fetched(name) {
  const answer = await fetch(new URL(name, BASE), { cache: HASHED.test(name) ? "default" : "no-cache" });
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  if (!HASHED.test(name) && !(await answer.clone().text()).includes(SITE.version)) throw new Error(`${name} is of another version`);
  const kind = PACKED.exec(name)?.[2];
  // Some hosts lead from index.html to its folder; nobody who opens a page may be answered with what came by a detour.
  if (!kind) return answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer;
  const stream = answer.body.pipeThrough(/** @type {any} */ (new DecompressionStream("gzip")));
  return new Response(stream, { headers: { "Content-Type": kind === "wasm" ? "application/wasm" : "application/octet-stream" } });
}

/** The version that pages were opened with until now stays, for they may ask for the rest of it. */
async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith(MINE) && name !== CACHE);
  const used = await Promise.all(others.map(async (name) => (await caches.open(name)).delete(USED)));
  const stays = used.includes(true) ? others[used.indexOf(true)] : others.at(-1); // what came before this mark has none
  for (const name of others) if (name !== stays) await caches.delete(name);
  await worker.clients.claim();
  await (await caches.open(CACHE)).put(USED, new Response());
}

/** @param {Request} request */
async function answer(request) {
  const wanted = request.mode === "navigate" ? new URL("index.html", BASE).href : request.url;
  const kept = await found(wanted).catch(() => undefined); // a browser whose store is damaged has the network
  return kept ?? fetch(request);
}

/** @param {string} url */
async function found(url) {
  return (await (await caches.open(CACHE)).match(url)) ?? caches.match(url);
}
