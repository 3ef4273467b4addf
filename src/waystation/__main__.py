"""``python -m waystation`` is the `waystation` command."""

from waystation.cli import main

if __name__ == "__main__":
    main()
