"""Sentences: English templates with named arguments, counted nouns and lists; other languages are put in at the border.

    say("{who} takes {n:tooth|teeth} and {things}.", who=Seat(1), n=2, things=["a card", "a mate"])

gives "{1} takes 2 teeth and a card and a mate." It is a `Phrase`: an English string (seats stand in it as ``{0}``,
``{1}``, names are put in by `told`) that remembers template and arguments, so that `told` can say it in the language
of whoever listens. Every sentence of a game is made by `say`; the template is its key in the catalogue that
``dev.py messages`` makes. Nothing that people read is glued together from pieces in another way, because other
languages order their words otherwise.

In a template

    {name}           the argument: a number, a text, a phrase, a `Seat`; a list becomes "a, b and c"
    {name:or}        a list as "a, b or c"
    {n:tooth|teeth}  a number and its noun: "1 tooth", "0 teeth"
    {n?is|are}       only the form that fits a number (or the length of a list)
    {n:+}            a number with its sign: "+2", "-1", "+0"
    {name^}          with a capital letter
    {{ and }}        braces
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Union

import msgspec
from msgspec import Meta

from .errors import WaystationError
from .typed import decode

Arg = Union[int, str, "Seat", Sequence["Arg"]]


class Seat(NamedTuple):
    """A player in a sentence; `told` puts the name there."""

    number: int


class Phrase(str):
    """An English sentence that remembers how it was made. Compared, sorted and written out as the string it is."""

    __slots__ = ("args", "template")

    template: str
    args: Mapping[str, Arg]

    def __reduce__(self) -> tuple[Any, ...]:
        return (_remade, (self.template, self.args))


class Language:
    """How sentences are said: `translate` gives the template, `form` which of a noun's forms goes with a number.

    A translation may order the arguments as it likes and give a noun as many forms as its language has.
    """

    def __init__(
        self,
        code: str = "en",
        translate: Callable[[str], str] = lambda template: template,
        form: Callable[[int], int] = lambda n: n != 1,
    ) -> None:
        self.code = code
        self.translate = translate
        self.form = form


ENGLISH = Language()


class Catalogue(msgspec.Struct, frozen=True):
    """A language file, as ``dev.py messages compile`` makes it from a translated catalogue.

    `messages` gives the translation of each template, `forms` the number of the form that goes with 0 to 199 things
    (beyond that, the last two digits and 100 decide).
    """

    code: str
    messages: dict[str, str]
    forms: Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(min_length=200, max_length=200)]

    def language(self) -> Language:
        """To be spoken; what has no translation stays English."""
        return Language(
            self.code,
            lambda template: self.messages.get(template, template),
            lambda n: self.forms[n if n < 200 else 100 + n % 100],
        )


_listening: ContextVar[Language | None] = ContextVar("listening", default=None)
_spoken = Catalogue("en", {}, tuple(int(n != 1) for n in range(200)))
_here = ENGLISH


def speak(chosen: Catalogue) -> None:
    """What this process speaks from now on, where nothing else is said."""
    global _spoken, _here
    _spoken, _here = chosen, chosen.language()


def spoken() -> Catalogue:
    """The language file of what this process speaks; an empty one for English."""
    return _spoken


def speak_as_asked() -> None:
    """Speak the language file that the environment variable WAYSTATION_LANGUAGE names, if it names one."""
    path = os.environ.get("WAYSTATION_LANGUAGE")
    if not path:
        return
    try:
        speak(read(Path(path)))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise WaystationError(f"{path} is no language file: {error}") from error


@contextmanager
def speaking(chosen: Language) -> Iterator[None]:
    """Who listens meanwhile speaks this: for making a view, a refusal or a picture."""
    token = _listening.set(chosen)
    try:
        yield
    finally:
        _listening.reset(token)


def current() -> Language:
    """The language of whoever listens now."""
    return _listening.get() or _here


def read(path: Path) -> Catalogue:
    """A language file; OSError or msgspec.DecodeError if it is none."""
    return decode(path.read_bytes(), Catalogue)


def say(template: str, /, **args: Arg) -> Phrase:
    """A sentence. KeyError if the template names an argument that is not given."""
    try:
        return _said(template, **args)
    except TypeError:  # lists can't be kept
        args = {name: tuple(value) if type(value) is list else value for name, value in args.items()}
    try:
        return _said(template, **args)
    except TypeError:  # something else among the arguments
        return _remade(template, args)


@lru_cache(maxsize=16384, typed=True)
def _said(template: str, /, **args: Any) -> Phrase:
    """The same sentence is said over and over: for every viewer, after every move."""
    return _remade(template, args)


def mark(template: str) -> str:
    """The template as it is: tells the extraction that it is one, where it is not written inside `say`."""
    return template


def term(text: str) -> Phrase:
    """A name out of a data file (a card, an island) as a phrase of its own, for the catalogue."""
    return _remade(_doubled(text), {})


def count(n: int, forms: str) -> Phrase:
    """A number and its noun, to be an argument: ``count(2, "tooth|teeth")``."""
    return _remade(f"{{n:{forms}}}", {"n": n})


def told(text: str, names: Sequence[str] = ()) -> str:
    """What the listener reads: names in place of seats (where any stand in it), in the language at hand.

    A plain string is English, such as a log keeps; where there are no names to put in, it is somebody's own words (what
    a player is called, say), and stays as it is.
    """
    if isinstance(text, Phrase):
        speech = current()
        if speech is not ENGLISH:
            return _render(text.template, text.args, speech, names)
        return str.format(text, *names) if "{" in text or "}" in text else str.__str__(text)
    if not names or ("{" not in text and "}" not in text):
        return text
    # Not by `format`: strangers can have a hand in a plain string, and its braces would be carried out.
    return _PLACE.sub(lambda found: _in_place(found, names), text)


def said(template: str, /, **args: Arg) -> str:
    """A sentence at once as the listener reads it: one in which no seat stands."""
    return told(say(template, **args))


_PLACE = re.compile(r"\{\{|\}\}|\{([0-9]{1,3})\}")


def _in_place(found: re.Match[str], names: Sequence[str]) -> str:
    """The name of a seat, or the brace that is written twice; any other braces stay."""
    if found[1] is None:
        return found[0][0]
    seat = int(found[1])
    return names[seat] if seat < len(names) else found[0]


def plain(value: Any) -> str:
    """For encoders, which know no class of strings but one: a phrase as the English sentence that it is."""
    if isinstance(value, Phrase):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} is no plain data")


AND = (mark("{first} and {last}"), mark("{first}, {rest}"))
OR = (mark("{first} or {last}"), mark("{first}, {rest}"))


def _remade(template: str, args: Mapping[str, Arg]) -> Phrase:
    phrase = Phrase(_english(template, args))
    phrase.template = template
    phrase.args = args
    return phrase


def _english(template: str, args: Mapping[str, Arg]) -> str:
    """`_render` for English before names are put in, which every event of a game goes through: the common arguments
    at once, and phrases among them as they are said already."""
    parts = []
    for text, name, how in _pieces(template):
        parts.append(text if "{" not in text and "}" not in text else _doubled(text))
        if not name:
            continue
        value = args[name]
        if how:
            parts.append(_filled(value, how, ENGLISH, None))
        elif type(value) is Seat:
            parts.append(_SEATS[value.number] if value.number < len(_SEATS) else f"{{{value.number}}}")
        elif type(value) is Phrase:
            parts.append(str.__str__(value))
        elif type(value) is int:
            parts.append(str(value))
        elif type(value) is str and "{" not in value and "}" not in value:
            parts.append(value)
        else:
            parts.append(_word(value, ENGLISH, None))
    return "".join(parts)


_SEATS = tuple(f"{{{seat}}}" for seat in range(16))


# ---------------------------------------------------------------------- a language to test with

_ACCENTS = {ord(plain): accent * 2 for plain, accent in zip("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ", strict=True)}


def pseudo(catalogue: Collection[str]) -> Language:
    """Every vowel of what is in the catalogue gets an accent and is said twice.

    So whatever stays English is seen, and so is what has no room for words that are 40 % longer.
    """

    def said(template: str) -> str:
        if template not in catalogue:
            return template
        parts, start = [], 0
        for hole in _HOLE.finditer(template):
            parts += [template[start : hole.start()].translate(_ACCENTS), _accented_hole(hole)]
            start = hole.end()
        return "".join([*parts, template[start:].translate(_ACCENTS)])

    return Language("en-XA", said)


def _accented_hole(hole: re.Match[str]) -> str:
    how = hole[2] or ""
    if how in ("", "^", ":or", ":+"):
        return hole[0]
    return f"{{{hole[1]}{how[0]}{how[1:].translate(_ACCENTS)}}}"


# ---------------------------------------------------------------------- templates

_Piece = tuple[str, str, str]
"""Plain text, the name of an argument ("" for none) and what stands behind the name."""

_HOLE = re.compile(r"\{\{|\}\}|\{([A-Za-z_][A-Za-z_0-9]*)((?:[^A-Za-z_0-9{}][^{}]*)?)\}")


@lru_cache(maxsize=8192)
def _pieces(template: str) -> tuple[_Piece, ...]:
    pieces: list[_Piece] = []
    start = 0
    for hole in _HOLE.finditer(template):
        text = template[start : hole.start()]
        if hole[1] is None:
            text += hole[0][0]
        pieces.append((text, hole[1] or "", hole[2] or ""))
        start = hole.end()
    pieces.append((template[start:], "", ""))
    if set("{}") & set(_HOLE.sub("", template)):
        raise ValueError(f"a single brace in the template {template!r}")
    return tuple(pieces)


def _render(template: str, args: Mapping[str, Arg], speech: Language, names: Sequence[str] | None) -> str:
    parts = []
    for text, name, how in _pieces(speech.translate(template)):
        parts.append(text)
        if name:
            parts.append(_filled(args[name], how, speech, names))
    return "".join(parts)


def _filled(value: Arg, how: str, speech: Language, names: Sequence[str] | None) -> str:
    if how == "^":
        text = _word(value, speech, names)
        return text[:1].upper() + text[1:]
    if how == ":or":
        return _listed(value, OR, speech, names)
    if how == ":+":
        return f"{value:+d}"
    if how:
        forms = _forms(how)
        n = len(value) if isinstance(value, (list, tuple)) and not isinstance(value, Seat) else int(value)  # type: ignore[arg-type]
        form = forms[min(int(speech.form(n)), len(forms) - 1)]
        return f"{n} {form}" if how[0] == ":" else form
    return _word(value, speech, names)


@lru_cache(maxsize=8192)
def _forms(how: str) -> tuple[str, ...]:
    return tuple(how[1:].split("|"))


def _word(value: Arg, speech: Language, names: Sequence[str] | None) -> str:
    if isinstance(value, Phrase):
        return str.__str__(value) if names is None else _render(value.template, value.args, speech, names)
    if isinstance(value, Seat):
        return f"{{{value.number}}}" if names is None else names[value.number]
    if isinstance(value, str):
        return _doubled(value) if names is None else value
    if isinstance(value, int):
        return str(value)
    return _listed(value, AND, speech, names)


def _doubled(text: str) -> str:
    """Where seats are yet to be put in, braces of the text itself must come through that."""
    return text.replace("{", "{{").replace("}", "}}")


def _listed(value: Arg, words: tuple[str, str], speech: Language, names: Sequence[str] | None) -> str:
    assert isinstance(value, Sequence)
    assert not isinstance(value, str)
    items = [_word(item, speech, names) for item in value]
    if len(items) < 2:
        return "".join(items)
    if speech is ENGLISH:  # as below, at once
        return f"{', '.join(items[:-1])} {'or' if words is OR else 'and'} {items[-1]}"
    text = items[-1]
    ends = [(words[0], "last"), *[(words[1], "rest")] * (len(items) - 2)]
    for item, (template, role) in zip(reversed(items[:-1]), ends, strict=True):
        text = _joined(speech.translate(template), item, role, text)
    return text


def _joined(template: str, first: str, role: str, rest: str) -> str:
    return "".join(text + ({"first": first, role: rest}[name] if name else "") for text, name, _ in _pieces(template))
