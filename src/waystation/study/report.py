"""A report on many games as one HTML file: pictures are drawn into it (altair), nothing is loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from html import escape
from io import StringIO
from typing import Any

import msgspec

import waystation
from waystation.arena import Row, Tally, summarize
from waystation.arena.balance import FEWEST, Component, components, score_lines
from waystation.engine.borders import shown
from waystation.engine.extras import needed_for
from waystation.engine.words import Arg, Phrase, said, say, told

WIDTH = 620
FONT = 13
MOST_LINES = 24
MOST_SHOWN = 30
WON, LOST = "#1b6f8a", "#b3541e"

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem; }
figure { margin: 1rem 0; padding: .75rem; width: fit-content; max-width: 100%; box-sizing: border-box;
  background: #fff; border: 1px solid #8886; border-radius: .5rem; }
figure svg { max-width: 100%; height: auto; display: block; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #8884; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.note { opacity: .8; }
code { overflow-wrap: anywhere; }
"""


def report(rows: Sequence[Row], title: str = "") -> str:
    """The HTML text of a report: a part for each game under each set of options. ValueError if there are no rows."""
    if not rows:
        raise ValueError("there are no games to report on")
    draw = _drawing()
    variants: dict[tuple[str, int, int, bytes], list[Row]] = {}
    for row in rows:
        key = (row.game, len(row.seats), row.rules_version, msgspec.json.encode(row.options))
        variants.setdefault(key, []).append(row)
    parts = [_part(found, draw) for found in variants.values()]
    head = escape(title or said("{n:game|games}", n=len(rows)))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{head}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><h1>{head}</h1>\n{''.join(parts)}</body></html>\n"
    )


def _paragraph(phrase: Phrase, kind: str = "") -> str:
    return f"<p{f' class={kind}' if kind else ''}>{escape(told(phrase))}</p>\n"


def _heading(phrase: Phrase) -> str:
    return f"<h3>{escape(told(phrase))}</h3>\n"


# ---------------------------------------------------------------------- the parts


def _facts(rows: Sequence[Row]) -> Phrase:
    """What was played, by what, from which seed."""
    first = rows[0]
    versions = ", ".join(sorted({row.version for row in rows if row.version})) or "?"
    runs = ", ".join(sorted({str(row.run) for row in rows if row.run is not None})) or "?"
    return say(
        "{n:game|games} of {game}, rules version {rules}, Waystation {versions}, seed of the run: {runs}.",
        n=len(rows),
        game=first.game,
        rules=first.rules_version,
        versions=versions,
        runs=runs,
    )


def _part(rows: Sequence[Row], draw: Draw) -> str:
    """All about the games of one kind."""
    first, summary = rows[0], summarize(rows)
    title = escape(first.game)
    with suppress(KeyError):  # a game of a package that is not installed here
        title = escape(waystation.game_type(first.game).spec.title)
    options = escape(msgspec.json.encode(first.options).decode())
    sure = say(
        "Intervals are for 95 %: Wilson's for win rates, Student's for means. They say how much chance alone may do in"
        " so many games; they do not say that other bots, or people, would do the same."
    )
    bodies = [
        f"<section><h2>{title}</h2>\n<p><code>{options}</code></p>\n",
        _paragraph(_facts(rows)),
        _paragraph(sure, "note"),
        _heading(say("Seats")),
        draw.rates(summary.seats, 1 / len(first.seats) if not _together(rows) else None),
        _tallies(summary.seats),
        _heading(say("Bots")),
        draw.rates(summary.bots, None),
        _tallies(summary.bots),
        _heading(say("Length")),
        draw.lengths(rows),
        _heading(say("How games ended")),
        draw.reasons(summary.reasons),
        _cut(summary.cut_off, len(rows)),
        _heading(say("Points of winners and losers")),
        _paragraph(
            say("Points per seat and game. Games without a winner, or in which all win, have one side only."), "note"
        ),
        draw.lines(rows),
        _components(components(rows), draw, _together(rows)),
        "</section>\n",
    ]
    return "".join(bodies)


def _together(rows: Sequence[Row]) -> bool:
    return all(len(set(row.wins)) == 1 for row in rows)


def _cut(cut: int, games: int) -> str:
    if not cut:
        return ""
    return _paragraph(say("{cut} of {games} were cut off or stood still: nobody won them.", cut=cut, games=games))


def _table(heads: Iterable[Phrase], lines: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(told(text))}</th>" for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>\n" for line in lines)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>\n'


def _tallies(tallies: Sequence[Tally]) -> str:
    heads = [say("Name"), say("Played"), say("Win rate"), say("95 % interval"), say("Score"), say("Decisions")]
    return _table(
        heads,
        [
            (
                each.name,
                str(each.games),
                f"{each.rate:.1%}",
                f"{each.low:.1%} – {each.high:.1%}",
                f"{each.mean_score:.1f}",
                f"{each.decisions_per_game:.0f}",
            )
            for each in tallies
        ],
    )


def _components(found: Sequence[Component], draw: Draw, together: bool) -> str:
    if not found:
        return _paragraph(say("These games were played without noting components."), "note")
    tested = sum(each.q is not None for each in found)
    sure = sum(each.q is not None and each.q < 0.05 for each in found)
    words: dict[str, Arg] = {"tested": tested, "fewest": FEWEST, "sure": sure}
    how = say(
        "{tested:component was|components were} compared with what the same bots win on average (those that at least"
        " {fewest} had). q is the chance p corrected for that many comparisons by Benjamini and Hochberg's method;"
        " {sure:component stays|components stay} below 5 %. Who has a component may also win for what led"
        " to having it: this shows where to look, not why.",
        **words,
    )
    unit = say("Taken counts games here, since all win together.") if together else say("Taken counts seats.")
    heads = [
        say("Component"),
        say("Dealt"),
        say("Taken"),
        say("Win rate"),
        say("95 % interval"),
        say("Expected"),
        say("p"),
        say("q"),
        say("Points"),
    ]
    return (
        _heading(say("Components")) + _paragraph(how) + _paragraph(unit, "note") + draw.components(found)
        + _table(heads, map(_about, found))
    )  # fmt: skip


def _about(each: Component) -> tuple[str, ...]:
    """A component's line of the table; a dash where there is nothing to say."""
    return (
        each.id,
        str(each.dealt),
        str(each.taken),
        f"{each.rate:.1%}" if each.taken else "–",
        f"{each.low:.1%} – {each.high:.1%}" if each.taken else "–",
        f"{each.expected:.1%}" if each.taken else "–",
        "–" if each.p is None else f"{each.p:.3f}",
        "–" if each.q is None else f"{each.q:.3f}",
        "–" if each.points is None else f"{each.points:.2f}",
    )


# ---------------------------------------------------------------------- the pictures


class Draw:
    """Draws the pictures of a report with altair."""

    def __init__(self, alt: Any) -> None:
        self.alt = alt

    def figure(self, chart: Any, label: Phrase) -> str:
        """A chart as a figure of the page."""
        target = StringIO()
        sized = chart.properties(width=WIDTH).configure_view(strokeOpacity=0).configure_legend(labelFontSize=FONT)
        sized.configure_axis(labelFontSize=FONT, titleFontSize=FONT).save(target, format="svg")
        svg = target.getvalue()
        named = f'<svg role="img" aria-label="{escape(told(label), quote=True)}" '
        return f"<figure>{svg[svg.index('<svg') :].replace('<svg ', named, 1)}</figure>\n"

    def _values(self, values: Sequence[dict[str, Any]]) -> Any:
        """A chart of these; what a picture can't hold is left out of their texts, or drawing ends the process."""
        plain = [{key: shown(what) if isinstance(what, str) else what for key, what in each.items()} for each in values]
        return self.alt.Chart(self.alt.InlineData(values=plain))

    def _intervals(self, values: Sequence[dict[str, Any]], title: Phrase, reference: float | None) -> Any:
        alt = self.alt
        y = alt.Y("name:N", title=None, sort=None, axis=alt.Axis(labelLimit=200))
        base = self._values(values)
        chart = base.mark_rule(color=WON, strokeWidth=2).encode(
            x=alt.X("low:Q", title=told(title), axis=alt.Axis(format="%")), x2="high:Q", y=y
        ) + base.mark_point(color=WON, filled=True, size=70, opacity=1).encode(x="rate:Q", y=y)
        if reference is not None:
            chart += self._values([{"at": reference}]).mark_rule(color=LOST, strokeDash=[5, 4]).encode(x="at:Q")
        return chart

    def rates(self, tallies: Sequence[Tally], reference: float | None) -> str:
        """Win rates with their intervals; the reference is what all would win if it did not matter."""
        values = [{"name": each.name, "rate": each.rate, "low": each.low, "high": each.high} for each in tallies]
        return self.figure(self._intervals(values, say("Win rate"), reference), say("Win rates with intervals"))

    def lengths(self, rows: Sequence[Row]) -> str:
        """How many rounds games had (if the game counts them), and how many decisions."""
        parts: list[tuple[Phrase, Callable[[Row], int]]] = [(say("Decisions"), lambda row: sum(row.decisions))]
        if any(row.rounds for row in rows):
            parts.insert(0, (say("Rounds"), lambda row: row.rounds))
        return "".join(self._histogram([measure(row) for row in rows], title) for title, measure in parts)

    def _histogram(self, values: Sequence[int], title: Phrase) -> str:
        alt = self.alt
        chart = self._values([{"value": value} for value in values]).mark_bar(color=WON)
        drawn = chart.encode(
            x=alt.X("value:Q", bin=alt.Bin(maxbins=30), title=told(title)),
            y=alt.Y("count():Q", title=said("Games")),
        )
        return self.figure(drawn.properties(height=160), title)

    def reasons(self, reasons: dict[str, int]) -> str:
        """How games ended, by number."""
        alt = self.alt
        chart = self._values([{"reason": reason, "games": games} for reason, games in reasons.items()])
        drawn = chart.mark_bar(color=WON).encode(
            x=alt.X("games:Q", title=said("Games")),
            y=alt.Y("reason:N", title=None, sort="-x", axis=alt.Axis(labelLimit=200)),
        )
        return self.figure(drawn, say("How games ended"))

    def lines(self, rows: Sequence[Row]) -> str:
        """Mean points of winners and losers, line by line, with intervals."""
        alt, sides = self.alt, {"won": said("won"), "lost": said("did not win")}
        values = [
            {"line": line.key, "side": sides[side], "mean": mean.mean, "low": mean.low, "high": mean.high}
            for line in score_lines(rows)[:MOST_LINES]
            for side, mean in (("won", line.winners), ("lost", line.losers))
            if mean.n
        ]
        if not values:
            return ""
        colour = alt.Color(
            "side:N", title=None, scale=alt.Scale(domain=list(sides.values()), range=[WON, LOST]),
            legend=alt.Legend(orient="top"),
        )  # fmt: skip
        y = alt.Y("line:N", title=None, sort=None, axis=alt.Axis(labelLimit=220))
        base = self._values(values)
        bars = base.mark_bar().encode(
            x=alt.X("mean:Q", title=said("Points")), y=y, yOffset=alt.YOffset("side:N", sort=None), color=colour
        )
        known = self._values([value for value in values if value["low"] is not None])
        rules = known.mark_rule(color="#222").encode(
            x="low:Q", x2="high:Q", y=y, yOffset=alt.YOffset("side:N", sort=None)
        )
        return self.figure(bars + rules, say("Points of winners and losers"))

    def components(self, found: Sequence[Component]) -> str:
        """By how much those who had a component won more than usual: the surest ones."""
        values = [
            {
                "name": each.id,
                "rate": each.rate - each.expected,
                "low": each.low - each.expected,
                "high": each.high - each.expected,
            }
            for each in found[:MOST_SHOWN]
            if each.p is not None
        ]
        if not values:
            return ""
        title = say("Won more (right) or less (left) than the same bots do on average")
        return self.figure(self._intervals(values, title, 0.0), title)


def _drawing() -> Draw:
    with needed_for("a report"):
        import altair
        import vl_convert  # noqa: F401 - altair draws with it
    return Draw(altair)
