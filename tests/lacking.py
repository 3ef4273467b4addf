"""What a test does that needs something this machine does not have."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def lacking(reason: str) -> NoReturn:
    """Skip the test, and say so; where everything is to be tested (the variable CI is set) it fails."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
