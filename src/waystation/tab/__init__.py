"""Tables in a browser's tab, without a server: the same tables, questions and answers, over no socket and no database.

`house` puts together what tables live in; the page's worker talks to `main`, the worker of the bots to `think`. See
docs/offline.md.
"""

from .main import Tab, begin, speak
from .think import Thinking

__all__ = ["Tab", "Thinking", "begin", "speak"]
