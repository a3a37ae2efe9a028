"""Finds the log, match, event and viewer that the arguments of a command name.

Not here: the commands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from analytics.imports.writing.tournament_events import TOURNAMENT
from engine.kernel.ruleset import Ruleset
from engine.record.match import Match
from events.view.own_count import own_count
from events.view.view import PUBLIC as NOBODY
from events.view.view import view
from kifuda.cli.base.language import Misuse
from kifuda.cli.base.opened import opened

RECORD = ".kfd"
"""The suffix that marks a name on the command line as a record file instead of a match of the log."""
PUBLIC = "public"
"""The viewer who has no seat."""


def match(name: str, log: Path) -> Match:
    """A match of the log by its id, or a record by its path. Raises ``Misuse`` for a tournament."""
    if name.endswith(RECORD):
        return Match.read(name)
    with opened(log) as source:
        found = Match.load(source, name)
    if found.opened.granularity == TOURNAMENT:
        raise Misuse("is-tournament", given=name)
    return found


def matches(names: Sequence[str], log: Path, *, every: bool) -> Iterator[Match]:
    """These matches, or every match of the log, without the streams of tournaments.

    Raises ``Misuse`` unless there are either names or ``every``.
    """
    if every == bool(names):
        raise Misuse("which-matches")
    if not every:
        yield from (match(name, log) for name in names)
        return
    with opened(log) as source:
        for info in source.matches():
            found = Match.load(source, info.match)
            if found.opened.granularity != TOURNAMENT:
                yield found


def names(log: Path) -> list[str]:
    """The ids of all matches in the log, in their order."""
    with opened(log) as source:
        return [info.match for info in source.matches()]


def event_number(match: Match, number: int | None) -> int:
    """The number of an event of the match, its last one if none is given. Raises ``Misuse``."""
    last = len(match) - 1
    if number is None:
        return last
    if not 0 <= number <= last:
        raise Misuse("event", match=match.id, given=number, last=last)
    return number


def seat(match: Match, name: str | None) -> str | None:
    """The seat that ``name`` means, by its letter or its player. Raises ``Misuse``."""
    if name is None:
        return None
    by_name = {player: seat for seat, player in match.opened.players.items()}
    found = by_name.get(name, name)
    if found not in match.opened.players:
        raise Misuse("seat", given=name, accepted=", ".join(match.opened.players))
    return found


def viewer(match: Match, name: str | None) -> str | None:
    """The viewer: a seat, the public, or None for one who may know everything recorded."""
    return name if name == PUBLIC else seat(match, name)


def seen(match: Match, viewer: str | None) -> Match:
    """The match with what ``viewer`` may know of it, under the numbers of the log."""
    if viewer is None:
        return match
    rules = installed(match)
    by = NOBODY if viewer == PUBLIC else viewer
    return Match(view(match.derived, rules, by), id=match.id, rules=rules)


def handed_out(match: Match, viewer: str | None) -> Match:
    """The match as ``viewer`` may have it: what they may know of it and, while it goes on, by their own
    count."""
    found = seen(match, viewer)
    if viewer is None or match.is_over:
        return found
    return Match(own_count(found.derived).derived, id=match.id, rules=found.rules)


def installed(match: Match) -> Ruleset:
    """The rules of the match. Raises ``Misuse`` where this edition is not installed."""
    if match.rules is None:
        pinned = filter(None, (match.opened.game, match.opened.edition))
        raise Misuse("not-installed", ruleset="@".join(pinned))
    return match.rules
