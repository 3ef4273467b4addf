import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import vm from "node:vm";

const CODE = await readFile(new URL("../../../src/waystation/web/sw.js", import.meta.url), "utf8");

/** What the service worker answers to a request, in a browser with these caches. */
async function answered(caches, request) {
  const heard = {};
  const self = { registration: { scope: "https://here/" }, addEventListener: (kind, act) => (heard[kind] = act) };
  vm.runInNewContext(CODE, { self, caches, URL, Response, fetch: async ({ url }) => `${url} from the network` });
  let answer;
  heard.fetch({ request: { method: "GET", ...request }, respondWith: (given) => (answer = given) });
  return answer;
}

test("what is kept is answered without the network, whatever view of the page is asked for", async () => {
  const cache = { match: async (url) => (url === "https://here/index.html" ? "the page" : undefined) };
  const caches = { open: async () => cache, match: async () => undefined };
  assert.equal(await answered(caches, { mode: "navigate", url: "https://here/?/table/1" }), "the page");
  assert.equal(await answered(caches, { mode: "cors", url: "https://here/new.js" }), "https://here/new.js from the network");
});

test("a store that is damaged keeps nobody from the network", async () => {
  const broken = async () => Promise.reject(new DOMException("internal error", "UnknownError"));
  const caches = { open: broken, match: broken };
  assert.equal(await answered(caches, { mode: "navigate", url: "https://here/?/" }), "https://here/?/ from the network");
});
