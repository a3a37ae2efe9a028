"""Tournaments in the JSON of TopDeck's API (version 2), with matches of two players or pods of four.

A match names its winner or says that it was drawn; games are not counted. Not here: asking the API.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from analytics.imports.formats.format import Options, TournamentFormat, TournamentReading
from analytics.imports.formats.rows import (
    RowReader,
    all_players,
    as_object,
    given_percents,
    json_or_none,
    parse_json,
)
from analytics.imports.source import Source
from analytics.imports.tournament import (
    Deck,
    Kind,
    Outcome,
    Pairing,
    Player,
    Round,
    Standing,
    Tournament,
    slug,
)

GAMES = {"magic: the gathering": "magic", "pokemon": "pokemon-tcg", "pokémon tcg": "pokemon-tcg"}
DRAW, BYE = "draw", "bye"
OPEN = ("pending", "active")


class _Seat(msgspec.Struct, frozen=True):
    name: str | None = None
    id: str | None = None
    decklist: str | None = None
    deckObj: Any = None


class _Table(msgspec.Struct, frozen=True):
    table: int | str
    players: list[_Seat]
    winner: str | None = None
    winner_id: str | None = None
    status: str | None = None


class _Round(msgspec.Struct, frozen=True):
    round: int | str
    tables: Any = None


class _Line(msgspec.Struct, frozen=True):
    name: str | None = None
    id: str | None = None
    standing: int | None = None
    wins: int | None = None
    losses: int | None = None
    draws: int | None = None
    points: int | None = None
    opponentWinRate: float | None = None
    gameWinRate: float | None = None
    opponentGameWinRate: float | None = None
    deckObj: Any = None


class _Head(msgspec.Struct, frozen=True):
    TID: str = ""
    tournamentName: str = ""
    name: str = ""
    game: str = ""
    format: str = ""
    startDate: int | str | None = None


def recognises(source: Source) -> bool:
    """Whether this is one tournament of the API (alone, or the only one of a list)."""
    found = _single(json_or_none(source.data))
    return "rounds" in found and bool({"TID", "tournamentName", "data"} & found.keys())


def _single(found: Any) -> dict[str, Any]:
    if isinstance(found, list) and len(found) == 1:
        found = found[0]
    return dict(as_object(found))


def read(sources: Sequence[Source], options: Options) -> TournamentReading:
    """The tournament in the one file. Raises ``BadFile``."""
    (source,) = sources
    return _Reader(source, options).read()


class _Reader:
    def __init__(self, source: Source, options: Options) -> None:
        self.found = _single(parse_json(source))
        self.rows = RowReader(source.name)
        self.options = options
        self.decks: dict[str, Deck] = {}
        self.names: dict[str, str] = {}

    def read(self) -> TournamentReading:
        head = self.rows.convert({**as_object(self.found.get("data")), **self.found}, _Head, "")
        name = (head.tournamentName or head.name) if head else ""
        if head is None or not slug(name):
            raise self.rows.fail("", "no-name")
        lines = [(place, line) for place, line in self.rows.each(
            self.found.get("standings"), _Line, "standings") if self._known(place, line)]  # fmt: skip
        rounds = self._rounds()
        date = self._date(head.startDate)
        known = [Player(id, name, self.decks.get(id)) for id, name in self.names.items()]
        tournament = Tournament(
            id=self.options.name or f"topdeck-{slug(head.TID) or '-'.join((slug(name), date[:10]))}",
            name=name,
            game=self.options.game or GAMES.get(head.game.casefold(), slug(head.game) or "magic"),
            play=slug(head.format),
            date=date,
            rules="mtr",
            players=all_players(known, rounds),
            rounds=rounds,
            standings=tuple(_standing(line) for _, line in lines),
        )
        return TournamentReading(tournament, tuple(self.rows.problems))

    def _date(self, written: int | str | None) -> str:
        """When it began; the API counts seconds since 1970."""
        if isinstance(written, str):
            return self.rows.date(written, "startDate")
        if written is None:
            return ""
        try:
            return datetime.fromtimestamp(written, UTC).isoformat()
        except (ValueError, OverflowError, OSError):
            self.rows.problem("startDate", "date", given=written)
            return ""

    def _known(self, place: str, seat: _Seat | _Line) -> str:
        """The id of a player, whose name and deck are noted; ``""``, and a problem, for nobody."""
        id = seat.id or seat.name or ""
        if not id:
            self.rows.problem(place, "no-id")
            return ""
        self.names.setdefault(id, seat.name or id)
        if deck := _deck(seat.deckObj):
            self.decks.setdefault(id, deck)
        return id

    def _rounds(self) -> tuple[Round, ...]:
        found = list(self.rows.each(self.found.get("rounds"), _Round, "rounds"))
        made = []
        last = 0
        for place, round in found:
            name = str(round.round)
            number = int(name) if name.isascii() and name.isdecimal() and len(name) < 5 else last + 1
            kind: Kind = "swiss" if isinstance(round.round, int) else "elimination"
            tables = self.rows.each(round.tables, _Table, f"{place}.tables")
            pairings = (self._pairing(at, table) for at, table in tables)
            made.append(Round(number, name, kind, tuple(pairing for pairing in pairings if pairing)))
            last = number
        return tuple(made)

    def _pairing(self, place: str, table: _Table) -> Pairing | None:
        seats = [self._known(place, seat) for seat in table.players]
        if not all(seats):
            return None
        if not self.rows.check_players(seats, place):
            return None
        players = tuple(seats)
        outcome, winner = self._outcome(table, players)
        if outcome is None:
            accepted = ", ".join((*players, "Draw"))
            self.rows.problem(place, "winner", given=table.winner or table.winner_id, accepted=accepted)
            return None
        return Pairing(
            players, outcome, winner, table="" if len(players) == 1 else str(table.table), place=place
        )

    def _outcome(self, table: _Table, players: tuple[str, ...]) -> tuple[Outcome | None, int | None]:
        said = (table.winner_id or table.winner or "").strip()
        status = (table.status or "").casefold()
        if len(players) == 1:
            return "bye", 0
        if said.casefold() == DRAW:
            return "tie", None
        if not said or status in OPEN:
            return "unfinished", None
        for index, player in enumerate(players):
            if said in (player, self.names[player]):
                return "win", index
        return None, None


def _deck(found: Any) -> Deck | None:
    """The deck, where the API gives its cards; commanders are cards of it, and what it is called by."""
    boards: dict[str, Counter[str]] = {}
    for board, cards in as_object(found).items():
        for name, card in as_object(cards).items():
            count = as_object(card).get("count")
            if type(count) is int and count > 0:
                boards.setdefault(board, Counter())[name] += count
    main = boards.get("Commanders", Counter()) + boards.get("Mainboard", Counter())
    if not main:
        return None
    called = " / ".join(sorted(boards.get("Commanders", ())))
    return Deck(called, dict(main), dict(boards.get("Sideboard", {})))


def _standing(line: _Line) -> Standing:
    counts = line.points, line.wins, line.losses, line.draws
    told = given_percents(omw=line.opponentWinRate, gw=line.gameWinRate, ogw=line.opponentGameWinRate)
    return Standing(line.id or line.name or "", line.standing, *counts, percents=told)


FORMAT = TournamentFormat("topdeck", recognises, read)
