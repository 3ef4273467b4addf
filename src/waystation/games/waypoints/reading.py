"""Sentences as they are read in pictures, plans and the terminal, where no seat is named."""

from __future__ import annotations

from waystation.engine.words import Arg, say, told


def said(template: str, **args: Arg) -> str:
    """A sentence in the language at hand."""
    return told(say(template, **args), ())
