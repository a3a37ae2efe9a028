"""The events of a match in words, as far as the match that is given knows them.

Not here: the sentences (``engine.text.sentence``).
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from dashboard.app.escape import escaped
from engine.kernel.table import Table
from engine.record.match import Match
from engine.text.sentence import sentence
from events.model.kinds import ACTS, AnyEvent, Declared, Retracted, Shuffled

_event: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


class EventText(NamedTuple):
    """An event in words. ``decided`` tells acts from consequences."""

    seq: int
    event: AnyEvent
    text: str
    decided: bool


def describe(match: Match, first: int, last: int, language: str) -> Iterator[EventText]:
    """The events ``first`` to ``last`` (both included, as far as they exist) in order."""
    first, last = max(first, 0), min(last, len(match) - 1)
    table = match.table(first - 1) if first else Table()
    for seq in range(first, last + 1):
        event = match.events[seq]
        said = sentence(event, table, match.rules, language, players=match.opened.players)
        yield EventText(seq, event, said, isinstance(event, (*ACTS, Shuffled)))
        if isinstance(event, Retracted):
            table = match.table(seq)
        else:
            table.apply(event)


def describe_event(match: Match, seq: int, language: str) -> EventText:
    """One event. Raises ``IndexError`` outside of the record."""
    match.at(seq)
    return next(describe(match, seq, seq, language))


def as_markdown(told: EventText) -> str:
    """An event as Markdown: decisions stand out from their consequences."""
    said = escaped(told.text)
    return f"**{said}**" if told.decided else said


def evidence_text(match: Match, seq: int, text: str, language: str) -> str:
    """What a finding says about the record at ``seq``: a line as it was written, an event as its sentence."""
    if not text.startswith("{"):
        return text
    before = match.table(min(seq, len(match)) - 1) if seq else None
    return sentence(_event.decode(text), before, match.rules, language, players=match.opened.players)


def derivation(match: Match, seq: int, language: str) -> list[EventText]:
    """What the rules made of the last action before ``seq``: its declaration and its consequences."""
    earlier = range(min(seq, len(match)) - 1, 0, -1)
    act = next((s for s in earlier if isinstance(match.events[s], Declared)), None)
    if act is None:
        return []
    since = describe(match, act, seq - 1, language)
    return [told for told in since if told.decided or hasattr(told.event, "clauses")]
