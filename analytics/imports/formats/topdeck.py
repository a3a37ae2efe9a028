"""Tournaments in the JSON of TopDeck's API (version 2), with matches of two players or pods of four.

A match names its winner or is a draw; the number of games is unknown. Not here: calling the API.
"""

import re
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import msgspec

from analytics.imports.formats.contradictions import consistent_lines, consistent_rounds
from analytics.imports.formats.format import Options, TournamentFormat, TournamentReading, one_file
from analytics.imports.formats.rows import (
    COUNTED,
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
DRAW = "draw"
OPEN = ("pending", "active")
FIELDS = {"rank": "standing", "points": "points", "wins": "wins", "losses": "losses", "ties": "draws"}
"""What the numbers of a line of the final table are called."""
_BELOW_1 = re.compile(r"-\d+|0+")


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
    data = _single(json_or_none(source.data))
    return "rounds" in data and bool({"TID", "tournamentName", "data"} & data.keys())


def _single(value: Any) -> dict[str, Any]:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return dict(as_object(value))


def read(source: Source, options: Options) -> TournamentReading:
    """The tournament in a file. Raises ``BadFile``."""
    return _Reader(source, options).read()


class _Reader:
    def __init__(self, source: Source, options: Options) -> None:
        self.data = _single(parse_json(source))
        self.rows = RowReader(source.name)
        self.options = options
        self.decks: dict[str, Deck] = {}
        self.names: dict[str, str] = {}
        self.remarks: Counter[str] = Counter()

    def read(self) -> TournamentReading:
        head = self.rows.convert({**as_object(self.data.get("data")), **self.data}, _Head, "")
        name = (head.tournamentName or head.name) if head else ""
        if head is None or not slug(name):
            raise self.rows.fail("", "no-name")
        lines = [(place, line) for place, line in self.rows.each(
            self.data.get("standings"), _Line, "standings") if self._add_player(place, line)]  # fmt: skip
        table = ((place, _standing(line)) for place, line in lines)
        standings = consistent_lines(self.rows, table, self.remarks, FIELDS)
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
            players=all_players(known, rounds, self.remarks),
            rounds=rounds,
            standings=standings,
            remarks=dict(self.remarks),
        )
        return TournamentReading(tournament, tuple(self.rows.problems))

    def _date(self, start: int | str | None) -> str:
        """When it began; the API gives seconds since 1970."""
        if isinstance(start, str):
            return self.rows.date(start, "startDate")
        if start is None:
            return ""
        try:
            return datetime.fromtimestamp(start, UTC).isoformat()
        except (ValueError, OverflowError, OSError):
            self.rows.problem("startDate", "date", given=start)
            return ""

    def _add_player(self, place: str, seat: _Seat | _Line) -> str:
        """Add a player with name and deck, and return the id; ``""``, and a problem, where there is none."""
        id = seat.id or seat.name or ""
        if not id:
            self.rows.problem(place, "no-id")
            return ""
        self.names.setdefault(id, seat.name or id)
        deck = _deck(seat.deckObj)
        if deck and self.decks.setdefault(id, deck) != deck:
            self.remarks["second-deck"] += 1
        return id

    def _rounds(self) -> tuple[Round, ...]:
        rounds = []
        last = 0
        for place, round in self.rows.each(self.data.get("rounds"), _Round, "rounds"):
            name = str(round.round)
            if _BELOW_1.fullmatch(name):
                self.rows.problem(f"{place}.round", "round-number", given=name, accepted=COUNTED)
                continue
            number = int(name) if name.isascii() and name.isdecimal() and len(name) < 5 else last + 1
            kind: Kind = "swiss" if isinstance(round.round, int) else "elimination"
            tables = self.rows.each(round.tables, _Table, f"{place}.tables")
            pairings = (self._pairing(at, table) for at, table in tables)
            rounds.append(Round(number, name, kind, tuple(pairing for pairing in pairings if pairing)))
            last = number
        return consistent_rounds(self.rows, rounds, self.remarks)

    def _pairing(self, place: str, table: _Table) -> Pairing | None:
        players = tuple(self._add_player(place, seat) for seat in table.players)
        if not all(players) or not self.rows.check_players(players, place):
            return None
        outcome, winner = self._outcome(table, players)
        if outcome is None:
            accepted = ", ".join((*players, "Draw"))
            self.rows.problem(place, "winner", given=table.winner or table.winner_id, accepted=accepted)
            return None
        return Pairing(
            players, outcome, winner, table="" if len(players) == 1 else str(table.table), place=place
        )

    def _outcome(self, table: _Table, players: tuple[str, ...]) -> tuple[Outcome | None, int | None]:
        winner = (table.winner_id or table.winner or "").strip()
        status = (table.status or "").casefold()
        if len(players) == 1:
            return "bye", 0
        if winner.casefold() == DRAW:
            return "tie", None
        if not winner or status in OPEN:
            return "unfinished", None
        for index, player in enumerate(players):
            if winner in (player, self.names[player]):
                return "win", index
        return None, None


def _deck(value: Any) -> Deck | None:
    """The deck, where the API gives its cards; commanders are part of it, and name its archetype."""
    boards: dict[str, Counter[str]] = {}
    for board, cards in as_object(value).items():
        for name, card in as_object(cards).items():
            count = as_object(card).get("count")
            if type(count) is int and count > 0:
                boards.setdefault(board, Counter())[name.strip()] += count
    main = boards.get("Commanders", Counter()) + boards.get("Mainboard", Counter())
    if not main:
        return None
    archetype = " / ".join(sorted(boards.get("Commanders", ())))
    return Deck(archetype, dict(main), dict(boards.get("Sideboard", {})))


def _standing(line: _Line) -> Standing:
    counts = line.points, line.wins, line.losses, line.draws
    percents = given_percents(omw=line.opponentWinRate, gw=line.gameWinRate, ogw=line.opponentGameWinRate)
    return Standing(line.id or line.name or "", line.standing, *counts, percents=percents)


FORMAT = TournamentFormat("topdeck", recognises, one_file(read))
