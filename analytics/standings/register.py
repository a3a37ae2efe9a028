"""Which matches belong to which tournament, by what their heads say: out of the facts as far as these reach,
and out of the log for what came since, or for everything.

What was withdrawn belongs nowhere. Not here: which of these make one tournament (``gather``).
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

import polars as pl

from analytics.facts.head import played, tournament, word
from analytics.imports.recall import is_tournament, openings, told
from analytics.imports.record import RESULT, TOURNAMENT, Sheet
from analytics.manifest import Manifest, StoreError, load
from analytics.measures.sources import scanned
from analytics.run import head
from engine.timeline import withdrawn
from events.kinds import Opened
from events.log import Log

What = Literal["sheet", "result", "record"]
Found = TypeVar("Found")


class Place(NamedTuple):
    """What a head says of where a match belongs; ``id`` is ``""`` where it names the tournament alone."""

    game: str
    id: str
    name: str


class Group(NamedTuple):
    """What belongs to one place: a ``number`` of imported results or written records, or the sheet of an
    import with a number of players, which is no match and has entries of its own (``stream``). ``day`` is
    that of the first."""

    place: Place
    what: What
    number: int
    day: date | None
    stream: str = ""


class Register:
    """What ``log`` says, of which the store in ``folder`` knows a part where it was projected from this log.

    Raises ``events.log.LogError``.
    """

    def __init__(self, log: Log, folder: Path | None = None) -> None:
        self.log = log
        self.facts = _facts_of(log, folder) if folder is not None else None
        self.heard = dict(self._heard())

    def groups(self) -> list[Group]:
        """All of them."""
        of_facts = self._asked(lambda facts: facts.groups(self.heard))
        counted: Counter[tuple[Place, What]] = Counter()
        days: dict[tuple[Place, What], date] = {}
        found: list[Group] = []
        for match, heard in self.heard.items():
            if heard is None:
                continue
            place, what, number, day = heard
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
        names = self._asked(lambda facts: facts.matches(places, self.heard))
        there = ((match, heard) for match, heard in self.heard.items() if heard and heard.place in places)
        names += [match for match, heard in there if heard.what != "sheet"]
        first = sorted((self.log.entry(name, 0).entry for name in names), key=lambda entry: entry.position)
        return [(entry.match, entry.event) for entry in first if type(entry.event) is Opened]

    def has_sheet(self, id: str) -> bool:
        """Whether there is an import of the tournament ``id`` that stands, whoever played in it."""
        return self.log.count(id) > 0 and is_tournament(self.log, id) and not self._is_withdrawn(id)

    def first_name(self, stream: str) -> str:
        """What the first file called the tournament of an import; one that corrects it may say otherwise."""
        event = self.log.entry(stream, 0).entry.event
        return (tournament(event.head) or "") if type(event) is Opened else ""

    def _asked(self, ask: "Callable[[_Facts], Iterable[Found]]") -> list[Found]:
        """What the facts answer; nothing where they cannot be read, for then the log tells everything."""
        if self.facts is None:
            return []
        try:
            return list(ask(self.facts))
        except (OSError, pl.exceptions.PolarsError):  # newer ones took their place, or they are broken
            self.facts = None
            self.heard = dict(self._heard())
            return []

    def _heard(self) -> Iterator[tuple[str, "_Heard | None"]]:
        """Of every match that the facts do not tell of as it is now: where it belongs, if anywhere."""
        if self.facts is None:
            for match, opened in openings(self.log):
                yield match, self._of(match, opened)
            return
        manifest = self.facts.manifest
        since = {record.entry.match: None for record in self.log.follow(manifest.position)}
        for match in since | dict.fromkeys(manifest.unreadable):
            event = self.log.entry(match, 0).entry.event
            yield match, self._of(match, event) if type(event) is Opened else None

    def _of(self, match: str, opened: Opened) -> "_Heard | None":
        id, name = word(opened.head, "tournament.id") or "", tournament(opened.head) or ""
        if not (id or name) or self._is_withdrawn(match):
            return None
        if opened.granularity == TOURNAMENT:
            sheet = told(self.log.history(match), "tournament", Sheet)
            if sheet is None:
                return None
            place = Place(opened.game, sheet.id, sheet.name)
            return _Heard(place, "sheet", len(sheet.players), played({"played": sheet.date}))
        what: What = "result" if is_imported(opened) else "record"
        return _Heard(Place(opened.game, id, name), what, 1, played(opened.head))

    def _is_withdrawn(self, match: str) -> bool:
        last = self.log.entry(match, self.log.count(match) - 1).entry
        return withdrawn([(last.event, last.cause)])


def is_imported(opened: Opened) -> bool:
    """Whether a match is the result of an import, of which there is a sheet; others are records."""
    return opened.granularity == RESULT and "tournament.id" in opened.head


class _Heard(NamedTuple):
    place: Place
    what: What
    number: int
    day: date | None


# --- out of the facts ----------------------------------------------------------------------------------


class _Facts:
    """What the facts of a manifest say of tournaments, but for some matches."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder, self.manifest = folder, manifest

    def groups(self, without: Collection[str]) -> Iterator[Group]:
        imported = (pl.col("granularity") == RESULT) & (pl.col("tournament_id") != "")
        matches = self._counted("match", "granularity", without).group_by(*PLACE, imported.alias("imported"))
        for *place, result, number, day in matches.agg(
            pl.col("number").sum(), pl.col("day").min()
        ).iter_rows():
            yield Group(Place(*place), "result" if result else "record", number, day)
        sheets = self._counted("entrant", "match", without)
        for *place, match, number, day in sheets.iter_rows():
            yield Group(Place(*place), "sheet", number, day, match)

    def matches(self, places: Collection[Place], without: Collection[str]) -> list[str]:
        here = pl.any_horizontal(*(_is_of(place) for place in places))
        rows = self._rows("match", without, here, games={place.game for place in places})
        names: list[str] = rows.select("match").collect()["match"].to_list()
        return names

    def _counted(self, table: str, key: str, without: Collection[str]) -> pl.DataFrame:
        """The rows of each ``PLACE`` and ``key``, all of which are text: their ``number`` and first ``day``.

        Words become text when they are counted: a million rows have a few thousand.
        """
        rows = self._rows(table, without, IN_A_TOURNAMENT).group_by(*PLACE, key)
        found = rows.agg(pl.len().alias("number"), pl.col("day").min()).collect()
        return found.with_columns(pl.col(*PLACE, key).cast(pl.String).fill_null(""))

    def _rows(
        self, table: str, without: Collection[str], where: pl.Expr, *, games: Collection[str] | None = None
    ) -> pl.LazyFrame:
        """The rows that fulfil a condition."""
        parts = [part for part in self.manifest.parts if games is None or part.game in games]
        rows = scanned(self.folder, parts, table=table).filter(where)
        if without:
            rows = rows.filter(~pl.col("match").cast(pl.String).is_in(list(without)))
        return rows


IN_A_TOURNAMENT = pl.any_horizontal(pl.col("tournament_id", "tournament").is_not_null())


def _is_of(place: Place) -> pl.Expr:
    named = zip(("tournament_id", "tournament"), place[1:], strict=True)
    same = (pl.col(name) == said if said else pl.col(name).is_null() for name, said in named)
    return pl.all_horizontal(pl.col("game") == place.game, *same)


PLACE = ("game", "tournament_id", "tournament")
"""The columns of the facts that make a ``Place``."""


def _facts_of(log: Log, folder: Path) -> _Facts | None:
    """The facts in a folder; None unless they were projected from this log."""
    try:
        manifest = load(folder)
    except StoreError:
        return None
    if manifest.position > log.size or manifest.head != head(log, manifest.position):
        return None
    return _Facts(folder, manifest)
