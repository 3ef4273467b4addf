/**
 * How Python comes into a worker: the interpreter, our engine, and one game after the other as they are asked for.
 * Everything big is compressed by the site's maker and unpacked here, so no host needs to compress, or to know a type.
 * @import {Site} from "./site.js"
 */
import { tell } from "./words.js";

/** @typedef {{what: "python" | "waystation" | "game", game?: string, loaded: number, total: number}} Progress in bytes */
/** @typedef {(progress: Progress) => void} Report */
/** @typedef {(settings: Record<string, any>) => Promise<any>} Create makes an interpreter of Pyodide's */
/**
 * Begins a Python.
 * @callback Begin
 * @param {Record<string, any>} more settings
 * @param {[string, Uint8Array][]} [ready] files of the interpreter's folder that are here
 * @param {number} [room] bytes of memory that it has at least
 * @returns {Promise<any>}
 */

const HOME = "/lib/python3.14/site-packages/";
const WASM = "pyodide.asm.wasm";
const LIBRARY = "library.zip";
const COMPILED = "library.so";
const PAGE = 65536; // bytes, of WebAssembly
const TYPE = { "Content-Type": "application/wasm" };

/**
 * What Python is made of, unpacked. A second worker gets the same, so that nothing is fetched and compiled twice.
 * `memory`: of a Python that has used all of ours, where the browser keeps that.
 * @typedef {object} Parts
 * @property {Promise<WebAssembly.Module>} wasm
 * @property {Promise<Uint8Array>} library
 * @property {Promise<Uint8Array>} core
 * @property {Promise<Uint8Array | null>} memory
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
  const [wasm, library] = [WASM, LIBRARY].map((name) => `${site.pyodide}${name}.bin`);
  const [keptWasm, keptLibrary] = await Promise.all([keptInterpreter(site, base), kept(library, base)]);
  const coming = [...(keptWasm ? [] : [wasm]), ...(keptLibrary ? [] : [library])];
  const counted = counter(site, coming, (loaded, total) => report({ what: "python", loaded, total }));
  const interpreter = keptWasm ?? unpacked(wasm, base, counted).then((stream) => new Response(stream, { headers: TYPE }));
  return {
    wasm: WebAssembly.compileStreaming(interpreter).catch(cutOff(wasm)),
    library: Promise.resolve(keptLibrary ?? unpacked(library, base, counted).then((stream) => whole(library, stream))),
    core: bytes(site, site.core, base, (loaded, total) => report({ what: "waystation", loaded, total })),
    memory: keptMemory(site, base),
  };
}

/**
 * Python's memory as it is once all of ours has been used. It is too large for a first visit, so nobody waits for it; the
 * service worker fetches it last.
 * @param {Site} site
 * @param {URL} base
 */
export const keptMemory = (site, base) => kept(site.memory, base);

/**
 * What the service worker keeps unpacked, or null.
 * @param {string} path of what is packed
 * @param {URL} base
 */
async function kept(path, base) {
  const found = await inCache(new URL(path.replace(/\.bin$/, ""), base));
  return found ? new Uint8Array(await found.arrayBuffer()) : null;
}

/**
 * What the browser keeps at an address; some keep nothing, and say so by an error.
 * @param {URL} url
 */
async function inCache(url) {
  try {
    return await globalThis.caches?.match(url);
  } catch {
    return undefined;
  }
}

/**
 * Where the service worker keeps the interpreter, it does so as it is: then the browser keeps with it what it has compiled
 * of it, and need not do so again.
 * @param {Site} site
 * @param {URL} base
 */
async function keptInterpreter(site, base) {
  const url = new URL(site.pyodide + WASM, base);
  if (!(await inCache(url))) return null;
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
  const [{ loadPyodide }, { default: create }, wasm, library, memory] = await Promise.all([
    import(at("pyodide.js").href).catch(cutOff("pyodide.js")),
    import(at("pyodide.asm.js").href).catch(cutOff("pyodide.asm.js")),
    parts.wasm,
    parts.library,
    parts.memory,
  ]);
  parts.memory = Promise.resolve(null); // it is large, and who starts the bots keeps the rest
  /** @type {Begin} */
  const begin = (more, ready = [], room = 0) => {
    /** @type {[string, Uint8Array][]} */
    const here = [[WASM, new Uint8Array()], [LIBRARY, library], ...ready];
    return instead(new Map(here.map(([name, content]) => [at(name).href, asAnswer(content)])), wasm, room, () =>
      loadPyodide({
        indexURL: at("").href,
        stdLibURL: at(LIBRARY).href,
        lockFileContents: site.lock,
        packageBaseUrl: base.href,
        ...more,
      }),
    );
  };
  const begun = memory && (await remember(begin, create, at, memory, await parts.core));
  const python = begun ?? (await begin({ createPyodideModule: create }));
  unpack(python, await parts.core);
  return python;
}

/**
 * Python that begins where another one was; null if it does not.
 * @param {Begin} begin
 * @param {Create} create
 * @param {(name: string) => URL} at
 * @param {Uint8Array} memory
 * @param {Uint8Array} core
 */
async function remember(begin, create, at, memory, core) {
  const { path, content } = libraryIn(core);
  const createPyodideModule = withLibrary(create, path, (name) => at(name === path ? COMPILED : name).href);
  try {
    const python = await begin({ createPyodideModule, _loadSnapshot: memory }, [[COMPILED, content]], memory.length);
    python.pyimport("random").seed(); // else it would draw what everybody draws
    return python;
  } catch (error) {
    console.warn("Python's memory is not as it was kept, so it starts anew:", error);
    return null;
  }
}

/**
 * What is compiled in a pack: the one library that Python does not bring itself.
 * @param {Uint8Array} pack
 */
export function libraryIn(pack) {
  for (const file of filesOf(pack)) if (file.path.endsWith(".so")) return file;
  throw new Error("this pack has no library");
}

/**
 * An interpreter into which a library is loaded before anything else: so its code and data lie at the same place each
 * time, and a memory in which it is used fits. When Python asks for it later, it is there.
 * @param {Create} create
 * @param {string} path where Python will look for it
 * @param {(name: string) => string} locate where to fetch it, and the interpreter
 * @returns {Create}
 */
export const withLibrary = (create, path, locate) => (settings) =>
  create(Object.assign(settings, { dynamicLibraries: [path], locateFile: locate }));

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
    coming.catch(() => {
      loaded.delete(game);
      report({ what: "game", game, loaded: 0, total: 0 }); // no more is coming
    });
  }
  await loaded.get(game);
}

/**
 * Does something that needs the network, and tries again for a while if it fails.
 * @template T
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function patiently(task) {
  for (const pause of [500, 2000, 5000]) {
    try {
      return await task();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return task();
}

/**
 * Puts the files of a pack where Python finds them.
 * @param {any} python
 * @param {Uint8Array} pack
 */
export function unpack(python, pack) {
  const { FS } = python;
  for (const { path, content } of filesOf(pack)) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, content);
  }
  python.pyimport("importlib").invalidate_caches();
}

/**
 * The files of a pack, and where Python finds them.
 * @param {Uint8Array} pack a line of JSON with paths and sizes, then the files
 */
function* filesOf(pack) {
  const line = pack.indexOf(10);
  let from = line + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(pack.subarray(0, line))))
    yield { path: HOME + name, content: pack.subarray(from, (from += size)) };
}

/**
 * While something is done, some addresses are not fetched and the interpreter is not compiled: all that is here already.
 * Pyodide does both by itself, and would neither unpack its parts nor tell how far it is.
 * @template T
 * @param {Map<string, Response>} ready
 * @param {WebAssembly.Module} module
 * @param {number} room bytes of memory that the interpreter has at least
 * @param {() => Promise<T>} task
 */
async function instead(ready, module, room, task) {
  const { fetch, WebAssembly } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (request, init) => ready.get(String(request)) ?? fetch(request, init);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const instance = await WebAssembly.instantiate(module, imports);
    const memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    const lacking = Math.ceil((room - memory.buffer.byteLength) / PAGE);
    if (lacking > 0) memory.grow(lacking);
    return { module, instance };
  };
  try {
    return await task();
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/** @param {Uint8Array} content */
const asAnswer = (content) => new Response(/** @type {Uint8Array<ArrayBuffer>} */ (content));

/**
 * @param {Site} site
 * @param {string} path
 * @param {URL} base
 * @param {(loaded: number, total: number) => void} report
 */
async function bytes(site, path, base, report) {
  return whole(path, await unpacked(path, base, counter(site, [path], report)));
}

/**
 * @param {string} path
 * @param {ReadableStream<Uint8Array>} stream
 */
async function whole(path, stream) {
  const answer = new Response(/** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (stream));
  return new Uint8Array(await answer.arrayBuffer().catch(cutOff(path)));
}

/**
 * Nothing of a file comes, or not all of it.
 * @param {string} path
 * @returns {never}
 */
function notLoaded(path) {
  throw new Error(tell("{file} could not be loaded. Are you online?", { file: path }));
}

/**
 * Deals with what a browser says while it reads a file: by its kind it tells one that does not end from one that is wrong.
 * @param {string} path
 * @returns {(error: unknown) => never}
 */
const cutOff = (path) => (error) => {
  if (error instanceof TypeError) notLoaded(path);
  throw error;
};

/**
 * @param {string} path
 * @param {URL} base
 * @param {() => TransformStream<Uint8Array, Uint8Array>} counted
 */
async function unpacked(path, base, counted) {
  const answer = await fetch(new URL(path, base)).catch(() => null);
  if (!answer?.ok || !answer.body) notLoaded(path);
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
