"""The sample tournaments, read; and how to read a changed copy of one."""

from pathlib import Path

import kifuda
from analytics.imports.formats.format import Options, TournamentFormat, TournamentReading
from analytics.imports.formats.registry import recognise
from analytics.imports.source import Source
from analytics.imports.tournament import Pairing, Tournament

SAMPLES = Path(kifuda.__file__).with_name("samples") / "tournaments"
LEAGUE = [f"harbour-league/{part}.json" for part in ("details", "pairings", "standings")]
FILES = [["spring-cup.tdf"], LEAGUE, ["open-day.json"], ["pod-night.json"], ["friday.csv"], ["melee.csv"],
         ["challonge.csv"], ["konami.csv"]]  # fmt: skip


def source(name: str) -> Source:
    """A sample file."""
    return Source(name, (SAMPLES / name).read_bytes())


def read(*sources: Source, options: Options | None = None) -> TournamentReading:
    """The tournament in these files, by the format of the first one."""
    format = recognise(sources[0])
    assert isinstance(format, TournamentFormat)
    return format.read(sources, options or Options())


def sample(*names: str) -> Tournament:
    """The tournament in sample files; nothing of it may be left out."""
    reading = read(*map(source, names))
    assert reading.problems == ()
    return reading.tournament


def changed(name: str, *changes: tuple[str, str], options: Options | None = None) -> TournamentReading:
    """A sample with pieces of its text replaced, read."""
    return read(altered(name, *changes), options=options)


def altered(name: str, *changes: tuple[str, str]) -> Source:
    """A sample with pieces of its text replaced; each has to be there."""
    text = source(name).data.decode()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return Source(name, text.encode())


def met(tournament: Tournament, number: int, *players: str) -> Pairing:
    """The match of these players, by name, in the round of this number."""
    names = {player.id: player.name for player in tournament.players}
    (found,) = (
        pairing
        for round, pairing in tournament.pairings()
        if round.number == number and [names[player] for player in pairing.players] == list(players)
    )
    return found
