"""``python -m waystation`` is the `waystation` command."""

from __future__ import annotations

import sys

from waystation.engine.extras import MissingExtra, needed_for


def main() -> None:
    """Run the command, or say what has to be installed for it."""
    try:
        with needed_for("the waystation command"):
            from waystation.cli import main as run
        run()
    except MissingExtra as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:  # while it is being loaded: a command says itself what Ctrl-C does
        sys.exit(130)


if __name__ == "__main__":
    main()
