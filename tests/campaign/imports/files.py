"""Tournament files and game logs of other programs, with strange names, dates, scores and rounds in them.

Not here: written records (``records``), changes of single bytes, lines, numbers and keys (``mutation``).
"""

from __future__ import annotations

import csv
import io
import json
import random
from functools import cache
from pathlib import Path

import kifuda
from tests.campaign.imports.records import NAMES

SAMPLES = Path(kifuda.__file__).with_name("samples") / "tournaments"
GAME_LOGS = Path(__file__).parents[2] / "ptcgl" / "logs"
FILES = (
    "spring-cup.tdf",
    "open-day.json",
    "pod-night.json",
    "friday.csv",
    "melee.csv",
    "challonge.csv",
    "konami.csv",
)
LEAGUE = ("harbour-league/details.json", "harbour-league/pairings.json", "harbour-league/standings.json")
PEOPLE = ("Ada", "Ben", "Cyd", "Dov", "Eva", "Fay", "ada", "ben", "cyd", "dov", "eva", "Mika", "Tor's Crew")
GAMES = ("blade-rondo", "blade-rondo@1.03", "fertcg", "aquarian-age", "chess", "Magic", "", "=cmd", "月")
RESULTS = ("1", "2", "tie", "id", "bye", "forfeit1", "forfeit2", "no-show1", "double-loss", "unfinished", "")
COLUMNS = (
    "event", "date", "game", "format", "phase", "round", "table", "player1_id", "player1", "deck1",
    "player2_id", "player2", "deck2", "p1_games", "p2_games", "drawn_games", "result", "first_player",
    "games",
)  # fmt: skip
SCORES = ("", "0", "1", "2", "3", "99", "9007199254740991")


def files(chance: random.Random) -> list[tuple[str, bytes]]:
    """The files of one tournament, or one game log, by name."""
    if chance.random() < 0.4:
        return [("made.csv", _table(chance))]
    names = chance.choice((*FILES, LEAGUE, "game log"))
    if names == "game log":
        return [("game.txt", _renamed(_game_log(), chance))]
    return [
        (name, _renamed(_sample(name), chance)) for name in ((names,) if isinstance(names, str) else names)
    ]


@cache
def _sample(name: str) -> bytes:
    return (SAMPLES / name).read_bytes()


@cache
def _game_log() -> bytes:
    return next(GAME_LOGS.iterdir()).read_bytes()


def _renamed(data: bytes, chance: random.Random) -> bytes:
    """The file with some of its people called otherwise, as its format writes such a name."""
    for person in chance.sample(PEOPLE, chance.randint(0, 4)):
        new = chance.choice(NAMES)
        written = json.dumps(new, ensure_ascii=False)[1:-1] if data[:1] in b"[{" else new
        data = data.replace(person.encode(), written.encode())
    return data


def _table(chance: random.Random) -> bytes:
    """A table of results in the format of our own."""
    sink = io.StringIO()
    writer = csv.writer(sink)
    writer.writerow(COLUMNS)
    people = [f"{chance.choice(NAMES)} {number}" for number in range(chance.randint(2, 7))]
    head = (
        chance.choice(NAMES),
        chance.choice(("2026-05-08", "1900-01-01", "2999-12-31", "")),
        chance.choice(GAMES),
        chance.choice(("base", "", *NAMES)),
    )
    for round in range(1, chance.randint(2, 4)):
        chance.shuffle(people)
        for table, (one, other) in enumerate(zip(people[::2], people[1::2], strict=False), start=1):
            decks = (chance.choice(("", "Tide", *NAMES)) for _ in range(2))
            seats = (
                value for name, deck in zip((one, other), decks, strict=True) for value in (name, name, deck)
            )
            scores = chance.choice(SCORES), chance.choice(SCORES), chance.choice(SCORES[:4])
            games = chance.choice(("", "1", "2")), chance.choice(("", "1 2 1", "1 1", "2 0 1"))
            place = chance.choice(("swiss", "top", "")), round, chance.choice((table, "", "A", 2**31))
            writer.writerow((*head, *place, *seats, *scores, chance.choice(RESULTS), *games))
    return sink.getvalue().encode()
