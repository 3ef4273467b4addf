"""``python -m waystation.cli`` is the `waystation` command."""

from waystation.cli import main

main()
