"""The tournaments of a log: imported ones, written records that name theirs, and the two joined.

A record belongs to a tournament by ``tournament.id``, else by the name, if only one tournament has it. It
does not count beside an imported result of the same players in the same round: it is the full record of that
match. Not here: reading results back (``analytics.imports.writing.tournament_recall``), and counting.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import chain, count

import msgspec

from analytics.archetypes.label import labels_of
from analytics.imports.tournament import (
    Deck,
    Kind,
    Outcome,
    Pairing,
    Player,
    Round,
    Score,
    Tournament,
    slug,
)
from analytics.imports.writing.tournament_events import Import, RoundSheet, Sheet, head_text
from analytics.imports.writing.tournament_recall import last_note, pairing
from analytics.tournaments.match_groups import Group, Place
from analytics.tournaments.membership import MatchRegister, is_imported
from events.log.contract import Log
from events.model.kinds import Opened


@dataclass
class TournamentSummary:
    """A tournament: its own entries (``stream``, ``""`` without an import) and what the first file ``called``
    it, the ``places`` that its matches name, how many imported ``results`` and written ``records`` these are,
    and the day of the first."""

    id: str
    name: str
    game: str
    stream: str = ""
    called: str = ""
    places: set[Place] = field(default_factory=set)
    results: int = 0
    records: int = 0
    day: date | None = None

    def take(self, group: Group) -> None:
        """Let a group of matches belong to it."""
        self.places.add(group.place)
        if group.what == "result":
            self.results += group.number
        else:
            self.records += group.number
        self.day = min(filter(None, (self.day, group.day)), default=None)


@dataclass(frozen=True)
class LoadedTournament:
    """A tournament with everything that the log has of it; the ``place`` of a pairing is its match in the
    log.

    ``imported`` is None without a file · ``records``: match → written records of it beside an imported
    result · ``contradicted``: those that tell another winner.
    """

    tournament: Tournament
    imported: Import | None
    records: Mapping[str, tuple[str, ...]]
    contradicted: tuple[str, ...]


def list_tournaments(register: MatchRegister) -> list[TournamentSummary]:
    """Every tournament in order of the first day; those without a day come last."""
    groups = sorted(register.groups(), key=_first)
    found: dict[str, TournamentSummary] = {}
    for group in groups:
        if group.what == "sheet" and group.number:
            game, id, name = group.place
            called = register.first_name(group.stream)
            found[id] = TournamentSummary(id, name, game, group.stream, called, day=group.day)
    matches = [group for group in groups if group.what != "sheet"]
    for group in matches:
        if id := group.place.id:
            if id not in found:
                stream = id if register.has_sheet(id) else ""
                found[id] = TournamentSummary(id, group.place.name or id, group.place.game, stream)
            found[id].take(group)
    by_name = _by_name(found.values())
    for group in matches:
        if not group.place.id:
            _belonging(group.place, by_name, found).take(group)
    listed = (one for one in found.values() if one.stream or one.records)
    return sorted(listed, key=lambda one: (one.day or date.max, one.name, one.id))


def _first(group: Group) -> tuple[date, Place, str]:
    return group.day or date.max, group.place, group.what


ByName = dict[tuple[str, str], list[TournamentSummary]]
"""Game and name → the tournaments that are, or were, called so."""


def _by_name(found: Iterable[TournamentSummary]) -> ByName:
    by_name: ByName = {}
    for one in found:
        for name in {one.name, one.called}:
            by_name.setdefault((one.game, name), []).append(one)
    return by_name


def _belonging(place: Place, by_name: ByName, found: dict[str, TournamentSummary]) -> TournamentSummary:
    """The tournament that records mean by its name; a new one is added."""
    same = by_name.get((place.game, place.name), ())
    if len(same) == 1:
        return same[0]
    # Several imported ones of this name: the records do not say which, and make one of their own.
    own = slug(place.name) or place.name
    free = chain((own, f"{own}-{place.game}"), (f"{own}-{number}" for number in count(2)))
    one = TournamentSummary(next(id for id in free if id not in found), place.name, place.game)
    found[one.id] = one
    by_name[place.game, place.name] = [one]
    return one


def load_tournament(register: MatchRegister, summary: TournamentSummary) -> LoadedTournament:
    """The tournament, read from the log. Raises ``events.log.contract.LogError``."""
    return _Loading(register.log, summary, register.matches(summary.places)).run()


RoundKey = tuple[str, int]
"""Pod and number."""


class _Loading:
    def __init__(self, log: Log, summary: TournamentSummary, matches: Iterable[tuple[str, Opened]]) -> None:
        self.log, self.summary, self.matches = log, summary, list(matches)
        history = log.history(summary.stream) if summary.stream else []
        self.sheet = last_note(history, "tournament", Sheet)
        self.imported = last_note(history, "import", Import)
        self.players = {player.id: player for player in self.sheet.players} if self.sheet else {}
        names = Counter(player.name for player in self.players.values())
        self.ids = {player.name: player.id for player in self.players.values() if names[player.name] == 1}
        self.rounds: dict[RoundKey, list[Pairing]] = {}
        self.heads: dict[RoundKey, RoundSheet] = {}
        self.records: dict[str, tuple[str, ...]] = {}
        self.contradicted: list[str] = []

    def run(self) -> LoadedTournament:
        sheet, summary = self.sheet, self.summary
        for one in sheet.rounds if sheet else ():
            self.heads[one.pod, one.number] = one
            self.rounds[one.pod, one.number] = []
        for match, opened in self.matches:
            if is_imported(opened):
                self._result(match, opened)
        for pairings in self.rounds.values():
            # A match that a correction opened anew stands behind all others in the log.
            pairings.sort(key=lambda one: _in_order(one.place))
        self._written()
        tournament = Tournament(
            id=summary.id,
            name=sheet.name if sheet else summary.name,
            game=sheet.game if sheet else summary.game,
            play=sheet.play if sheet else "",
            date=sheet.date if sheet else self._day(),
            rules=sheet.rules if sheet else "mtr",
            players=tuple(self.players.values()),
            rounds=tuple(self._round(key, pairings) for key, pairings in self.rounds.items()),
            standings=sheet.standings if sheet else (),
            remarks=sheet.remarks if sheet else {},
        )
        return LoadedTournament(tournament, self.imported, self.records, tuple(self.contradicted))

    def _result(self, match: str, opened: Opened) -> None:
        players = [head_text(opened.head, f"player.{seat}") for seat in opened.players]
        history = list(self.log.history(match))
        for player, label in zip(players, map(labels_of(history).get, opened.players), strict=True):
            if label and player in self.players:
                self._name_deck(player, label)
        found = pairing(history, players)
        if found is not None:
            key = self._key(opened, head_text(opened.head, "tournament.stage"))
            self.rounds[key].append(msgspec.structs.replace(found, place=match))

    def _name_deck(self, player: str, label: str) -> None:
        """A label that somebody gave the deck counts instead of the name in the file."""
        one = self.players[player]
        deck = msgspec.structs.replace(one.deck or Deck(), archetype=label)
        self.players[player] = msgspec.structs.replace(one, deck=deck)

    def _key(self, opened: Opened, kind: str = "") -> RoundKey:
        """The round of a match; a round that the file does not have is added after its rounds."""
        number = head_text(opened.head, "tournament.round")
        key = head_text(opened.head, "tournament.pod"), int(number) if number.isdecimal() else 0
        if key not in self.rounds:
            self.rounds[key] = []
            self.heads[key] = RoundSheet(key[1], number, msgspec.convert(kind, Kind), key[0])
        return key

    def _round(self, key: RoundKey, pairings: list[Pairing]) -> Round:
        head = self.heads[key]
        by_table = sorted(pairings, key=lambda one: (not one.table, _in_order(one.table)))
        return Round(head.number, head.name, head.kind, tuple(by_table), head.pod)

    # --- written records ---------------------------------------------------------------------------

    def _written(self) -> None:
        """Add the written records by round and players: several of one match are its games."""
        by_match: dict[tuple[RoundKey, frozenset[str]], list[Pairing]] = {}
        for match, opened in self.matches:
            if is_imported(opened):
                continue
            players = [self._player(name) for name in opened.players.values()]
            found = pairing(self.log.history(match), players)
            if found is not None and len(set(players)) == len(players):
                games = by_match.setdefault((self._key(opened), frozenset(players)), [])
                games.append(msgspec.structs.replace(found, place=match))
        for (key, together), games in by_match.items():
            same = [one for one in self.rounds[key] if frozenset(one.players) == together]
            if same:
                self._beside(same[0], games)
            else:
                self.rounds[key].append(_match(games))

    def _player(self, name: str) -> str:
        id = self.ids.get(name, name)
        self.players.setdefault(id, Player(id, name))
        return id

    def _beside(self, result: Pairing, games: list[Pairing]) -> None:
        """Add records of a match whose result was imported: they belong to it, even with another winner."""
        self.records[result.place] = tuple(game.place for game in games)
        if _winner(_match(games)) != _winner(result):
            self.contradicted += [game.place for game in games]

    def _day(self) -> str:
        days = sorted(head_text(opened.head, "played") for _, opened in self.matches)
        return next(filter(None, days), "")


def _in_order(name: str) -> list[str | tuple[int, str]]:
    """The sort key of names with numbers: 9 before 10."""
    parts = enumerate(re.split(r"0*(\d+)", name))
    return [(len(part), part) if index % 2 else part for index, part in parts]


def _winner(pairing: Pairing) -> str | None:
    return None if pairing.winner is None else pairing.players[pairing.winner]


def _match(games: Sequence[Pairing]) -> Pairing:
    """Games of the same players as one match; a single record is a match of one game."""
    players = games[0].players
    won = Counter(_winner(game) for game in games if game.outcome != "unfinished")
    counts = tuple(won[player] for player in players)
    best = max(counts)
    leading = [index for index, count in enumerate(counts) if count == best]
    winner = leading[0] if best and len(leading) == 1 else None
    outcome: Outcome = "win" if winner is not None else "tie" if won.total() else "unfinished"
    return Pairing(
        players,
        outcome,
        winner,
        Score(counts, won[None]) if won.total() else None,
        first=games[0].first if len(games) == 1 else None,
        table=games[0].table,
        place=games[0].place,
    )
