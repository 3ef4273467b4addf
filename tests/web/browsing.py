"""The one browser of a test process."""

from __future__ import annotations

import atexit
import os
import shutil
import time
from collections.abc import Callable
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


def until(page: Any, find: Callable[[], Any]) -> Any:
    """What is found, once it is there.

    Also for what an asynchronous function in the page comes to (`page.evaluate`): Playwright's `wait_for_function`
    takes its promise for a yes, at once.
    """
    from playwright.sync_api import Error

    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            if found := find():
                return found
        except Error as error:
            if "context was destroyed" not in error.message:  # the page is being loaded anew
                raise
        assert time.monotonic() < deadline, f"nothing was found within {PATIENCE} s"
        page.wait_for_timeout(50)
