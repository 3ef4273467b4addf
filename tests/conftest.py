"""For all tests."""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from lacking import lacking

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


LOGGERS = ("waystation.server", "uvicorn", "asyncio")
"""What a server sets up (`waystation.server.observe`, which is not there where servers are not installed)."""


@pytest.fixture(autouse=True)
def loggers_stay_as_they_are() -> Iterator[None]:
    """What a test makes of them ends with it: a handler that stayed would write into what is closed by then. Commands
    set them up, too, before they fail."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(logger, logger.handlers[:], logger.level, logger.propagate) for logger in loggers]
    yield
    for logger, handlers, level, propagate in before:
        logger.handlers[:], logger.level, logger.propagate = handlers, level, propagate


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that needs no server. What it fetches and compiles is kept in build/ for the next run."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        lacking("Node and npm are not installed: the site without a server is NOT tested")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, str(Path(__file__).parents[1] / "tools" / "tabsite.py"), "--out", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: Playwright keeps an event loop running, and others start loops of their own."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
