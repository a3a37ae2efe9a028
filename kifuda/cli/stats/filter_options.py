"""The options by which statistics choose matches, and the filters that they make.

Not here: what filters select (``analytics.query.filters``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from difflib import get_close_matches
from math import isfinite
from typing import Annotated, Any, TypedDict, Unpack

import typer

from analytics.query.filters import BOARDS, GRADES, SIMULATED, SOUND, STAGES, Filters
from kifuda.cli.base.language import Misuse
from kifuda.cli.base.parsers import day, number, one_of

Word = typer.Option
MOST_ROUNDS = 99

Player = Annotated[str, Word("--player", metavar="NAME")]
Card = Annotated[str, Word("--card", metavar="CARD")]
Without = Annotated[str, Word("--without", metavar="CARD")]
BoardName = Annotated[str, Word("--board", metavar="main|side|either", parser=one_of(*BOARDS))]
TournamentNames = Annotated[list[str] | None, Word("--tournament", metavar="NAME")]
Archetype = Annotated[str, Word("--archetype", metavar="NAME")]
OpponentArchetype = Annotated[str, Word("--opponent-archetype", metavar="NAME")]
FormatName = Annotated[str, Word("--format", metavar="NAME")]
Rounds = Annotated[str, Word("--rounds", metavar="N[-N]")]
StageName = Annotated[str, Word("--stage", metavar="swiss|elimination", parser=one_of(*STAGES))]
SimulatedOrNot = Annotated[str, Word("--simulated", metavar="any|only|none", parser=one_of(*SIMULATED))]
Grades = Annotated[list[str] | None, Word("--grade", metavar="GRADE", parser=one_of(*GRADES))]
Since = Annotated[date | None, Word("--since", metavar="DATE", parser=day)]
Until = Annotated[date | None, Word("--until", metavar="DATE", parser=day)]
Weeks = Annotated[int, Word("--weeks", metavar="N", parser=number(least=0, most=5200))]
Versus = Annotated[list[str] | None, Word("--versus", metavar="FILTER=VALUE")]
Field = Annotated[list[str] | None, Word("--field", metavar="DECK=WEIGHT")]
Split = Annotated[date | None, Word("--split", metavar="DATE", parser=day)]


class Given(TypedDict):
    """The values of the options."""

    game: str | None
    player: str
    card: str
    without: str
    board: str
    tournament: list[str] | None
    archetype: str
    opponent_archetype: str
    format: str
    rounds: str
    stage: str
    simulated: str
    grades: list[str] | None
    since: date | None
    until: date | None
    weeks: int


def filters_of(**given: Unpack[Given]) -> Filters:
    """The filters that these options make. Raises ``Misuse`` for rounds that are no numbers."""
    values: dict[str, Any] = dict(given)
    values["game"], values["edition"] = game_and_edition(given["game"] or "")
    values["grades"] = tuple(given["grades"] or SOUND)
    values["tournament"] = tuple(given["tournament"] or ())
    values["rounds"] = _rounds(given["rounds"], option="--rounds") if given["rounds"] else ()
    return Filters(**values)


def game_and_edition(written: str, *, option: str = "--game") -> tuple[str, str]:
    """``GAME`` or ``GAME@EDITION`` as both. Raises ``Misuse`` for an edition that is left open."""
    game, at, edition = written.partition("@")
    if at and not (game and edition):
        raise Misuse("edition", option=option, given=written, near="", accepted="GAME, GAME@EDITION")
    return game, edition


def versus_of(filters: Filters, written: Sequence[str]) -> Filters:
    """The filters with each ``NAME=VALUE`` instead; an empty value takes a filter away. Raises ``Misuse``."""
    values: dict[str, Any] = {}
    for one in written:
        name, there, value = one.partition("=")
        name = name.strip().replace("-", "_")
        if not there or name not in READ:
            near = ", ".join(get_close_matches(name, READ, n=1))
            raise Misuse(
                "word",
                option="--versus",
                given=one,
                near=near,
                accepted=", ".join(f"{name}=…" for name in READ),
            )
        try:
            values[name] = READ[name](value) if value else getattr(NOTHING, name)
        except Misuse as error:
            error.option = "--versus"
            raise
    if "game" in values:
        values["game"], edition = game_and_edition(values["game"], option="--versus")
        values["edition"] = edition or values.get("edition", "")
    return replace(filters, **values)


def field_of(written: Sequence[str]) -> dict[str, float]:
    """``Elves=3`` and ``Burn=0.25`` as weights. Raises ``Misuse``."""
    found: dict[str, float] = {}
    for one in written:
        name, _, weight = one.rpartition("=")
        if name in found:
            raise Misuse("deck-twice", given=name)
        try:
            found[name] = float(weight)
        except ValueError:
            raise Misuse("weight", given=one) from None
        if not name or not isfinite(found[name]):
            raise Misuse("weight", given=one)
    return found


def _rounds(value: str, *, option: str = "--versus") -> tuple[int, ...]:
    try:
        return rounds_of(value.split(","))
    except Misuse as error:
        error.option = option
        raise


NOTHING = Filters()
READ: Mapping[str, Callable[[str], Any]] = {
    "game": str,
    "edition": str,
    "player": str,
    "card": str,
    "without": str,
    "board": one_of(*BOARDS),
    "tournament": str,
    "archetype": str,
    "opponent_archetype": str,
    "format": str,
    "rounds": _rounds,
    "stage": one_of(*STAGES),
    "simulated": one_of(*SIMULATED),
    "since": day,
    "until": day,
    "weeks": number(least=0, most=5200),
}
"""Filter that ``--versus`` can change → how its value is read."""


def rounds_of(written: Sequence[str]) -> tuple[int, ...]:
    """``1-3`` and ``5`` as numbers. Raises ``Misuse``."""
    read = number(least=1, most=MOST_ROUNDS)
    found: set[int] = set()
    for part in written:
        first, to, last = part.strip().partition("-")
        begin = read(first)
        if to and not last:
            raise Misuse("number", given=part, accepted=f"{begin}, {begin}-{MOST_ROUNDS}")
        end = read(last) if to else begin
        if end < begin:
            raise Misuse("number", given=part, accepted=f"{end}-{begin}")
        found.update(range(begin, end + 1))
    return tuple(sorted(found))
