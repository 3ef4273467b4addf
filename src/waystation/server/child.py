"""One of the servers of `serve --processes`: it is told on standard input what to do (see `processes`)."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading

from waystation.engine import words
from waystation.engine.typed import decode

from .app import run
from .processes import Wish


def main() -> None:
    """Serve until asked to stop, or the parent is gone."""
    wish = decode(sys.stdin.readline(), Wish)
    threading.Thread(target=_follow_parent, daemon=True).start()
    words.speak_as_asked()
    run(door=socket.socket(fileno=wish.fd), name=wish.name, **wish.given())


def _follow_parent() -> None:
    """The parent holds the other end of standard input for as long as it lives."""
    while os.read(0, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
