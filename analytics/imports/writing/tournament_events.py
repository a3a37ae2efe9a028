"""A tournament as events: one match of the log for each pairing, and one entry that holds the rest (players,
decks, rounds, the final table of the file). Decided in ``docs/decisions/0007-results.md``.

Nothing is invented: games whose order is unknown get no order, and nobody goes first unless the file says so.
Not here: appending the events (``tournament_writer``), and reading them back (``tournament_recall``).
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
import tomli

from analytics.imports.tournament import SEATS, Deck, Kind, Pairing, Player, Round, Standing, Tournament
from engine.record.notation.head.toml import literal
from events.model.changes import Set
from events.model.kinds import AnyEvent, Began, Ended, Noted, Opened

RESULT = "result"
"""``Opened.granularity`` of a match of which only the result is known."""
TOURNAMENT = "tournament"
"""``Opened.granularity`` of the entries that hold what a file says of the whole tournament: no match."""
GAMES, DRAWN, TABLE = "games", "drawn", "table"
"""Tracks of a result: games won, by seat; games drawn, on the table."""


class File(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file that was imported: SHA-256 (hex) of its bytes, and of the bytes that were stored (``kept``)."""

    name: str
    sha256: str
    kept: str


class Import(msgspec.Struct, frozen=True, omit_defaults=True):
    """An import, as ``Noted("import")`` holds it: ``sha256`` of all files (``source.digest_of``), the
    format, the files, and the rows that were ``left_out``, in words."""

    sha256: str
    format: str
    files: tuple[File, ...]
    left_out: tuple[str, ...] = ()


class RoundSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round without its matches."""

    number: int
    name: str
    kind: Kind
    pod: str = ""


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament without its matches, as ``Noted("tournament")`` holds it."""

    id: str
    name: str
    game: str
    play: str
    date: str
    rules: str
    players: tuple[Player, ...]
    rounds: tuple[RoundSheet, ...]
    standings: tuple[Standing, ...]
    remarks: dict[str, int] = {}


class ResultEvents(NamedTuple):
    """A match as events: ``opened`` identifies it, ``rest`` is what the file says of it."""

    name: str
    opened: Opened
    rest: tuple[AnyEvent, ...]


def normalised(value: Any) -> Any:
    """A struct with every text in Unicode NFC, which a log requires."""
    text = msgspec.json.encode(value).decode()
    return msgspec.json.decode(unicodedata.normalize("NFC", text), type=type(value))


def card_id(card: str) -> str:
    """The id of a card that no installed game knows, as a key of a log: its printed name, with ``\\u00f3``
    for what is not ASCII. ``engine.record.notation.head.toml.readable`` undoes it."""
    return "".join(_ascii(sign) for sign in card)


def _ascii(sign: str) -> str:
    if sign.isascii():
        return sign
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"


def head_text(head: Mapping[str, str], key: str) -> str:
    """The value of a head under ``key``, as text; ``""`` where there is none."""
    return _toml_text(head.get(key, ""))


@lru_cache(maxsize=4096)
def _toml_text(written: str) -> str:
    """A value of a head as text; cached, because many matches have the same few values."""
    try:
        return str(tomli.loads(f"value = {written}")["value"]) if written else ""
    except tomli.TOMLDecodeError:
        return written


def sheet_of(tournament: Tournament) -> Sheet:
    """All of the tournament but its matches."""
    fields = {name: getattr(tournament, name) for name in Sheet.__struct_fields__ if name != "rounds"}
    rounds = tuple(RoundSheet(one.number, one.name, one.kind, one.pod) for one in tournament.rounds)
    return Sheet(rounds=rounds, **fields)


def opening(tournament: Tournament) -> Opened:
    """The first event of the entries that hold the whole tournament."""
    return Opened(
        game=tournament.game,
        edition="",
        cards=tournament.play,
        players={},
        settings={},
        digests={},
        head={"tournament.id": literal(tournament.id), "tournament.name": literal(tournament.name)},
        granularity=TOURNAMENT,
    )


def notes(tournament: Tournament, imported: Import) -> tuple[Noted, Noted]:
    """The notes after that event: the import, and the tournament without its matches."""
    return _note("import", imported), _note("tournament", sheet_of(tournament))


def _note(topic: str, value: Import | Sheet) -> Noted:
    return Noted(topic, msgspec.json.encode(value).decode())


def result_events(tournament: Tournament) -> list[ResultEvents]:
    """Every match of the tournament, in the order of the file."""
    players = {player.id: player for player in tournament.players}
    made = []
    for round in tournament.rounds:
        for index, pairing in enumerate(round.pairings, start=1):
            label = f"t{pairing.table}" if pairing.table else f"m{index}"
            pod = f"-{_id_part(round.pod)}" if round.pod else ""
            name = f"{tournament.id}{pod}-r{round.number}-{_id_part(label)}"
            made.append(
                ResultEvents(name, _opened(tournament, round, pairing, players), _outcome_events(pairing))
            )
    return made


def named_parts(tournament: Tournament) -> Iterator[str]:
    """The ids of the tournament and of its matches, as far as the file names them: without the letters that
    ``result_events`` puts between."""
    yield tournament.id
    for round in tournament.rounds:
        for pairing in round.pairings:
            yield f"{tournament.id} {_id_part(round.pod)} {_id_part(pairing.table)}"


def _id_part(text: str) -> str:
    return re.sub(r"[^\w.-]+", "-", text).strip("-")


def _opened(tournament: Tournament, round: Round, pairing: Pairing, players: dict[str, Player]) -> Opened:
    seated = {seat: players[player] for seat, player in zip(SEATS, pairing.players, strict=False)}
    head = {
        "tournament.id": tournament.id,
        "tournament.name": tournament.name,
        "tournament.round": round.number,
        "tournament.stage": round.kind,
        "tournament.pod": round.pod,
        "tournament.table": pairing.table,
    }
    head |= {f"player.{seat}": player.id for seat, player in seated.items()}
    decks = {seat: player.deck for seat, player in seated.items() if player.deck is not None}
    head |= {f"deck.{seat}": deck.archetype for seat, deck in decks.items()}
    return Opened(
        game=tournament.game,
        edition="",
        cards=tournament.play,
        players={seat: player.name for seat, player in seated.items()},
        settings={},
        digests={},
        head={key: literal(value) for key, value in head.items() if value != ""} | _played(tournament.date),
        granularity=RESULT,
        decks={seat: _card_copies(deck) for seat, deck in decks.items() if deck.main},
    )


def _played(date_or_time: str) -> dict[str, str]:
    """When the match was played, as in the head of a record."""
    if not date_or_time:
        return {}
    parse = datetime.fromisoformat if "T" in date_or_time else date.fromisoformat
    return {"played": literal(parse(date_or_time))}


def _card_copies(deck: Deck) -> dict[str, int]:
    return {card_id(card): copies for card, copies in deck.main.items()}


def _outcome_events(pairing: Pairing) -> tuple[AnyEvent, ...]:
    """Who went first and who won which game, where that is known; then the outcome. A match without a result
    has no events."""
    events: list[AnyEvent] = []
    if pairing.first is not None:
        events.append(Began("game", number=1, seat=SEATS[pairing.first]))
    for number, won in enumerate(pairing.games, start=1):
        events.append(Ended("game", number=number, winner=SEATS[won] if won >= 0 else ""))
    if pairing.outcome != "unfinished":
        winner = "" if pairing.winner is None else SEATS[pairing.winner]
        events.append(Ended("match", winner=winner, reason=pairing.outcome, changes=_score(pairing)))
    return tuple(events)


def _score(pairing: Pairing) -> tuple[Set, ...]:
    """How many games each seat won, and how many were drawn."""
    if pairing.score is None:
        return ()
    won = zip(SEATS, pairing.score.won, strict=False)
    return (*(Set(GAMES, seat, games) for seat, games in won), Set(DRAWN, TABLE, pairing.score.drawn))
