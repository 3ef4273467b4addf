"""Starts servers quickly: a process that has everything imported and forks a server for each line it reads."""

from __future__ import annotations

import os
import signal
import sys

from waystation.server import app


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.close(0)
            app.run(port=0, db=line.strip(), log_level="ERROR", warm=False)
            os._exit(0)
        print(child, flush=True)


main()
