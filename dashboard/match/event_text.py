"""Events of a match as sentences, with no more than the given match (or view of a match) knows, and with
names of cards in the language of the page.

Not here: the sentences (``engine.text.sentence``).
"""

from collections.abc import Iterator
from typing import NamedTuple

from dashboard.app.escape import escaped
from dashboard.match.card_names import CardNames
from engine.audit.verdict import event_in
from engine.kernel.table import Table
from engine.record.match import Match
from engine.text.sentence import sentence
from events.model.kinds import ACTS, AnyEvent, Retracted, Shuffled


class EventText(NamedTuple):
    """An event as a sentence. ``decided`` is true for acts and false for their consequences."""

    seq: int
    event: AnyEvent
    text: str
    decided: bool


def describe(match: Match, first: int, last: int, language: str) -> Iterator[EventText]:
    """The events from ``first`` to ``last``, both included, as far as they exist."""
    first, last = max(first, 0), min(last, len(match) - 1)
    names = CardNames(match.rules, language)
    table = match.table(first - 1) if first else Table()
    for seq in range(first, last + 1):
        event = match.events[seq]
        text = sentence(event, table, match.rules, language, players=match.opened.players)
        yield EventText(seq, event, names.translated(text), isinstance(event, (*ACTS, Shuffled)))
        if isinstance(event, Retracted):
            table = match.table(seq)
        else:
            table.apply(event)


def describe_event(match: Match, seq: int, language: str) -> EventText:
    """One event. Raises ``IndexError`` outside of the record."""
    match.at(seq)
    return next(describe(match, seq, seq, language))


def as_markdown(event: EventText) -> str:
    """An event as Markdown: decisions in bold, consequences not."""
    text = escaped(event.text)
    return f"**{text}**" if event.decided else text


def evidence_text(match: Match, seq: int, text: str, language: str) -> str:
    """A field of a finding at ``seq`` as text: an event as its sentence, a written line as it is, but for
    names of cards."""
    event = event_in(text)
    if event is not None:
        before = match.table(min(seq, len(match)) - 1) if seq else None
        text = sentence(event, before, match.rules, language, players=match.opened.players)
    return CardNames(match.rules, language).translated(text)
