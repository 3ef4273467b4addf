"""The page's files: under a prefix with a hash of all of them, to be cached for ever; compressed once."""

from __future__ import annotations

import gzip
import mimetypes
from hashlib import sha256
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response

from waystation.engine import words
from waystation.engine.svg import to_png

from .responses import problem

_TEXT = (".html", ".js", ".css", ".svg", ".json", ".map", ".txt", ".webmanifest")
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
FOREVER = "public, max-age=31536000, immutable"


class Pages:
    """Every file of `waystation.web` that a page may ask for. With `fresh`, they are read again for each page."""

    def __init__(self, fresh: bool = False) -> None:
        self.fresh = fresh
        self._read()

    def _read(self) -> None:
        found = dict(_walk(files("waystation") / "web", ""))
        digest = sha256()
        for name in sorted(found):
            digest.update(name.encode() + b"\0" + found[name] + b"\0")
        self.hash = digest.hexdigest()[:12]
        index = found.pop("index.html", b"<!doctype html><title>Waystation</title>")
        spoken = f'<html lang="{escape(words.spoken().code)}">'
        self.index = index.replace(b'<html lang="en">', spoken.encode()).replace(
            b"/static/@/", f"/static/{self.hash}/".encode()
        )
        self.files = found | _icons(found)
        self._packed = {
            name: gzip.compress(content, 9, mtime=0) for name, content in self.files.items() if _is_text(name)
        }

    async def index_page(self, request: Request) -> Response:
        """The page itself; its address is the page's own business."""
        return self.page()

    def worker(self, request: Request) -> Response:
        """The service worker that shows what is pushed: it lies beside the pages, and browsers look for a new one."""
        content = self.files["pushworker.js"]
        return Response(content, media_type="text/javascript", headers={"Cache-Control": "no-cache"})

    def page(self, tags: str = "") -> Response:
        """The same with tags in its head."""
        if self.fresh:
            self._read()
        content = self.index.replace(b"</head>", tags.encode() + b"</head>", 1)
        return Response(content, media_type="text/html", headers={"Cache-Control": "no-cache"})

    def file(self, request: Request) -> Response:
        """A file of the page."""
        name = request.path_params["name"]
        plain = self.files.get(name)
        if plain is None:
            return problem(404, words.say("There is no such file."))
        current = request.path_params["hash"] == self.hash
        headers = {"Cache-Control": FOREVER if current and not self.fresh else "no-cache", "Vary": "Accept-Encoding"}
        kind = _TYPES.get(name[name.rfind(".") :]) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        packed = self._packed.get(name)
        if packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=kind)
        return Response(plain, headers=headers, media_type=kind)


def _icons(found: dict[str, bytes]) -> dict[str, bytes]:
    """What is put on a phone's home screen: not every system takes an SVG there."""
    wanted = {"icon-192.png": ("icon.svg", 192), "icon-512.png": ("icon.svg", 512)}
    wanted["icon-maskable-512.png"] = ("icon-maskable.svg", 512)
    return {name: to_png(found[svg].decode(), width) for name, (svg, width) in wanted.items() if svg in found}


def _is_text(name: str) -> bool:
    return name.endswith(_TEXT)


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for item in folder.iterdir():
        if item.name.startswith(("_", ".")) or item.name.endswith((".py", ".pyc", ".typed", ".d.ts")):
            continue
        if item.is_dir():
            found += _walk(item, f"{prefix}{item.name}/")
        else:
            found.append((prefix + item.name, item.read_bytes()))
    return found
