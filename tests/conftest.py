"""For all tests."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: Playwright keeps an event loop running, and others start loops of their own."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
