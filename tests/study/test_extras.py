"""Without the extra `study`, an environment says what to install."""

from __future__ import annotations

import sys

import pytest

import waystation.study
from waystation.engine.extras import MissingExtra


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_what_is_missing_is_told(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("waystation.study.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtra, match=rf"needs {missing}: pip install 'waystation\[study\]'"):
        _ = waystation.study.TableEnv


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Table'"):
        _ = waystation.study.Table
    assert set(waystation.study.__all__) == set(waystation.study._FROM)
