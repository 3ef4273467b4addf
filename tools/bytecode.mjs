// Turns Python sources into the bytecode of the Python that runs in the browser: that very Python, under Node, does it.
//
//   node bytecode.mjs PYODIDE JOBS.json     JOBS: [[archive of sources, archive to write, optimization level], ...]
//
// Archives are zip files without compression; what is no Python source goes over as it is.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, jobs] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
for (const [source, target, level] of JSON.parse(fs.readFileSync(jobs, "utf8"))) {
  python.FS.writeFile("/source.zip", new Uint8Array(fs.readFileSync(source)));
  python.globals.set("level", level);
  python.runPython(`
from importlib.util import source_hash
from importlib._bootstrap_external import _code_to_hash_pyc
from zipfile import ZipFile, ZipInfo

with ZipFile("/source.zip") as source, ZipFile("/target.zip", "w") as target:
    for name in source.namelist():
        content = source.read(name)
        if name.endswith(".py"):
            code = compile(content, name, "exec", dont_inherit=True, optimize=level)
            content = bytes(_code_to_hash_pyc(code, source_hash(content), checked=False))
            name += "c"
        target.writestr(ZipInfo(name), content)
`);
  fs.writeFileSync(target, python.FS.readFile("/target.zip"));
}
