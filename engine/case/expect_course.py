"""Comparing what a case expects to have happened, and to be asked and legal at its end.

Not here: the table (``expect``), and the events that are looked for (``pattern``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.case.attempt import not_legal, not_refused_under, refusal_of
from engine.case.course import Course, Touch
from engine.case.pattern import Pattern, read_pattern
from engine.case.problem import Place, failed, message, misread_in_full
from engine.case.shape import by_seat, list_of, table_of
from engine.kernel.ask import TABLE
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.record.notation.glossary import glossary_of
from engine.record.notation.line.parsed_act import ParsedAct, read_act
from engine.record.notation.line.tokens import read_line
from engine.record.notation.problem import Misread

DRAW, OPEN = "draw", "open"
"""Values of ``winner`` beside a seat: nobody won, or the match goes on."""


# --- events ----------------------------------------------------------------------------------------------


def _events(game: Game, course: Course, value: Any, at: Place) -> Iterator[Bilingual]:
    """``[{ Happened = "damage" }]``: these happened in this order, perhaps with others between them."""
    left = iter(course.events)
    for pattern in _patterns(game, value, at):
        if not any(pattern.fits(game, event) for event in left):
            yield failed(pattern.at, _missing(game, course, pattern))
            return


def _missing(game: Game, course: Course, pattern: Pattern) -> Bilingual:
    """Say that an event never happened, or not late enough; and what the nearest one of its kind was."""
    seqs = [seq for seq, event in enumerate(course.events) if pattern.fits(game, event)]
    if seqs:
        return message("too-early", event=pattern.text, was=course.told(seqs[-1]))
    near = [seq for seq, event in enumerate(course.events) if pattern.is_like(event)]
    if not near:
        return message("no-event", event=pattern.text)
    differing = pattern.differing(game, course.events[near[-1]])
    return message("other-event", event=pattern.text, was=course.told(near[-1]), differing=differing)


def _never(game: Game, course: Course, value: Any, at: Place) -> Iterator[Bilingual]:
    for pattern in _patterns(game, value, at):
        for seq, event in enumerate(course.events):
            if pattern.fits(game, event):
                yield failed(pattern.at, message("happened", event=pattern.text, was=course.told(seq)))
                break


def _count(game: Game, course: Course, value: Any, at: Place) -> Iterator[Bilingual]:
    """``{ Determined = "damage", times = 2 }``: it happened exactly so often."""
    for index, table in enumerate(list_of(value, at)):
        here = at / index
        if not isinstance(table, dict) or type(table.get("times")) is not int:
            raise here.wrong("shape", field="count", accepts='{ Determined = "damage", times = 2 }')
        times = table["times"]
        pattern = read_pattern(game, {name: table[name] for name in table if name != "times"}, here)
        found = sum(pattern.fits(game, event) for event in course.events)
        if found != times:
            yield failed(here, message("times", event=pattern.text, expected=times, found=found))


def _patterns(game: Game, value: Any, at: Place) -> list[Pattern]:
    return [read_pattern(game, table, at / index) for index, table in enumerate(list_of(value, at))]


# --- acts and questions ------------------------------------------------------------------------------------


def _parsed(game: Game, text: Any, at: Place) -> ParsedAct:
    try:
        line = read_line(str(text), at.line)
        if line is not None and line.kind == "act":
            return read_act(line, glossary_of(game))
    except Misread as misread:
        raise at.wrong("no-act", text=str(text), what=misread_in_full(misread)) from None
    raise at.wrong("shape", field=str(text), accepts="SEAT VERB …")


def _legal(game: Game, course: Course, value: Any, at: Place) -> Iterator[Bilingual]:
    for index, text in enumerate(list_of(value, at)):
        parsed = _parsed(game, text, at / index)
        try:
            wrong = not_legal(game, parsed)
        except Misread as misread:
            wrong = misread_in_full(misread)
        if wrong:
            yield failed(at / index, wrong)


def _refused(game: Game, course: Course, value: Any, at: Place) -> Iterator[Bilingual]:
    """``{ "SEAT VERB …" = "CLAUSE" }``, or a list of acts alone: then the case says which clause it was."""
    if isinstance(value, list):
        for index, text in enumerate(value):
            yield from _refused_anyhow(game, course, str(text), at / index)
        return
    for text, clause in table_of(value, at, '{ "SEAT VERB …" = "CLAUSE" }, ["SEAT VERB …"]').items():
        parsed = _parsed(game, text, at / text)
        if clause == "":
            yield from _refused_anyhow(game, course, text, at / text)
            continue
        if clause not in game.rules.clauses:
            raise (at / text).unknown(str(clause), "clause", game.rules.clauses)
        if wrong := not_refused_under(game, parsed, clause):
            yield failed(at / text, wrong)


def _refused_anyhow(game: Game, course: Course, text: str, at: Place) -> Iterator[Bilingual]:
    """The act is refused under any clause, which the case remarks."""
    clause, what = refusal_of(game, _parsed(game, text, at))
    if clause:
        course.remarks.append(message("refused-so", line=at.line, what=what))
    else:
        yield failed(at, message("not-refused", what=what))


def _asked(game: Game, course: Course, value: Any, at: Place) -> Iterator[Bilingual]:
    """``SEAT``, or ``SEAT VERB …``: who is asked now, and for what."""
    found = " ".join((game.ask.seat, *game.ask.verbs)) if game.ask else "–"
    if value not in (found, found.partition(" ")[0]):
        yield failed(at, message("instead", expected=str(value), found=found))


def _winner(game: Game, course: Course, value: Any, at: Place) -> Iterator[Bilingual]:
    accepted = (*game.rules.seats, DRAW, OPEN)
    if value not in accepted:
        raise at.unknown(str(value), "winner", accepted)
    result = game.table.result
    found = OPEN if result is None else result.winner or DRAW
    if value != found:
        what = message("instead", expected=value, found=found)
        since = course.brought(Touch(result=True)) if result else message("match-goes-on")
        yield failed(at, message("and-since", what=what, since=since))


def _score(game: Game, course: Course, value: Any, at: Place) -> Iterator[Bilingual]:
    """``score = 14`` of all players together, or by seat: ``score.A = 33``; the points at the end."""
    wanted = {TABLE: (value, at)}
    if isinstance(value, dict):
        wanted = {seat: (points, here) for seat, points, here in by_seat(game.rules, value, at)}
    scores = game.table.result.scores if game.table.result else {}
    for of, (expected, here) in wanted.items():
        if type(expected) is not int:
            raise here.wrong("shape", field="score", accepts="0, 1, 2 …")
        found = scores.get(of, "–")
        if found != expected:
            what = message("instead", expected=expected, found=found)
            since = course.brought(Touch(result=True)) if game.table.result else message("match-goes-on")
            yield failed(here, message("and-since", what=what, since=since))


FIELDS = {
    "events": _events,
    "never": _never,
    "count": _count,
    "legal": _legal,
    "refused": _refused,
    "asked": _asked,
    "winner": _winner,
    "score": _score,
}
"""The fields of ``then`` about the course of the case."""
