"""Running the `waystation` command, as the tests of the terminal do."""

from cli.conftest import run

__all__ = ["run"]
