"""Which matches a number is about: the filters, and their check.

Not here: their translation (``filter_conditions``), and what is counted of these matches (``measures``).
"""

from dataclasses import dataclass, replace
from datetime import date
from difflib import get_close_matches
from typing import Literal, get_args

from analytics.query.choices import choices
from analytics.store.card_names import card_names, faces_called, installed_games
from analytics.store.reader import Store
from engine.audit.verdict import Grade

Simulated = Literal["any", "only", "none"]
GRADES: tuple[Grade, ...] = get_args(Grade)
SOUND: tuple[Grade, ...] = tuple(grade for grade in GRADES if grade != "DIVERGED")
"""Grades whose outcome the rules do not dispute: what is counted unless one says otherwise."""


class FilterError(ValueError):
    """A filter that selects by something that does not exist. The message is meant for people."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What to count. Everything left empty does not restrict.

    ``player``, ``card`` (an id, or a printed name) that the seat played with, what its deck and that of its
    opponent are called (``archetype``, ``opponent_archetype``): these choose seats.
    ``simulated``: ``any``, ``only`` or ``none`` of the matches that bots played. ``since`` and ``until``
    are days of play, both included; a match without a day is in no range.
    """

    game: str = ""
    player: str = ""
    card: str = ""
    tournament: str = ""
    simulated: Simulated = "any"
    grades: tuple[Grade, ...] = SOUND
    since: date | None = None
    until: date | None = None
    archetype: str = ""
    opponent_archetype: str = ""


SEEN = "SELECT 1 FROM card_seat_game WHERE card = $card LIMIT 1"
SIMULATED: tuple[Simulated, ...] = get_args(Simulated)


def checked(store: Store, filters: Filters) -> Filters:
    """The filters with their card as an id. Raises ``FilterError`` naming what would be accepted."""
    if filters.simulated not in SIMULATED:
        raise FilterError(f"simulated is {filters.simulated!r}: accepted are {', '.join(SIMULATED)}")
    if wrong := [grade for grade in filters.grades if grade not in GRADES]:
        raise FilterError(f"there is no grade {wrong[0]!r}: accepted are {', '.join(GRADES)}")
    if filters.since and filters.until and filters.since > filters.until:
        raise FilterError(f"the range of days ends ({filters.until}) before it begins ({filters.since})")
    for name in ("game", "player", "tournament", "archetype"):
        _check_known(store, name, getattr(filters, name))
    _check_known(store, "archetype", filters.opponent_archetype)
    return replace(filters, card=_face(store, filters)) if filters.card else filters


def _check_known(store: Store, what: str, value: str) -> None:
    if value and value not in (known := choices(store)[what]):
        raise FilterError(f"no match has the {what} {value!r}{_nearest(value, known)}")


def _face(store: Store, filters: Filters) -> str:
    """The id of the card. In a game that is not installed cards are called by what the records call them."""
    found = faces_called(filters.card, filters.game)
    games = [filters.game] if filters.game else installed_games()
    known = {face: name for game in games for face, name in card_names(game).items()}
    if len(found) == 1:
        return found[0]
    if filters.card in known:
        return filters.card
    if found:
        raise FilterError(f"several cards are called {filters.card!r}: give one of {', '.join(found)}")
    if not store.query(SEEN, {"card": filters.card}).is_empty():
        return filters.card
    seen: list[str] = store.query("SELECT DISTINCT card FROM card_seat_game").to_series().to_list()
    names = [*known, *(name.ja for name in known.values()), *(name.en for name in known.values()), *seen]
    raise FilterError(f"there is no card {filters.card!r}{_nearest(filters.card, names)}")


def _nearest(value: str, known: list[str]) -> str:
    close = get_close_matches(value, sorted(known), n=3, cutoff=0.5)
    return f"; the nearest: {', '.join(close)}" if close else ""
