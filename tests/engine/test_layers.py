"""Imports point downwards only (the design's "house")."""

from __future__ import annotations

import ast
from pathlib import Path

import waystation

ROOT = Path(waystation.__file__).parent
MAY_IMPORT = {
    "engine": {"engine"},
    "games": {"engine", "games"},
    "bots": {"engine", "bots"},
    "arena": {"engine", "bots", "arena"},
    "study": {"engine", "bots", "arena", "study"},
    "server": {"engine", "bots", "arena", "server", "web"},
    "tab": {"engine", "bots", "server", "tab"},
    "web": set(),
    "cli": {"engine", "bots", "arena", "study", "server", "cli"},
}
HARNESS = {"engine/record.py", "engine/scenario.py"}
"""They name a game in a file and so ask the package's `load` for it, inside a function."""

ROOMS = {
    *("components", "frames", "actions", "edition", "state", "questions", "scoring", "positions", "view", "knowledge"),
    *("invariants", "observation", "telling", "text", "picture", "judgement", "bots", "game"),
}
"""Files and folders that each of our games has."""
BEHIND_THE_VIEW = {"state", "questions", "scoring", "positions", "knowledge", "invariants", "judgement"}
"""Rooms that may read what a viewer must not know."""


def imported(path: Path) -> set[str]:
    """The parts of waystation that a module imports, by absolute or relative name."""
    here = path.relative_to(ROOT).parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("waystation.")}
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = here[: len(here) - node.level]
            full = [*base, *(node.module or "").split(".")]
            found.add(full[0] if full[0] else (node.names[0].name))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "waystation":
            rest = (node.module or "").split(".")[1:]
            found |= {rest[0]} if rest else {alias.name for alias in node.names}
    return found


def test_imports_point_downwards() -> None:
    top = {name.name for name in ROOT.iterdir() if name.is_dir()}
    for path in ROOT.rglob("*.py"):
        relative = path.relative_to(ROOT)
        part = relative.parts[0]
        if part not in MAY_IMPORT or relative.as_posix() in HARNESS:
            continue
        upwards = (imported(path) & top) - MAY_IMPORT[part]
        assert not upwards, f"{relative} imports {upwards}"


def importing() -> dict[str, set[str]]:
    """The modules that each module imports, at its top, under TYPE_CHECKING or inside a function."""
    paths = {".".join(path.relative_to(ROOT.parent).with_suffix("").parts): path for path in ROOT.rglob("*.py")}
    modules = {name.removesuffix(".__init__"): path for name, path in paths.items()}
    found: dict[str, set[str]] = {}
    for name, path in modules.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        wanted: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                wanted |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                up = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
                base = ".".join([*up, *([node.module] if node.module else [])])
                for alias in node.names:
                    inner = f"{base}.{alias.name}"
                    wanted.add(inner if inner in modules else base)
        found[name] = (wanted & set(modules)) - {name}
    return found


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """Modules that import each other, directly or in a round."""
    reach: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        edge = graph[start]
        while edge:
            seen |= edge
            edge = {after for module in edge for after in graph[module]} - seen
        reach[start] = seen
    rounds = {frozenset({b for b in reach[a] if a in reach[b]} | {a}) for a in graph if a in reach[a]}
    return [set(each) for each in rounds]


def test_a_round_of_imports_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [{"a", "b", "c"}]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_imports_go_in_a_round() -> None:
    """What is imported for type checking, or inside a function, counts."""
    assert circles(importing()) == []


def test_games_do_not_import_each_other() -> None:
    games = {path.name for path in (ROOT / "games").iterdir() if path.is_dir()}
    for path in (ROOT / "games").rglob("*.py"):
        parts = path.relative_to(ROOT / "games").parts
        if len(parts) < 2:
            continue
        text = path.read_text(encoding="utf-8")
        for other in games - {parts[0]}:
            assert f"games.{other}" not in text, f"{parts[0]} names {other}"


def test_every_game_has_the_same_rooms() -> None:
    """Those of docs/add-a-game.md, so that whoever knows one game finds their way in another."""
    for name in waystation.game_names():
        found = {path.stem for path in (ROOT / "games" / name).iterdir()}
        assert not ROOMS - found, f"{name} lacks {ROOMS - found}"


def test_pictures_and_words_are_made_from_views_alone() -> None:
    for module, wanted in importing().items():
        _, part, game, room, *_ = [*module.split("."), "", "", ""]
        if part == "games" and room in ("picture", "telling", "text", "view"):
            behind = {name.split(".")[3] for name in wanted if name.startswith(f"waystation.games.{game}.")}
            assert not behind & BEHIND_THE_VIEW, f"{module} imports {behind & BEHIND_THE_VIEW}"


def test_rules_draw_from_no_other_source_of_chance_and_read_no_clock() -> None:
    for part in ("engine", "games"):
        for path in (ROOT / part).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = {alias.name for alias in node.names} if isinstance(node, ast.Import) else set()
                if isinstance(node, ast.ImportFrom):
                    names.add(node.module or "")
                assert not names & {"random", "secrets", "time", "datetime"}, f"{path} imports {names}"
