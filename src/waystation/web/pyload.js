/**
 * How Python comes into a worker: the interpreter, our engine, and one game after the other as they are asked for.
 * Everything big is compressed by the site's maker and unpacked here, so no host needs to compress, or to know a type.
 * @import {Site} from "./site.js"
 */
import { tell } from "./words.js";

/** @typedef {{what: "python" | "waystation" | "game", game?: string, loaded: number, total: number}} Progress in bytes */
/** @typedef {(progress: Progress) => void} Report */

const HOME = "/lib/python3.14/site-packages/";
const WASM = "pyodide.asm.wasm";
const LIBRARY = "library.zip";
const TYPE = { "Content-Type": "application/wasm" };

/**
 * What Python is made of, unpacked. A second worker gets the same, so that nothing is fetched and compiled twice.
 * @typedef {{wasm: Promise<WebAssembly.Module>, library: Promise<Uint8Array>, core: Promise<Uint8Array>}} Parts
 */

/**
 * Fetches what Python is made of.
 * @param {Site} site
 * @param {URL} base the site's folder
 * @param {Report} report
 * @returns {Promise<Parts>}
 */
export async function fetchParts(site, base, report) {
  if (typeof DecompressionStream === "undefined")
    throw new Error(tell("This browser is too old to run the games by itself."));
  const kept = await keptInterpreter(site, base);
  const [wasm, library] = [WASM, LIBRARY].map((name) => `${site.pyodide}${name}.bin`);
  const coming = kept ? [library] : [wasm, library];
  const counted = counter(site, coming, (loaded, total) => report({ what: "python", loaded, total }));
  const interpreter = kept ?? unpacked(wasm, base, counted).then((stream) => new Response(stream, { headers: TYPE }));
  return {
    wasm: WebAssembly.compileStreaming(interpreter),
    library: unpacked(library, base, counted).then(whole),
    core: bytes(site, site.core, base, (loaded, total) => report({ what: "waystation", loaded, total })),
  };
}

/**
 * Where the service worker keeps the interpreter, it does so as it is: then the browser keeps with it what it has compiled
 * of it, and need not do so again.
 * @param {Site} site
 * @param {URL} base
 */
async function keptInterpreter(site, base) {
  const url = new URL(site.pyodide + WASM, base);
  if (!(await globalThis.caches?.match(url))) return null;
  const kept = await fetch(url);
  return kept.headers.get("Content-Type") === TYPE["Content-Type"] ? kept : null;
}

/**
 * Python that can `import waystation.tab`, but plays no game yet.
 * @param {Site} site
 * @param {URL} base
 * @param {Parts} parts
 */
export async function loadPython(site, base, parts) {
  const at = (/** @type {string} */ name) => new URL(site.pyodide + name, base);
  const [{ loadPyodide }, { default: createPyodideModule }, wasm, library] = await Promise.all([
    import(at("pyodide.js").href),
    import(at("pyodide.asm.js").href),
    parts.wasm,
    parts.library,
  ]);
  const ready = new Map([
    [at(WASM).href, new Response()],
    [at(LIBRARY).href, new Response(/** @type {Uint8Array<ArrayBuffer>} */ (library))],
  ]);
  const python = await instead(ready, wasm, () =>
    loadPyodide({
      indexURL: at("").href,
      stdLibURL: at(LIBRARY).href,
      lockFileContents: site.lock,
      packageBaseUrl: base.href,
      createPyodideModule,
    }),
  );
  unpack(python, await parts.core);
  return python;
}

/**
 * From then on `waystation.load(name)` works. A second call for a game does nothing.
 * @param {any} python
 * @param {Site} site
 * @param {URL} base
 * @param {string} game
 * @param {Report} report
 */
export async function loadGame(python, site, base, game, report) {
  const loaded = (python.games ??= new Map());
  if (!loaded.has(game)) {
    const coming = bytes(site, site.games[game], base, (count, total) =>
      report({ what: "game", game, loaded: count, total }),
    ).then((content) => unpack(python, content));
    loaded.set(game, coming);
    coming.catch(() => loaded.delete(game));
  }
  await loaded.get(game);
}

/**
 * Puts the files of a pack where Python finds them.
 * @param {any} python
 * @param {Uint8Array} content a line of JSON with paths and sizes, then the files
 */
export function unpack(python, content) {
  const { FS } = python;
  const line = content.indexOf(10);
  let from = line + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(content.subarray(0, line)))) {
    const path = HOME + name;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, content.subarray(from, (from += size)));
  }
  python.pyimport("importlib").invalidate_caches();
}

/**
 * While something is done, some addresses are not fetched and the interpreter is not compiled: all that is here already.
 * Pyodide does both by itself, and would neither unpack its parts nor tell how far it is.
 * @template T
 * @param {Map<string, Response>} ready
 * @param {WebAssembly.Module} module
 * @param {() => Promise<T>} task
 */
async function instead(ready, module, task) {
  const { fetch, WebAssembly } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (request, init) => ready.get(String(request)) ?? fetch(request, init);
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module,
    instance: await WebAssembly.instantiate(module, imports),
  });
  try {
    return await task();
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/**
 * @param {Site} site
 * @param {string} path
 * @param {URL} base
 * @param {(loaded: number, total: number) => void} report
 */
async function bytes(site, path, base, report) {
  return whole(await unpacked(path, base, counter(site, [path], report)));
}

/** @param {ReadableStream<Uint8Array>} stream */
async function whole(stream) {
  return new Uint8Array(await new Response(/** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (stream)).arrayBuffer());
}

/**
 * @param {string} path
 * @param {URL} base
 * @param {() => TransformStream<Uint8Array, Uint8Array>} counted
 */
async function unpacked(path, base, counted) {
  const answer = await fetch(new URL(path, base)).catch(() => null);
  if (!answer?.ok || !answer.body)
    throw new Error(tell("{file} could not be loaded. Are you online?", { file: path }));
  const gunzip = /** @type {TransformStream<Uint8Array, Uint8Array>} */ (/** @type {unknown} */ (new DecompressionStream("gzip")));
  return answer.body.pipeThrough(counted()).pipeThrough(gunzip);
}

/**
 * Streams that count together what runs through them.
 * @param {Site} site
 * @param {string[]} paths
 * @param {(loaded: number, total: number) => void} report
 */
function counter(site, paths, report) {
  const total = paths.reduce((sum, path) => sum + site.sizes[path], 0);
  let loaded = 0;
  return () =>
    new TransformStream({
      transform(chunk, controller) {
        loaded += chunk.length;
        report(loaded, total);
        controller.enqueue(chunk);
      },
    });
}
