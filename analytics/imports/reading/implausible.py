"""What is refused of a tournament whatever format it was read from: names, days and numbers that cannot be.

Not here: rows that cannot be read (``formats``), and what contradicts itself (``formats.contradictions``).
"""

from collections.abc import Iterator

import msgspec

from analytics.imports.problem import Problem
from analytics.imports.tournament import Player, Tournament
from engine.record.notation.head.head import NAME_MOST, unwritten_signs
from events.model.codec import LARGEST

YEARS = range(1900, 3000)
"""Years of play that are taken for one, and not for a slip or a placeholder."""
TABLE_MOST = 40
"""The most characters of what a table is called: a number, as a rule."""
SHOWN = 60
"""So many characters of a long name are shown."""
NOWHERE = ("", "")
"""The places of a player and a deck that no match names."""
SHOWN_BITS = 128
"""Numbers of more bits are told by their size."""


def implausible(file: str, tournament: Tournament) -> Iterator[Problem]:
    """Every name and day that cannot be, with its place; then the first number that no log holds."""
    places: dict[tuple[str, int], str] = {}
    for given, place, most in _names(tournament):
        places.setdefault((given, most), place)
    for (given, most), place in places.items():
        if wrong := _wrong_name(file, place, given, most):
            yield wrong
    if tournament.date and int(tournament.date[:4]) not in YEARS:
        facts = {"given": tournament.date, "first": str(YEARS[0]), "last": str(YEARS[-1])}
        yield Problem(file, "date", "year", facts)
    if large := next(_large_numbers(msgspec.to_builtins(tournament)), None):
        place, number = large
        # Python writes out no number of some thousand digits.
        given = str(number) if number.bit_length() <= SHOWN_BITS else f"2**{number.bit_length() - 1}"
        yield Problem(file, place, "large-number", {"given": given, "most": str(LARGEST)})


def _names(tournament: Tournament) -> Iterator[tuple[str, str, int]]:
    """Every name with its place and the most characters that it may have. What may be left out is left out
    where it is empty."""
    yield tournament.name, "event", NAME_MOST
    if len(tournament.name) <= NAME_MOST:  # it may be made of the name
        yield tournament.id, "id", NAME_MOST
    yield tournament.play or "-", "format", NAME_MOST
    at: dict[str, tuple[str, str]] = {}
    for round, one in tournament.pairings():
        yield round.name or "-", f"{one.place}: round" if one.place else "", NAME_MOST
        yield one.table or "-", f"{one.place}: table" if one.place else "", TABLE_MOST
        for number, id in enumerate(one.players, start=1):
            places = (f"{one.place}: player{number}", f"{one.place}: deck{number}")
            at.setdefault(id, places if one.place else NOWHERE)
    for player in tournament.players:
        yield from _names_of(player, *at.get(player.id, NOWHERE))


def _names_of(player: Player, seat: str, deck: str) -> Iterator[tuple[str, str, int]]:
    yield player.id, seat, NAME_MOST
    yield player.name, seat, NAME_MOST
    if player.deck is not None:
        yield player.deck.archetype or "-", deck, NAME_MOST
        for card in (*player.deck.main, *player.deck.side):
            yield card, f"decks[{_shown(player.name)}]", NAME_MOST


def _wrong_name(file: str, place: str, given: str, most: int) -> Problem | None:
    """What is wrong with a name. By a sign that cannot be seen one player or card could look like another;
    records refuse such names too."""
    if not given:
        return Problem(file, place, "empty-name")
    if signs := unwritten_signs(given):
        told = "".join(f"[U+{ord(one):04X}]" if one in signs else one for one in _shown(given))
        return Problem(file, place, "unwritten-name", {"given": told, "sign": f"U+{ord(signs[0]):04X}"})
    if len(given) > most:
        facts = {"given": _shown(given), "length": str(len(given)), "most": str(most)}
        return Problem(file, place, "long-name", facts)
    return None


def _shown(name: str) -> str:
    return name if len(name) <= SHOWN else f"{name[:SHOWN]}…"


def _large_numbers(value: object, place: str = "") -> Iterator[tuple[str, int]]:
    """The numbers that no log and no column of the statistics holds, and where each stands."""
    if isinstance(value, int) and abs(value) > LARGEST:
        yield place, value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _large_numbers(one, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list | tuple):
        for index, one in enumerate(value):
            yield from _large_numbers(one, f"{place}[{index}]")
