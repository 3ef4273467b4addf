/** The bots of a tab think here, so that the tables need not wait for them. */
import { keptMemory, loadGame, loadPython, patiently } from "./pyload.js";
import { speak } from "./words.js";

const tables = /** @type {Worker} */ (/** @type {unknown} */ (self));
let thinking = /** @type {any} */ (null);

/** @param {import("./tabworker.js").Start & {wasm: WebAssembly.Module, library: Uint8Array, core: Uint8Array}} start */
async function begin({ site, folder, language, wasm, library, core }) {
  if (language) speak(language);
  const base = new URL(folder);
  const here = { wasm: Promise.resolve(wasm), library: Promise.resolve(library), core: Promise.resolve(core) };
  const python = await loadPython(site, base, { ...here, memory: keptMemory(site, base) });
  python.pyimport("waystation.tab.main").speak(language ? JSON.stringify(language) : "");
  const need = (/** @type {string} */ game) => patiently(() => loadGame(python, site, base, game, () => undefined));
  thinking = python.pyimport("waystation.tab.think").Thinking(need);
}

tables.addEventListener("message", async ({ data }) => {
  if (data.t === "start") {
    begin(data).then(
      () => tables.postMessage({ t: "ready" }),
      (error) => tables.postMessage({ t: "failed", reason: String(error) }),
    );
  } else if (data.t === "line") {
    try {
      const text = await thinking.answer(data.text);
      if (text) tables.postMessage({ t: "said", text });
    } catch (error) {
      console.error(error);
      tables.postMessage({ t: "said", text: "" }); // nobody waits for an answer that does not come
    }
  }
});
