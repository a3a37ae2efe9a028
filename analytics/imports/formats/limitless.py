"""Tournaments of the open API of Limitless: details, standings and pairings, a file each.

The files of one folder make one tournament; one file may also hold all three under their names. A live
bracket is listed as a single round. Not here: calling the API.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any

import msgspec

from analytics.imports.formats.contradictions import consistent_lines, consistent_rounds
from analytics.imports.formats.format import Options, TournamentFormat, TournamentReading
from analytics.imports.formats.rows import (
    COUNTED,
    RowReader,
    all_players,
    as_object,
    json_or_none,
    parse_json,
)
from analytics.imports.problem import BadFile, Problem
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

GAMES = {"PTCG": "pokemon-tcg", "VGC": "pokemon-vgc", "MTG": "magic", "YGO": "yu-gi-oh"}
FIELDS = {
    "rank": "placing",
    "points": "points",
    "wins": "record.wins",
    "losses": "record.losses",
    "ties": "record.ties",
}
"""What the numbers of a line of the final table are called; it has no points."""
TIE, DOUBLE_LOSS = 0, -1
"""Winners that are no player."""
KINDS: dict[str, Kind] = {
    "SWISS": "swiss",
    "SINGLE_BRACKET": "elimination",
    "DOUBLE_BRACKET": "elimination",
    "SINGLE_ELIM": "elimination",
    "LIVE_BRACKET": "elimination",
}


class _Phase(msgspec.Struct, frozen=True):
    phase: int
    type: str = ""


class _Details(msgspec.Struct, frozen=True):
    id: str
    name: str
    game: str = ""
    format: str | None = None
    date: str | None = None
    phases: list[_Phase] = []


class _Record(msgspec.Struct, frozen=True):
    wins: int = 0
    losses: int = 0
    ties: int = 0


class _DeckName(msgspec.Struct, frozen=True):
    id: str = ""
    name: str = ""


class _Card(msgspec.Struct, frozen=True):
    count: int
    name: str


class _Line(msgspec.Struct, frozen=True):
    player: str
    name: str | None = None
    placing: int | None = None
    record: _Record | None = None
    decklist: Any = None
    deck: _DeckName | None = None
    drop: int | None = None


class _Match(msgspec.Struct, frozen=True):
    round: int
    player1: str
    phase: int = 1
    player2: str | None = None
    winner: str | int | None = None
    table: int | None = None
    match: str | None = None


def recognises(source: Source) -> bool:
    """Whether this is a response of the API, or an object of several."""
    return _part(json_or_none(source.data)) != ""


def _part(value: Any) -> str:
    """Which response this is: ``details``, ``standings``, ``pairings``, ``all``, ``list``; else ``""``."""
    if isinstance(value, dict):
        if "pairings" in value and ("details" in value or "standings" in value):
            return "all"
        return "details" if {"phases", "organizer"} & value.keys() and "id" in value else ""
    first = as_object(value[0]) if isinstance(value, list) and value else {}
    if "round" in first and "player1" in first:
        return "pairings"
    if "placing" in first and "record" in first:
        return "standings"
    return "list" if {"id", "game", "name", "players"} <= first.keys() else ""


def read(sources: Sequence[Source], options: Options) -> TournamentReading:
    """The tournament in these files. Raises ``BadFile``."""
    parts: dict[str, tuple[str, Any]] = {}
    for source in sources:
        value = parse_json(source)
        part = _part(value)
        if part == "list" and len(sources) > 1:
            continue  # it holds no results, and each of its tournaments has its own files
        if part == "list":
            raise BadFile([Problem(source.name, "", "limitless-list")])
        if not part:
            raise BadFile([Problem(source.name, "", "limitless-other")])
        if part in parts:
            facts = {"part": part, "other": parts[part][0]}
            raise BadFile([Problem(source.name, "", "limitless-twice", facts)])
        for name, content in value.items() if part == "all" else [(part, value)]:
            parts[name] = (source.name, content)
    if "pairings" not in parts and "standings" not in parts:
        raise BadFile([Problem(sources[0].name, "", "limitless-alone")])
    return _Reader(sources[0].name, parts, options).read()


class _Reader:
    def __init__(self, file: str, parts: dict[str, tuple[str, Any]], options: Options) -> None:
        self.file, self.parts, self.options = file, parts, options
        self.problems: list[Problem] = []
        self.remarks: Counter[str] = Counter()

    def _part(self, name: str) -> tuple[RowReader, Any]:
        file, value = self.parts.get(name, (self.file, None))
        rows = RowReader(file)
        rows.problems = self.problems
        return rows, value

    def read(self) -> TournamentReading:
        rows, value = self._part("details")
        details = None if value is None else rows.convert(value, _Details, "")
        if details is None and not (self.options.name and self.options.game):
            raise rows.fail("", "limitless-details")
        self.kinds = {phase.phase: KINDS.get(phase.type, "") for phase in details.phases} if details else {}
        lines = self._lines()
        table = ((place, _standing(line)) for place, line in lines)
        standings = consistent_lines(self._part("standings")[0], table, self.remarks, FIELDS)
        rounds = self._rounds()
        listed = [self._player(line) for _, line in lines]
        players = all_players(listed, rounds, self.remarks if listed else None)
        id = f"limitless-{slug(details.id)}" if details else ""
        tournament = Tournament(
            id=self.options.name or id,
            name=details.name if details else self.options.name,
            game=self.options.game or _game(details),
            play=slug(details.format or "") if details else "",
            date=rows.date(details.date, "date") if details and details.date else "",
            rules="pokemon",
            players=players,
            rounds=rounds,
            standings=standings,
            remarks=dict(self.remarks),
        )
        return TournamentReading(tournament, tuple(self.problems))

    def _lines(self) -> list[tuple[str, _Line]]:
        rows, value = self._part("standings")
        found = []
        for place, line in rows.each(value, _Line, ""):
            if line.drop is not None and line.drop < 0:
                rows.problem(f"{place}.drop", "below-0", given=line.drop)
            else:
                found.append((place, line))
        return found

    def _player(self, line: _Line) -> Player:
        """A player with the deck. The form of its list depends on the game; lists that cannot be read are
        counted."""
        archetype = "" if line.deck is None else line.deck.id or line.deck.name
        cards = _cards(line.decklist)
        if line.decklist and not cards:
            self.remarks["unread-deck"] += 1
        deck = Deck(archetype, cards) if archetype or cards else None
        return Player(line.player, line.name or line.player, deck, line.drop)

    def _rounds(self) -> tuple[Round, ...]:
        rows, value = self._part("pairings")
        rounds: dict[int, tuple[int, list[Pairing]]] = {}
        for place, match in rows.each(value, _Match, ""):
            if match.round < 1:
                rows.problem(f"{place}.round", "round-number", given=match.round, accepted=COUNTED)
                continue
            pairing = _pairing(rows, place, match)
            if pairing is not None:
                rounds.setdefault(match.round, (match.phase, []))[1].append(pairing)
        listed = [
            Round(number, str(number), self.kinds.get(phase, ""), tuple(pairings))
            for number, (phase, pairings) in sorted(rounds.items())
        ]
        return consistent_rounds(rows, listed, self.remarks, looked_at=_no_bracket)


def _no_bracket(round: Round) -> bool:
    """Whether a round is none of an elimination, which may be listed as a single one."""
    return round.kind != "elimination"


def _pairing(rows: RowReader, place: str, match: _Match) -> Pairing | None:
    players = (match.player1, match.player2) if match.player2 else (match.player1,)
    table = match.match or ("" if match.table is None else str(match.table))
    outcome: Outcome
    winner: int | None = None
    if match.winner in players:
        outcome, winner = "win" if len(players) == 2 else "bye", players.index(str(match.winner))
    elif match.winner is None:
        outcome = "unfinished"
    elif match.winner == DOUBLE_LOSS or len(players) == 1:
        outcome = (
            "double-loss" if len(players) == 2 else "no-show"
        )  # without an opponent: a loss for being late
    elif match.winner == TIE:
        outcome = "tie"
    else:
        rows.problem(place, "winner", given=match.winner, accepted=", ".join((*players, "0", "-1")))
        return None
    if not rows.check_players(players, place):
        return None
    return Pairing(players, outcome, winner, table=table, place=place)


def _cards(decklist: Any) -> dict[str, int]:
    """The copies by card, if the parts of the list have ``count`` and ``name`` for each card; else none."""
    try:
        parts = msgspec.convert(decklist, dict[str, list[_Card]])
    except msgspec.ValidationError:
        return {}
    copies: Counter[str] = Counter()
    for card in chain.from_iterable(parts.values()):
        copies[card.name] += card.count
    return {} if any(count < 1 for count in copies.values()) else dict(copies)


def _game(details: _Details | None) -> str:
    return GAMES.get(details.game, slug(details.game)) if details else ""


def _standing(line: _Line) -> Standing:
    record = line.record
    counts = (None, None, None) if record is None else (record.wins, record.losses, record.ties)
    return Standing(line.player, line.placing, None, *counts)


FORMAT = TournamentFormat("limitless", recognises, read, joins=True)
