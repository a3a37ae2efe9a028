"""Which matches belong to which tournament, by their heads: from the facts as far as these reach, and from
the log for newer entries, or for everything.

Withdrawn matches belong to none. Not here: which of these form one tournament (``gather``).
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple, TypeVar

import polars as pl

from analytics.facts.extract.head import played, tournament, word
from analytics.imports.writing.tournament_events import RESULT, TOURNAMENT, Sheet
from analytics.imports.writing.tournament_recall import is_tournament, last_note, openings
from analytics.store.manifest import Manifest, StoreError, head, load
from analytics.tournaments.match_groups import Group, Place, What, groups, rows
from engine.record.timeline import withdrawn
from events.log.contract import Log
from events.model.kinds import Opened

Found = TypeVar("Found")


class MatchRegister:
    """The matches of ``log``; part of them is read from the store in ``folder``, if it was projected from
    this log.

    Raises ``events.log.contract.LogError``.
    """

    def __init__(self, log: Log, folder: Path | None = None) -> None:
        self.log = log
        self.facts = _facts_of(log, folder) if folder is not None else None
        self.newer = dict(self._from_log())

    def groups(self) -> list[Group]:
        """All groups of matches."""
        of_facts = self._from_facts(lambda facts: facts.groups(self._changed(facts.manifest)))
        counted: Counter[tuple[Place, What]] = Counter()
        days: dict[tuple[Place, What], date] = {}
        found: list[Group] = []
        for match, membership in self.newer.items():
            if membership is None:
                continue
            place, what, number, day = membership
            if what == "sheet":
                found.append(Group(place, what, number, day, match))
                continue
            counted[place, what] += number
            if day is not None:
                days[place, what] = min(day, days.get((place, what), day))
        found += (Group(*key, number, days.get(key)) for key, number in counted.items())
        return [*of_facts, *found]

    def matches(self, places: Collection[Place]) -> list[tuple[str, Opened]]:
        """The matches of these places with what they begin with, in the order of the log."""
        names = self._from_facts(lambda facts: facts.matches(places, self.newer))
        there = (
            (match, membership)
            for match, membership in self.newer.items()
            if membership and membership.place in places
        )
        names += [match for match, membership in there if membership.what != "sheet"]
        first = sorted((self.log.entry(name, 0) for name in names), key=lambda record: record.position)
        entries = [record.entry for record in first]
        return [(entry.match, entry.event) for entry in entries if type(entry.event) is Opened]

    def has_sheet(self, id: str) -> bool:
        """Whether there is an import of the tournament ``id`` that is not withdrawn, even without players."""
        return self.log.count(id) > 0 and is_tournament(self.log, id) and not self._is_withdrawn(id)

    def first_name(self, stream: str) -> str:
        """The name of the tournament in the first file of an import; a correcting file may have another."""
        event = self.log.entry(stream, 0).entry.event
        return (tournament(event.head) or "") if type(event) is Opened else ""

    def _changed(self, manifest: Manifest) -> list[str]:
        """The matches whose rows in the facts are outdated."""
        in_facts = (match for match in self.newer if match not in manifest.unreadable)
        return [match for match in in_facts if self.log.entry(match, 0).position < manifest.position]

    def _from_facts(self, ask: "Callable[[_Facts], Iterable[Found]]") -> list[Found]:
        """The answer of the facts; nothing if they cannot be read: then the log is read as a whole."""
        if self.facts is None:
            return []
        try:
            return list(ask(self.facts))
        except (OSError, StoreError, pl.exceptions.PolarsError):
            # Newer facts replaced them, or they are damaged.
            self.facts = None
            self.newer = dict(self._from_log())
            return []

    def _from_log(self) -> Iterator[tuple[str, "_Membership | None"]]:
        """For every match without current rows in the facts: where it belongs, or None."""
        if self.facts is None:
            for match, opened in openings(self.log):
                yield match, self._of(match, opened)
            return
        manifest = self.facts.manifest
        since = {record.entry.match: None for record in self.log.follow(manifest.position)}
        for match in since | dict.fromkeys(manifest.unreadable):
            event = self.log.entry(match, 0).entry.event
            yield match, self._of(match, event) if type(event) is Opened else None

    def _of(self, match: str, opened: Opened) -> "_Membership | None":
        id, name = word(opened.head, "tournament.id") or "", tournament(opened.head) or ""
        if not (id or name) or self._is_withdrawn(match):
            return None
        if opened.granularity == TOURNAMENT:
            sheet = last_note(self.log.history(match), "tournament", Sheet)
            if sheet is None:
                return None
            place = Place(opened.game, sheet.id, sheet.name)
            return _Membership(place, "sheet", len(sheet.players), played({"played": sheet.date}))
        what: What = "result" if is_imported(opened) else "record"
        return _Membership(Place(opened.game, id, name), what, 1, played(opened.head))

    def _is_withdrawn(self, match: str) -> bool:
        last = self.log.entry(match, self.log.count(match) - 1).entry
        return withdrawn([(last.event, last.cause)])


def is_imported(opened: Opened) -> bool:
    """Whether a match is a result of an import; other matches are written records."""
    return opened.granularity == RESULT and "tournament.id" in opened.head


class _Membership(NamedTuple):
    place: Place
    what: What
    number: int
    day: date | None


# --- out of the facts ----------------------------------------------------------------------------------


class _Facts:
    """The groups and matches of tournaments in the facts of a manifest, without some matches."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder, self.manifest = folder, manifest

    def groups(self, without: Collection[str]) -> list[Group]:
        return groups(self.folder, self.manifest, without=without)

    def matches(self, places: Collection[Place], without: Collection[str]) -> list[str]:
        here = pl.any_horizontal(*(_is_of(place) for place in places))
        games = {place.game for place in places}
        parts = [part for part in self.manifest.parts if part.game in games]
        found = rows(self.folder, parts, "match", without).filter(here)
        names: list[str] = found.select("match").collect()["match"].to_list()
        return names


def _is_of(place: Place) -> pl.Expr:
    named = zip(("tournament_id", "tournament"), place[1:], strict=True)
    same = (pl.col(name) == text if text else pl.col(name).is_null() for name, text in named)
    return pl.all_horizontal(pl.col("game") == place.game, *same)


def _facts_of(log: Log, folder: Path) -> _Facts | None:
    """The facts in a folder; None unless they were projected from this log."""
    try:
        manifest = load(folder)
    except StoreError:
        return None
    if manifest.position > log.size or manifest.head != head(log, manifest.position):
        return None
    return _Facts(folder, manifest)
