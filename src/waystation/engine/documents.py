"""JSON and TOML from outside: whatever is wrong with the text is a ValueError that says what."""

from __future__ import annotations

import json
import tomllib
from typing import Any

POSITION_FORMAT = "waystation position 1"
_TOO_DEEP = "brackets are nested too deeply"


def from_json(text: str) -> Any:
    """What a JSON text says."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None


def from_toml(text: str) -> dict[str, Any]:
    """What a TOML text says."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
