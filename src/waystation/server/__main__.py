"""``python -m waystation.server``: the server alone, without the rest of the command line."""

import argparse
import os

from waystation.engine import words

from . import run

parser = argparse.ArgumentParser(prog="python -m waystation.server", description="Serve tables in the browser.")
parser.add_argument("--host", default="127.0.0.1")
parser.add_argument("--port", type=int, default=8000, help="0: any free port")
parser.add_argument("--db", help="sqlite:///PATH or postgresql://USER@HOST/NAME (default: SQLite in your data folder)")
parser.add_argument("--workers", type=int, default=2, help="processes in which bots think")
parser.add_argument("--processes", type=int, default=1, help="processes that serve; several need PostgreSQL")
parser.add_argument("--inside", default="", help="address at which servers on other machines reach this one")
parser.add_argument("--dev", action="store_true", help="read the page's files again for each page")
parser.add_argument("--public-url", default="", help="the address by which others reach it, behind a proxy")
parser.add_argument("--proxies", default="", help="addresses of proxies to believe (default: this machine's own)")
parser.add_argument("--smtp", default=os.environ.get("WAYSTATION_SMTP", ""), help="mail server: smtp://HOST")
parser.add_argument("--mail-from", default=os.environ.get("WAYSTATION_MAIL_FROM", ""), help="where letters come from")
parser.add_argument("--log-level", default="INFO", choices=["DEBUG", "INFO", "WARNING", "ERROR"])

if __name__ == "__main__":
    given = parser.parse_args()
    words.speak_as_asked()
    from .processes import Settings, run_many

    settings = Settings(
        db=given.db,
        workers=given.workers,
        log_level=given.log_level,
        public_url=given.public_url,
        proxies=given.proxies,
        fresh=given.dev,
        inside=given.inside,
        smtp=given.smtp,
        mail_from=given.mail_from,
    )
    if given.processes > 1:
        run_many(given.processes, given.host, given.port, settings)
    else:
        run(given.host, given.port, **settings.given())
