"""Reading invented logs in the tests of game logs."""

from collections.abc import Iterator
from pathlib import Path

from analytics.imports.formats.format import Options
from analytics.imports.ptcgl.read import read
from analytics.imports.source import Source
from engine.record.match import Match
from events.model.kinds import Noted

LOGS = Path(__file__).parent / "logs"
HARBOUR = (LOGS / "harbour.txt").read_text("utf-8")
"""A match in which every kind of sentence stands, and each fits the table."""
BEGIN = """Setup
Mika won the coin toss.
Rui decided to go first.
Mika drew 7 cards for the opening hand.
- 7 drawn cards.
   • Emberkit, Emberkit, Emberfox, Basic Fire Energy, Basic Fire Energy, Rope Bridge, Tide Bell
Rui drew 7 cards for the opening hand.
- 7 drawn cards.
Mika played Emberkit to the Active Spot.
Mika played Emberkit to the Bench.
Rui played Pebblet to the Active Spot.
"""
"""Mika has two Emberkit in play; Rui has one Pebblet and six unknown cards in hand."""


def match_of(text: str | bytes) -> Match:
    """The match that a log tells."""
    data = text if isinstance(text, bytes) else text.encode()
    return read(Source("game.txt", data), Options()).match


def after_setup(*lines: str) -> Match:
    """The match of a log that begins as ``BEGIN`` and goes on with these lines."""
    return match_of(BEGIN + "".join(f"{line}\n" for line in lines))


def notes(match: Match, *topics: str) -> list[tuple[str, str]]:
    """(topic, text) of the doubts about a log, or of the notes on these topics."""
    wanted = topics or ("skipped", "misnamed", "miscounted", "unplaced")
    return [(e.topic, e.text) for e in match.events if isinstance(e, Noted) and e.topic in wanted]


def faces(match: Match, place: str) -> list[str]:
    """What lies in a place at the end, bottom first; ``""`` for cards that nobody knows."""
    table = match.table(len(match) - 1)
    return [table.face[card] for card in table.at(place)]


def attached(match: Match, place: str) -> dict[str, list[str]]:
    """What is attached to the cards of a place at the end, each by name (the last of one name counts)."""
    table = match.table(len(match) - 1)
    return {
        table.face[card]: [table.face[guest] for guest in table.guests.get(card, ())]
        for card in table.at(place)
    }


def everything(match: Match) -> Iterator[str]:
    """All sentences about a match, in both languages."""
    for seq in range(len(match)):
        yield from (match.sentence(seq, language) for language in ("en", "ja"))
