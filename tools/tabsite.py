"""The site that needs no server: python3 dev.py site [--out DIR]

A folder of static files with the page, the engines, the bots, and Python for the browser (Pyodide). Any web server that
can hand out files serves it, from any path; docs/offline.md says how.

Pyodide comes from npm and the wheels from PyPI, at the versions and hashes of requirements/pyodide/package-lock.json
and requirements/run.txt. What was fetched or compiled stays in build/tab and is used again.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile, ZipInfo

import waystation
from waystation.engine import words
from waystation.server.games import LOOK_HASH, look_hash
from waystation.server.pages import Pages
from waystation.tab import static

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
PINS = ROOT / "requirements"
CACHE = ROOT / "build" / "tab"
PYODIDE = CACHE / "npm" / "node_modules" / "pyodide"
WHEELS = ("msgspec", "platformdirs")
TAG = ("pyemscripten_2026_0_wasm32", "3.14", "cp314")
"""Platform, Python and ABI of the pinned Pyodide: what `pip download` is asked for."""
UNUSED = re.compile(
    r"""(__phello__|_aix_support|_android_support|_apple_support|_ios_support|_osx_support|_pydatetime|_pydecimal|_pyio
    |_pyrepl|antigravity|bdb|cProfile|cmd|compileall|configparser|ctypes|curses|dbm|doctest|ensurepip|filecmp|fileinput
    |ftplib|getpass|graphlib|idlelib|imaplib|mailbox|modulefinder|multiprocessing|netrc|nturl2path|optparse|pdb
    |pickletools|plistlib|poplib|profile|profiling|pstats|pty|py_compile|pyclbr|pydoc|pydoc_data|rlcompleter|sched
    |shelve|smtplib|socketserver|sqlite3|symtable|tabnanny|test|this|timeit|tkinter|trace|tracemalloc|tty|turtle
    |turtledemo|unittest|venv|wave|webbrowser|wsgiref|xml|xmlrpc|zipapp)(\.py|/.*)""",
    re.VERBOSE,
)
"""What of Python's library no game, bot or table asks for."""

Files = dict[str, bytes]
Say = Callable[[str], None]


BEGINNING = "tabpage.js"
"""What the page begins with where there is no server, beside what it begins with anyway."""
WORKERS = ("sw.js", "pushworker.js")
"""Service workers: of a site the first, in a place of its own; the other one is for what only servers do."""


class SiteError(Exception):
    """The site can't be built; the text says what is missing."""


def build(target: Path, say: Say) -> Files:
    """Build the site into a folder, whose content it replaces; returns its files."""
    with alone():
        fetch_pyodide(say)
        fetch_wheels(say)
        runs, described = python(say)
    pages = Pages()
    files = {f"static/{pages.hash}/{name}": content for name, content in pages.files.items() if name not in WORKERS}
    answers = dict(static.answers())
    place = f"api/{digest_of(answers)}/"
    files |= runs | {place + name.removeprefix("api/"): content for name, content in answers.items()}
    described |= {"language": words.spoken().code, "answers": place}
    described["sizes"] = {name: len(runs[name]) for name in runs}
    version = digest(json.dumps([described, digest_of(files)]).encode())
    site = f"site.{version}.json"
    files[site] = json.dumps({"version": version, **described}, indent=1).encode()
    files["index.html"] = index(pages, site, place)
    files["sw.js"] = service_worker(pages.files["sw.js"], version, files)
    write(target, files)
    return files


@contextmanager
def alone() -> Iterator[None]:
    """What is fetched and compiled is kept in one place; two builds at a time would be in each other's way."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        if os.name != "nt":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# ---------------------------------------------------------------------- what is fetched


def fetch_pyodide(say: Say) -> None:
    """The npm package, at the version and hash of the lock file."""
    folder = CACHE / "npm"
    wanted = (PINS / "pyodide" / "package-lock.json").read_bytes()
    stamp = folder / "fetched"
    if stamp.exists() and stamp.read_bytes() == wanted:
        return
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise SiteError("node and npm are needed to fetch Python for the browser; on Debian: apt install nodejs npm")
    say("Fetching Pyodide ...")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PINS / "pyodide" / name, folder)
    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", cwd=folder)
    stamp.write_bytes(wanted)


def fetch_wheels(say: Say) -> None:
    """The wheels, at the versions and hashes of requirements/run.txt."""
    folder = CACHE / "wheels"
    entries = re.split(r"\n(?=[a-z])", (PINS / "run.txt").read_text(encoding="utf-8"))
    wanted = "\n".join(entry for entry in entries if entry.partition("==")[0] in WHEELS)
    stamp = folder / "fetched.txt"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    say("Fetching wheels ...")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    requirements = folder / "wanted.txt"
    requirements.write_text(wanted, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    platform, version, abi = TAG
    kind = ["--platform", platform, "--python-version", version, "--implementation", "cp", "--abi", abi]
    run(*pip, "--no-deps", "--only-binary=:all:", *kind, "-d", folder, "-r", requirements)
    requirements.rename(stamp)


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    """Run a command; SiteError with what it said if it fails."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SiteError(f"{command[0]} failed:\n{(done.stderr or done.stdout).strip()[-2000:]}")


# ---------------------------------------------------------------------- Python, and what it runs


def python(say: Say) -> tuple[Files, dict[str, Any]]:
    """The interpreter and its packs, each under a name that goes with its content, and how the site tells of them."""
    games = waystation.game_names()
    sources = {"library": library(), "core": core(games), **{name: game(name) for name in games}}
    compiled = bytecode(sources, say)
    image = memory(compiled, say)
    interpreter = {
        "pyodide.js": module("pyodide.mjs"),
        "pyodide.asm.js": module("pyodide.asm.mjs"),
        "pyodide.asm.wasm.bin": packed((PYODIDE / "pyodide.asm.wasm").read_bytes()),
        "library.zip.bin": packed(compiled.pop("library").read_bytes()),
    }
    folder = f"pyodide/{digest(b''.join(digest(each).encode() for each in interpreter.values()))}/"
    files = {folder + name: content for name, content in interpreter.items()}
    named = {}
    for name, archive in compiled.items():
        content = packed(pack(unzipped(archive)))
        named[name] = f"py/{name}.{digest(content)}.bin"
        files[named[name]] = content
    remembered = f"py/memory.{digest(image)}.image.bin"
    files[remembered] = image
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_bytes())
    described = {"pyodide": folder, "lock": {"info": lock["info"], "packages": {}}, "core": named.pop("core")}
    return files, {**described, "memory": remembered, "games": named}


def library() -> Files:
    """Python's own library without what nothing here asks for."""
    archive = unzipped(PYODIDE / "python_stdlib.zip")
    return {name: content for name, content in archive.items() if not UNUSED.fullmatch(name)}


def core(games: list[str]) -> Files:
    """What every game needs, and the wheels. The games' names are there, too; what is in them comes later."""
    package = SOURCE / "waystation"
    paths = [package / "__init__.py", package / "games" / "__init__.py"]
    paths += [package / "games" / name / "__init__.py" for name in games]
    paths += [path for folder in ("engine", "bots", "tab") for path in sources(package / folder)]
    loaded = loaded_by_the_tab()
    paths += [path for path in loaded if path not in paths]
    paths += sorted({file for path in loaded for file in path.parent.glob("*.json")})  # what these read
    files = {path.relative_to(SOURCE).as_posix(): path.read_bytes() for path in paths}
    for wheel in sorted((CACHE / "wheels").glob("*.whl")):
        files |= {name: content for name, content in unzipped(wheel).items() if not name.endswith((".pyi", "py.typed"))}
    about = f"Metadata-Version: 2.1\nName: waystation\nVersion: {waystation.__version__}\n"
    return files | {f"waystation-{waystation.__version__}.dist-info/METADATA": about.encode()}


def game(name: str) -> Files:
    """One game's package, and which look goes with it."""
    folder = SOURCE / "waystation" / "games" / name
    files = {path.relative_to(SOURCE).as_posix(): path.read_bytes() for path in sources(folder)}
    return files | {f"waystation/games/{name}/{LOOK_HASH}": look_hash(name).encode()}


def sources(folder: Path) -> Iterator[Path]:
    """What a package needs to run; its pages for people, the fonts for PNG and the contract's proof are none of it."""
    for path in sorted(folder.rglob("*")):
        unwanted = (
            "__pycache__" in path.parts
            or "fonts" in path.parts
            or path.suffix in (".md", ".typed")
            or path.stem == "conformance"
        )
        if path.is_file() and not unwanted:
            yield path


def loaded_by_the_tab() -> list[Path]:
    """The modules that `import waystation.tab` loads: some of them are the server's."""
    script = (
        "import sys, waystation.tab; print(*(m.__file__ for n, m in sys.modules.items() if n.startswith('waystation')))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return sorted(Path(word) for word in done.stdout.split())


def bytecode(packs: Mapping[str, Files], say: Say) -> dict[str, Path]:
    """The packs as archives in which every module is compiled; those that were compiled before are used again."""
    folder = CACHE / "bytecode"
    folder.mkdir(parents=True, exist_ok=True)
    tool = ROOT / "tools" / "bytecode.mjs"
    maker = tool.read_bytes() + (PINS / "pyodide" / "package-lock.json").read_bytes()
    made, jobs = {}, []
    for name, files in packs.items():
        source = zipped(files)
        made[name] = folder / f"{name}.{digest(maker + source)}.zip"
        if not made[name].exists():
            for old in folder.glob(f"{name}.*"):
                old.unlink()
            (folder / f"{name}.source").write_bytes(source)
            # Asserts of ours hold in the browser as everywhere; of Python's library neither they nor its docstrings go.
            jobs.append([str(folder / f"{name}.source"), str(made[name]), 2 if name == "library" else 0])
    if jobs:
        say("Compiling ...")
        (folder / "jobs.json").write_text(json.dumps(jobs), encoding="utf-8")
        run("node", tool, PYODIDE, folder / "jobs.json")
    return made


def memory(packs: Mapping[str, Path], say: Say) -> bytes:
    """The memory of a Python that has used everything once, packed; one that was made before is used again."""
    tool, loader = ROOT / "tools" / "memory.mjs", SOURCE / "waystation" / "web" / "pyload.js"
    names = "".join(path.name for path in packs.values())
    made = CACHE / f"memory.{digest(tool.read_bytes() + loader.read_bytes() + names.encode())}.bin"
    if not made.exists():
        for old in CACHE.glob("memory.*"):
            old.unlink()
        say("Rehearsing ...")
        folder = CACHE / "memory"
        folder.mkdir(exist_ok=True)
        for name, archive in packs.items():
            if name != "library":
                (folder / f"{name}.pack").write_bytes(pack(unzipped(archive)))
        games = [folder / f"{name}.pack" for name in sorted(packs) if name not in ("library", "core")]
        run("node", tool, PYODIDE, packs["library"], folder / "image", folder / "core.pack", *games)
        made.write_bytes(packed((folder / "image").read_bytes()))
        shutil.rmtree(folder)
    return made.read_bytes()


def module(name: str) -> bytes:
    """A module of Pyodide, without the place of its source map: that is not there."""
    return re.sub(rb"\n//# sourceMappingURL=\S+\s*$", b"\n", (PYODIDE / name).read_bytes())


def pack(files: Files) -> bytes:
    """Many files as one: a line of JSON with paths and sizes, then the contents. `pyload.js` reads it."""
    head = json.dumps([[name, len(content)] for name, content in files.items()], separators=(",", ":"))
    return b"\n".join([head.encode(), b"".join(files.values())])


def packed(content: bytes) -> bytes:
    """Compressed by us, so that no host needs to; the page unpacks it."""
    return gzip.compress(content, 9, mtime=0)


def zipped(files: Files) -> bytes:
    """Files as an archive without compression, the same bytes each time."""
    made = io.BytesIO()
    with ZipFile(made, "w") as archive:
        for name in sorted(files):
            archive.writestr(ZipInfo(name), files[name])
    return made.getvalue()


def unzipped(path: Path) -> Files:
    """The files of an archive."""
    with ZipFile(path) as archive:
        return {name: archive.read(name) for name in sorted(archive.namelist()) if not name.endswith("/")}


def digest(content: bytes) -> str:
    """A short name for a content."""
    return sha256(content).hexdigest()[:12]


def digest_of(files: Files) -> str:
    """A short name for files."""
    return digest(json.dumps({name: digest(content) for name, content in files.items()}).encode())


# ---------------------------------------------------------------------- the page


def index(pages: Pages, site: str, answers: str) -> bytes:
    """The page's start: as a server sends it, but with relative addresses, the word that there is no server, and the
    worker of the tables before everything else.

    It leads to all the rest by names that go with their contents: so a page never meets a file of another version.
    """
    place = f"static/{pages.hash}/"
    text = pages.index.decode().replace(f'"/{place}', f'"{place}')
    preloaded = re.findall(rf'"{place}(\w+\.js)"', text)
    lines = [
        f'<meta name="waystation-site" content="{site}" data-answers="{answers}">',
        f'<script type="module" async src="{place}tabstart.js"></script>',
        *(
            f'<link rel="modulepreload" href="{place}{name}">'
            for name in needed(pages, BEGINNING)
            if name not in preloaded
        ),
        "<title>",
    ]
    text = text.replace("</p></div>", " Opened as a file it can't run: a host has to hand it out.</p></div>")
    return text.replace("<title>", "\n".join(lines), 1).encode()


def needed(pages: Pages, name: str) -> list[str]:
    """A module of the page, and all that it can't do without."""
    found = [name]
    for each in found:  # which grows
        text = pages.files[each].decode()
        found += [
            one for one in re.findall(r'^import (?:[^;]*? from )?"\./(\w+\.js)";$', text, re.M) if one not in found
        ]
    return found


def service_worker(source: bytes, version: str, files: Files) -> bytes:
    """The service worker, with what it is to keep. It must change with every version: so a browser sees a new one."""
    # What nothing waits for comes late, and the page last: it tells whether the host has another version meanwhile.
    listed = sorted(files, key=lambda name: (name == "index.html", name.startswith("py/memory."), name))
    site = json.dumps({"version": version, "files": listed})
    mark = b'{ version: "", files: [] }'
    if source.count(mark) != 1:
        raise SiteError("web/sw.js has no place for the list of files")
    return source.replace(mark, site.encode())


def write(target: Path, files: Files) -> None:
    """Put the files in place. What an earlier build left there goes; what somebody else put there stays."""
    for name in built_before(target):
        (target / name).unlink(missing_ok=True)
        for folder in (target / name).parents:
            if not folder.is_relative_to(target) or not folder.exists() or any(folder.iterdir()):
                break
            folder.rmdir()
    for name, content in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def built_before(target: Path) -> list[str]:
    """The files of the site that is in a folder; SiteError if something else is."""
    try:
        listed = re.search(r'{"version": "\w+", "files": \[[^]]*]}', (target / "sw.js").read_text(encoding="utf-8"))
    except FileNotFoundError:
        listed = None
    if listed:
        return [name for name in json.loads(listed[0])["files"] if (target / name).resolve().is_relative_to(target)]
    if target.exists() and any(target.iterdir()):
        raise SiteError(f"{target} is not empty, and what is in it is no site of Waystation")
    return []


def main() -> None:
    parser = argparse.ArgumentParser(prog="dev.py site", description="Build the site that needs no server.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", metavar="DIR", help="default: build/site")
    target = parser.parse_args().out.resolve()
    try:
        words.speak_as_asked()
        files = build(target, lambda text: print(text, flush=True))
    except (SiteError, waystation.WaystationError, OSError) as error:
        sys.exit(f"error: {error}")
    size = sum(map(len, files.values())) / 1e6
    print(f"{target}: {len(files)} files, {size:.1f} MB. Try it: python3 -m http.server -d {target}")


if __name__ == "__main__":
    main()
