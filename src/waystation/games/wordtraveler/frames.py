"""The kinds of frames on the agenda.

A day is a stack: ``NIGHT`` lies at the bottom, on it the planning, then one ``TRAVEL`` for each traveller to come (the
next one on top). A traveller's turn adds ``SCORE`` and above it the question to the locals. Rulebook: "Day 1", "Day 2".
"""

from __future__ import annotations

from enum import IntEnum


class Ask(IntEnum):
    DAWN = 0  # asks nobody: words are dealt
    PLAN = 1  # travellers who are still planning
    TRAVEL = 2  # data: a seat whose turn to travel is still to come
    GUESS = 3  # locals who still propose a path; data: the traveller
    DECIDE = 4  # the traveller's left neighbour; data: the traveller
    SCORE = 5  # asks nobody; data: the traveller
    NIGHT = 6  # asks nobody: the day ends
    PREPARE = 7  # with a timer only: travellers who are not ready yet to look at their maps
