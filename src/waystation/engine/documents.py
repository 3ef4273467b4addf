"""JSON and TOML from outside: whatever is wrong with the text is a ValueError that says what. And where files lie, and
how they are written."""

from __future__ import annotations

import codecs
import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EBUSY, EDQUOT, EFBIG, EIO, ENOSPC, EPERM, EROFS
from os import strerror
from os.path import realpath
from pathlib import Path
from shutil import copyfile
from typing import Any, Literal

from waystation.engine.errors import WaystationError

POSITION_FORMAT = "waystation position 1"
LONGEST = 16 << 20
"""Bytes of a file that is read, or of a line of one that may be longer."""
_TOO_DEEP = "brackets are nested too deeply"
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def text_of(data: bytes) -> str:
    """The text that a file, a pipe or an upload holds: UTF-8 whatever the locale, or UTF-16 that says so.

    The byte order mark that some programs begin a text with is no part of it. UnicodeDecodeError if it is no text.
    """
    coding = next((coding for mark, coding in _MARKS if data.startswith(mark)), "utf-8")
    return plain_lines(data.decode(coding))


def read_file(path: Path | str) -> str:
    """The text of a file. OSError, or ValueError if it is too long (some files never end) or no text."""
    with Path(path).open("rb") as file:
        data = file.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise ValueError(f"longer than {LONGEST >> 20} MB")
    return text_of(data)


def user_data_path(appauthor: Literal[False] | None = False) -> Path:
    """The folder of the user's data. WaystationError for a user who has no home: in a container that may be a number
    that stands in no list."""
    from platformdirs import user_data_path as found

    try:
        return found("waystation", appauthor)
    except RuntimeError as error:
        raise WaystationError(str(error)) from None


def plain_lines(text: str) -> str:
    """A text whose lines end in LF, whatever they ended in, and which begins with its first letter."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def from_json(text: str) -> Any:
    """What a JSON text says. A key that is there twice is an error, as it is in TOML: who wrote both meant both."""
    try:
        return json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_once)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (key, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"the key {key!r:.60} is there twice")
    return found


def from_toml(text: str) -> dict[str, Any]:
    """What a TOML text says."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None


_NO_ROOM = (ENOSPC, EDQUOT, EFBIG, EIO)
"""Why a disk takes no more."""


@contextmanager
def naming(path: Path, beside: Path) -> Iterator[None]:
    """An error about the file `beside`, which is to become `path`, names what it is to become; so does one about a
    disk that takes no more, which names no file."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno in _NO_ROOM:
            raise OSError(error.errno, strerror(error.errno), str(path)) from error
        if beside.name not in str(error):
            raise
        reason = (error.strerror or str(error)).replace(str(beside), str(path))
        raise OSError(error.errno, reason, str(path)) from error


_NO_PLACE = (EACCES, EPERM, EROFS, EBUSY)
"""Why nothing can lie beside a file, or take its place."""


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file to write to that takes the place of `path` in the end: whatever happens on the way, that is as before or
    whole. What a link leads to is replaced, and the link stays.

    Where nothing can lie beside it (the folder is somebody else's) or take its place (it is mounted by itself), it is
    written over, which is better than not at all. Devices and pipes are written to: they are no files to be replaced.
    """
    target = Path(realpath(path))
    beside = target.with_name(f".{target.name}.part")
    with naming(path, beside):
        if target.exists() and not target.is_file():
            yield target
            return
        try:
            beside.touch()
        except OSError as error:
            if error.errno not in _NO_PLACE or not target.exists():
                raise
            yield target
            return
        try:
            yield beside
            try:
                beside.replace(target)
            except OSError as error:
                if error.errno not in _NO_PLACE:
                    raise
                copyfile(beside, target)
        finally:
            with suppress(OSError):
                beside.unlink()


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file in one go: whatever happens on the way, the file is as before or whole."""
    data = content.encode() if isinstance(content, str) else content
    with replacing(path) as beside:
        beside.write_bytes(data)


def file_mark(path: Path) -> tuple[Any, ...]:
    """What tells versions of a file apart: its name, and when it was changed; a file that is missing has its name."""
    try:
        about = path.stat()
    except OSError:
        return (str(path),)
    return (str(path), about.st_mtime_ns, about.st_size)


def same_file(path: Path, other: Path) -> bool:
    """Whether both lead to one file that is there: then writing the one would destroy the other."""
    return path.exists() and other.exists() and path.samefile(other)
