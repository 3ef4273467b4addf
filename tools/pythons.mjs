// Runs a Python script of ours inside the site's Python, under Node, from the packs that the site has.
//
//   node pythons.mjs PYODIDE SITE CONFORMANCE SCRIPT [ARGUMENT ...]
//
// CONFORMANCE is the suite's module, which the site leaves out.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { unpack } from "../src/waystation/web/pyload.js";

const [folder, site, conformance, script, ...args] = process.argv.slice(2);
const bytes = (name) => new Uint8Array(fs.readFileSync(name));
const unpacked = (name) => new Uint8Array(gunzipSync(fs.readFileSync(path.join(site, name))));
const file = fs.readdirSync(site).find((name) => /^site\.[0-9a-f]+\.json$/.test(name));
const described = JSON.parse(fs.readFileSync(path.join(site, file), "utf8"));
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
const library = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "library-")), "library.zip");
fs.writeFileSync(library, unpacked(`${described.pyodide}library.zip.bin`));
const python = await loadPyodide({ stdLibURL: library, lockFileContents: described.lock });
fs.rmSync(path.dirname(library), { recursive: true });
for (const pack of [described.core, ...Object.values(described.games)]) unpack(python, unpacked(pack));
python.FS.writeFile("/lib/python3.14/site-packages/waystation/engine/conformance.py", bytes(conformance));
python.FS.writeFile("/script.py", bytes(script));
python.globals.set("arguments", python.toPy(args));
await python.runPythonAsync(`
import runpy, sys
sys.argv = ["/script.py", *arguments]
runpy.run_path("/script.py", run_name="__main__")
`);
