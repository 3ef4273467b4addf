"""Adds to the documentation what lives elsewhere: each game's rules, rulings, options and position schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import waystation
from waystation.engine.position import schema


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Give each game a section of the navigation."""
    sections = []
    for name in waystation.game_names():
        pages: list[dict[str, Any]] = [
            {"Rules": f"games/{name}/rules.md"},
            {"Rulings": f"games/{name}/rulings.md"},
            {"Options and positions": f"games/{name}/formats.md"},
        ]
        if (Path(config.docs_dir) / "games" / f"{name}.md").exists():
            pages.append({"More": f"games/{name}.md"})
        sections.append({waystation.game_type(name).spec.title: pages})
    config.nav = [*(config.nav or []), {"Games": sections}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Write the pages of the games."""
    for name in waystation.game_names():
        folder = Path(waystation.__file__).parent / "games" / name
        pages = {
            "rules": (folder / "RULES.md").read_text(encoding="utf-8"),
            "rulings": (folder / "RULINGS.md").read_text(encoding="utf-8"),
            "formats": _formats(name),
        }
        for page, text in pages.items():
            files.append(File.generated(config, f"games/{name}/{page}.md", content=text))
    return files


def _formats(name: str) -> str:
    game = waystation.game_type(name)
    return "\n".join(
        [
            f"# {game.spec.title}: options and positions",
            "",
            f"## Options\n\n`waystation.load({name!r}, ...)`\n",
            "| option | default | meaning |",
            "|---|---|---|",
            *_option_rows(game),
            "",
            "## The table of a position\n",
            "What stands under `table` in a [position document](../../positions.md), as JSON Schema.",
            "Every field may be left out.\n",
            f"```json\n{json.dumps(schema(game), indent=1)}\n```\n",
        ]
    )


def _option_rows(game: type[waystation.Game]) -> list[str]:
    described = msgspec.json.schema(game.options_type)["$defs"][game.options_type.__name__]["properties"]
    rows = []
    for option, about in described.items():
        text = ". ".join(part for part in (about.get("title"), about.get("description")) if part)
        rows.append(f"| `{option}` | `{json.dumps(about.get('default'))}` | {text.replace('|', '/')} |")
    return rows
