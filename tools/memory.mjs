// Makes an image of the memory of the browser's Python that has used all of ours once (tab/rehearsal.py): with it a later
// visit begins where that Python was.
//
//   node memory.mjs PYODIDE LIBRARY IMAGE CORE GAME ...    LIBRARY: Python's library, a zip file; CORE, GAME: our packs
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { libraryIn, unpack, withLibrary } from "../src/waystation/web/pyload.js";

const [folder, library, image, ...files] = process.argv.slice(2);
// The same sources shall give the same bytes: here time stands still and nothing is left to chance. Whoever starts from
// the image draws by lot anew (see pyload.js).
Date.now = () => 0;
performance.now = () => 0;
crypto.randomFillSync = (array) => array.fill(0);
const module = (name) => import(pathToFileURL(path.join(folder, name)).href);
const { loadPyodide } = await module("pyodide.mjs");
const { default: create } = await module("pyodide.asm.mjs");
const { info } = JSON.parse(fs.readFileSync(path.join(folder, "pyodide-lock.json"), "utf8"));
const [core, ...games] = files.map((name) => new Uint8Array(fs.readFileSync(name)));
const compiled = libraryIn(core);
const so = `${image}.so`;
fs.writeFileSync(so, compiled.content);
const python = await loadPyodide({
  stdLibURL: library,
  lockFileContents: { info, packages: {} },
  env: { PYTHONHASHSEED: "0" },
  createPyodideModule: withLibrary(create, compiled.path, (name) => (name === compiled.path ? so : path.join(folder, name))),
  _makeSnapshot: true,
});
fs.rmSync(so);
for (const pack of [core, ...games]) unpack(python, pack);
python.runPython("import waystation.tab.rehearsal; waystation.tab.rehearsal.rehearse(); import gc; gc.collect(); del gc");
fs.writeFileSync(image, python.makeMemorySnapshot());
