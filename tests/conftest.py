"""For all tests."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# The same examples everywhere and each time, however slow the machine: what is found is found before it is committed.
settings.register_profile(
    "steady",
    derandomize=True,
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("steady")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: Playwright keeps an event loop running, and others start loops of their own."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
