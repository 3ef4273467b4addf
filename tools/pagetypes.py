"""Makes the page's types from the server's: web/types.js from waystation.server.protocol.

    python3 dev.py types            write src/waystation/web/types.js
    python3 dev.py types --check    only say whether it is as it would be written

What stands below the mark in that file is the page's own and stays. A field that the server leaves out when it has its
default is optional here; of the parts of a view, of which a step has only those that changed, a hello has all.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

from waystation.engine.scene import Look, Part
from waystation.server import protocol
from waystation.server.api import ENDPOINTS

FILE = Path(__file__).parents[1] / "src" / "waystation" / "web" / "types.js"
MARK = "// What the page holds itself (the rest of this file is not made from the server's types).\n"
HEAD = "What travels between server and page, made from waystation.server.protocol: python3 dev.py types"
NAMES = {"Node": "SceneNode", "Pointing": "Pointed"}
"""Names that the page has of its own: a Node is something else in a browser."""
UNIONS: dict[frozenset[Any], str] = {frozenset(get_args(Part)): "Part"}
SCHEMA = {("GameInfo", "options"): "Schema"}
"""What is any JSON to the server, and has a shape for the page."""


def roots() -> list[Any]:
    """Everything that a server sends."""
    answers = [endpoint.answers for endpoint in ENDPOINTS]
    plain = [get_args(answer)[0] if get_args(answer) else answer for answer in answers]
    structs = [kind for kind in plain if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return [*dict.fromkeys(structs), protocol.Moment, Look, *get_args(protocol.ServerMessage)]


class Types:
    """The types met so far, by the names that the page has for them."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def of(self, kind: Any) -> str:
        """A type in the words of JSDoc; structs in it are written down."""
        match kind:
            case inspect.StructType():
                return self._struct(kind)
            case inspect.UnionType():
                text = " | ".join(dict.fromkeys(self.of(part) for part in kind.types))
                return self._called(text, UNIONS.get(frozenset(getattr(part, "cls", None) for part in kind.types)))
            case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
                item = self.of(kind.item_type)
                return f"({item})[]" if " | " in item else f"{item}[]"
            case inspect.TupleType():
                return f"[{', '.join(map(self.of, kind.item_types))}]"
            case inspect.DictType():
                return f"Record<string, {self.of(kind.value_type)}>"
            case inspect.LiteralType():
                return " | ".join(f'"{value}"' for value in sorted(kind.values))
        return _PLAIN.get(type(kind), "any")

    def _called(self, text: str, name: str | None) -> str:
        if name is None:
            return text
        self.written[name] = text
        return name

    def _struct(self, kind: inspect.StructType) -> str:
        name = NAMES.get(kind.cls.__name__, kind.cls.__name__)
        if name not in self.written:
            self.written[name] = ""  # it may meet itself
            fields = [] if kind.tag is None else [f'{kind.tag_field}: "{kind.tag}"']
            sparse = kind.cls.__struct_config__.omit_defaults
            fields += [self._field(kind.cls, field, sparse) for field in kind.fields]
            self.written[name] = f"{{{', '.join(fields)}}}"
        return name

    def _field(self, cls: type, field: inspect.Field, sparse: bool) -> str:
        optional = sparse and not field.required and cls is not protocol.Shown
        text = SCHEMA.get((cls.__name__, field.name)) or self.of(field.type)
        if optional and field.default is None:
            text = text.removesuffix(" | null")  # null is left out
        partial = cls in (protocol.Step, protocol.Seats) and text == "Shown"
        return f"{field.encode_name}{'?' * optional}: {f'Partial<{text}>' if partial else text}"


_PLAIN = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
}


def made(own: str) -> str:
    """The whole file, with the page's own part as it is."""
    types = Types()
    for root in roots():
        types.of(inspect.type_info(root))
    lines = ["/**", f" * {HEAD}", " *"]
    for name, text in types.written.items():
        lines += _wrapped(f"@typedef {{{text}}} {name}")
    return "\n".join([*lines, " */", "", f"{MARK}{own.strip()}", ""])


def _wrapped(text: str) -> Iterable[str]:
    return (f" * {line}" for line in textwrap.wrap(text, 116, subsequent_indent="  ", break_on_hyphens=False))


def main() -> None:
    """See the module."""
    before = FILE.read_text("utf-8")
    after = made(before.partition(MARK)[2])
    if "--check" in sys.argv:
        sys.exit(None if before == after else f"{FILE.name} is not what protocol.py says: python3 dev.py types")
    FILE.write_text(after, "utf-8")


if __name__ == "__main__":
    main()
