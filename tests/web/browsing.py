"""The one browser of a test process."""

from __future__ import annotations

import atexit
import os
import shutil
from functools import cache
from typing import Any

# How long anything may take on a machine that does ten other things. A page that works needs a moment.
PATIENCE = 90  # seconds

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]


@cache
def chromium() -> Any:
    """Started once: Playwright allows one at a time, and tests of other folders use it too."""
    from playwright.sync_api import sync_playwright

    playwright = sync_playwright().start()
    atexit.register(playwright.stop)
    return playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=PATIENCE * 1000)
