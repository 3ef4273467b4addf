"""The language of the server reaches the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from waystation.engine import words
from waystation.engine.words import Catalogue
from waystation.server.pages import Pages


@pytest.fixture
def czech() -> Iterator[Catalogue]:
    before = words.spoken()
    chosen = Catalogue("cs", {"Undo": "Zpět"}, tuple(int(n != 1) for n in range(200)))
    words.speak(chosen)
    yield chosen
    words.speak(before)


def test_the_page_says_which_language_it_is_in(czech: Catalogue) -> None:
    assert b'<html lang="cs">' in Pages().index
    assert words.current().translate("Undo") == "Zpět"


def test_without_a_language_file_the_page_is_english() -> None:
    assert b'<html lang="en">' in Pages().index
    assert words.spoken().messages == {}
