"""One natural sentence for each event, in English or Japanese.

Which sentence it is follows from the event's own words (``what``, ``verb``, ``quantity``); a word that
no text knows is shown as it is. Not here: the texts (``texts.toml``), nor why an act is refused
(``text``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from engine.kernel.ask import TABLE
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from engine.text.computation import trail, trail_line
from engine.text.event_facts import facts_of
from engine.text.label import Labels
from engine.text.phrase import capital, fill, find
from events.model.changes import Grant
from events.model.kinds import (
    AnyEvent,
    Began,
    Chose,
    Declared,
    Determined,
    Ended,
    Failed,
    Happened,
    Noted,
    Opened,
    Paid,
    Passed,
    Resolved,
    Triggered,
)

NO_SETTINGS: Mapping[str, Any] = MappingProxyType({})
NOBODY_WON = ("double-loss", "no-show")
"""Reasons of the end of a match without a winner that make it no draw."""


def sentence(
    event: AnyEvent,
    before: Table | None,
    rules: Ruleset | None,
    language: str,
    *,
    players: Mapping[str, str] | None = None,
) -> str:
    """Return the sentence for ``event`` in ``language`` (``en`` or ``ja``).

    ``before`` is the table just before it, as the reader may see it; ``players`` gives names by seat.
    ``rules`` is None for a match whose edition is not installed.
    """
    named = event.players if isinstance(event, Opened) else players
    changes = getattr(event, "changes", ())
    labels = Labels(rules, language, table=before, players=named, changes=changes)
    found = find(rules, text_key(event, rules))
    assert found is not None, "every kind of event has at least its fallback"
    no_card = {"card": labels.term("word", "earlier-card")}  # such as what a case gives as in force
    return capital(fill(found[language], facts_of(event, before, labels), instead=no_card))


def text_key(event: AnyEvent, rules: Ruleset | None) -> str:
    """Return the key of the most specific sentence that exists for ``event``. It begins with ``fallback.``
    where no text has the event's own words."""
    for key in text_keys(event, rules):
        if find(rules, key) is not None:
            return key
    return f"fallback.{type(event).__name__}"


def clause_text(
    rules: Ruleset | None, id: str, language: str, *, settings: Mapping[str, Any] = NO_SETTINGS
) -> str:
    """Return the text of a clause; for an id that the rules do not have, a text that says so.

    One on which the rules documents are silent says so, with the settings that decide it: their values are
    those of the match (``settings``), else the proposed ones. One that the documents state names those of the
    settings that are not the proposed ones: they may say otherwise.
    """
    clause = rules.clauses.get(id) if rules is not None else None
    if rules is None or clause is None:
        return Labels(rules, language).text("label.no-clause", id=id)
    silent = clause.origin == "decision"
    proposed = {name: rules.settings[name].default for name in clause.setting.split()}
    values = {name: settings.get(name, default) for name, default in proposed.items()}
    told = ", ".join(
        f"{name} = {as_written(value)}" for name, value in values.items() if silent or value != proposed[name]
    )
    if not silent and not told:
        return clause.says[language]
    key = "label.open-point" if silent else "label.house-rule"
    return Labels(rules, language).text(key, text=clause.says[language], settings=told)


def as_written(value: bool | int | str) -> str:
    """The value of a setting as a record has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def text_keys(event: AnyEvent, rules: Ruleset | None) -> Iterator[str]:
    """Yield the keys under which a sentence for ``event`` may stand, the most specific first."""
    match event:
        case Happened():
            yield from _happened(event, rules)
        case Declared() | Chose() | Passed():
            yield f"act.{event.verb}"
        case Ended(span="match", winner="", scores=scores) if TABLE in scores:
            yield "ended.score"
        case Ended(span="match", winner="", reason=reason) if reason in NOBODY_WON:
            yield "ended.nobody"
        case Ended(span="match", winner=""):
            yield "ended.draw"
        case Ended():
            yield f"ended.{event.span}"
        case Began():
            yield f"began.{event.span}"
        case Paid():
            yield f"paid.{event.resource}"
        case Resolved():
            yield f"resolved.{event.what}"
        case Failed():
            yield f"failed.{event.what} {event.why}"
            yield f"failed.{event.what}"
        case Determined():
            yield f"determined.{event.quantity}"
            yield "event.Determined"
        case Triggered():
            yield f"triggered.{event.ability}"
            yield "event.Triggered"
        case Noted():
            yield f"noted.{event.topic}"
        case _:
            yield f"event.{type(event).__name__}"


def _happened(event: Happened, rules: Ruleset | None) -> Iterator[str]:
    """``modified`` and ``forbidden`` by what they are about; the moves of a track under one key for all."""
    for change in event.changes:
        if isinstance(change, Grant):
            yield f"event.{event.what} {change.quantity.rpartition(' ')[2]}"
    yield f"event.{event.what}"
    track, _, direction = event.what.rpartition(" ")
    if rules is not None and any(known.id == track for known in rules.tracks):
        yield f"event.track {direction}"


__all__ = ["as_written", "clause_text", "sentence", "text_key", "text_keys", "trail", "trail_line"]
