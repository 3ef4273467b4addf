"""``python -m waystation.cli`` is the `waystation` command."""

from waystation.__main__ import main

main()
