"""Which matches a number is about: the filters, and their check.

Not here: their translation (``filter_conditions``), and what is counted of these matches (``measures``).
"""

from dataclasses import dataclass, replace
from datetime import date
from difflib import get_close_matches
from typing import Literal, get_args

from analytics.query.choices import choices, editions_of
from analytics.query.cubes.tallies import read_tallies
from analytics.query.deck_card import Board
from analytics.store.card_names import card_names, faces_called, installed_games
from analytics.store.reader import Store
from engine.audit.verdict import Grade

Simulated = Literal["any", "only", "none"]
Stage = Literal["", "swiss", "elimination"]
GRADES: tuple[Grade, ...] = get_args(Grade)
SOUND: tuple[Grade, ...] = tuple(grade for grade in GRADES if grade != "DIVERGED")
"""Grades whose outcome the rules do not dispute: what is counted unless one says otherwise."""


class FilterError(ValueError):
    """A filter that selects by something that does not exist. The message is meant for people."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What to count. Everything left empty does not restrict.

    ``edition``: of the rules by which matches were played; results say none.
    ``player``, ``card`` (an id, or a printed name) that the seat played with, what its deck and that of its
    opponent are called (``archetype``, ``opponent_archetype``): these choose seats.
    ``simulated``: ``any``, ``only`` or ``none`` of the matches that bots played. ``since`` and ``until``
    are days of play, both included; a match without a day is in no range. ``weeks``: the last so many,
    counted back from the last day of play that there is. ``tournament``: one or several, by name or id.
    ``format``: which cards may be used, as the record calls it. ``rounds`` by number and ``stage``
    (``swiss``, ``elimination``) are those of a tournament. ``without``: a card that the deck, as far as it is
    known as a whole, has not; ``board`` says whether both cards are looked for in the main deck, in the
    sideboard, or in either.
    """

    game: str = ""
    edition: str = ""
    player: str = ""
    card: str = ""
    tournament: str | tuple[str, ...] = ""
    simulated: Simulated = "any"
    grades: tuple[Grade, ...] = SOUND
    since: date | None = None
    until: date | None = None
    archetype: str = ""
    opponent_archetype: str = ""
    format: str = ""
    rounds: tuple[int, ...] = ()
    stage: Stage = ""
    weeks: int = 0
    without: str = ""
    board: Board = "main"

    def __post_init__(self) -> None:
        """One tournament is one name, so that equal filters are equal."""
        if not isinstance(self.tournament, str) and len(self.tournament) < 2:
            object.__setattr__(self, "tournament", self.tournament[0] if self.tournament else "")

    @property
    def tournaments(self) -> tuple[str, ...]:
        """The tournaments by name; none where they do not restrict."""
        if isinstance(self.tournament, str):
            return (self.tournament,) if self.tournament else ()
        return self.tournament


KNOWN = "FROM card_seat_game SELECT card UNION FROM deck_card SELECT card UNION FROM side_card SELECT card"
SEEN = f"SELECT 1 FROM ({KNOWN}) WHERE card = $card LIMIT 1"
NAMED = """FROM match SELECT tournament_id AS id, tournament AS name
    UNION FROM entrant SELECT tournament_id, tournament"""
OF_THAT_NAME = f"""WITH named AS ({NAMED})
    SELECT id, name FROM named WHERE name IN (SELECT name FROM named WHERE id = $id)"""
SIMULATED: tuple[Simulated, ...] = get_args(Simulated)
BOARDS: tuple[Board, ...] = get_args(Board)
STAGES: tuple[Stage, ...] = get_args(Stage)


def checked(store: Store, filters: Filters) -> Filters:
    """The filters with their cards as ids and the last weeks as a first day. Raises ``FilterError`` naming
    what would be accepted."""
    if filters.simulated not in SIMULATED:
        raise FilterError(f"simulated is {filters.simulated!r}: accepted are {', '.join(SIMULATED)}")
    if wrong := [grade for grade in filters.grades if grade not in GRADES]:
        raise FilterError(f"there is no grade {wrong[0]!r}: accepted are {', '.join(GRADES)}")
    if filters.since and filters.until and filters.since > filters.until:
        raise FilterError(f"the range of days ends ({filters.until}) before it begins ({filters.since})")
    if filters.board not in BOARDS:
        raise FilterError(f"board is {filters.board!r}: accepted are {', '.join(BOARDS)}")
    if filters.stage not in STAGES:
        raise FilterError(f"stage is {filters.stage!r}: accepted are {', '.join(STAGES[1:])}")
    for name in ("game", "player", "archetype", "format"):
        _check_known(store, name, getattr(filters, name))
    _check_edition(store, filters)
    filters = replace(filters, tournament=tuple(_tournament(store, one) for one in filters.tournaments))
    _check_known(store, "archetype", filters.opponent_archetype)
    filters = _since_weeks(store, filters)
    if not (filters.card or filters.without):
        return filters
    with_card, without = (card and _face(store, filters, card) for card in (filters.card, filters.without))
    return replace(filters, card=with_card, without=without)


def _since_weeks(store: Store, filters: Filters) -> Filters:
    """The same with the last weeks as their first day. Raises ``FilterError``."""
    if not filters.weeks:
        return filters
    if filters.weeks < 0 or filters.since:
        raise FilterError("the last weeks are a number above 0, and have no other first day")
    (last,) = read_tallies(store, ("kinds_of_matches",), filters.game)
    day = filters.until or last["last_day"].max()
    if not isinstance(day, date):
        raise FilterError("no match says when it was played: there are no last weeks")
    first = max(day.toordinal() - 7 * filters.weeks + 1, date.min.toordinal())
    return replace(filters, since=date.fromordinal(first), weeks=0)


def _check_known(store: Store, what: str, value: str) -> None:
    if value and value not in choices(store)[what]:
        raise _unknown(store, what, value)


def _check_edition(store: Store, filters: Filters) -> None:
    """Raises ``FilterError`` with every edition that there is: they are few."""
    if not filters.edition:
        return
    of_game = f" of {filters.game}" if filters.game else ""
    known = editions_of(store, filters.game)
    if not known:
        raise FilterError(f"no match{of_game} says by which edition it was played")
    if filters.edition not in known:
        accepted = ", ".join(known)
        raise FilterError(f"no match{of_game} has the edition {filters.edition!r}; accepted: {accepted}")


def _unknown(store: Store, what: str, value: str) -> FilterError:
    return FilterError(f"no match has the {what} {value!r}{_nearest(value, choices(store)[what])}")


def _tournament(store: Store, given: str) -> str:
    """The name of the tournament that is called so or has this id. Raises ``FilterError``, also for an id
    whose name others have: rows are told apart by name."""
    if given in choices(store)["tournament"]:
        return given
    names: dict[str, str] = dict(store.query(OF_THAT_NAME, {"id": given}).rows())
    if given not in names:
        raise _unknown(store, "tournament", given)
    if len(names) > 1:
        others = ", ".join(sorted(names.keys() - {given}))
        raise FilterError(f"{given} is called {names[given]!r}, as are {others}: give that name, and days")
    return names[given]


def _face(store: Store, filters: Filters, card: str) -> str:
    """The id of the card. In a game that is not installed cards are called by what the records call them."""
    found = faces_called(card, filters.game)
    games = [filters.game] if filters.game else installed_games()
    known = {face: name for game in games for face, name in card_names(game).items()}
    if len(found) == 1:
        return found[0]
    if card in known:
        return card
    if found:
        raise FilterError(f"several cards are called {card!r}: give one of {', '.join(found)}")
    if not store.query(SEEN, {"card": card}).is_empty():
        return card
    seen: list[str] = store.query(KNOWN).to_series().to_list()
    names = [*known, *(name.ja for name in known.values()), *(name.en for name in known.values()), *seen]
    raise FilterError(f"there is no card {card!r}{_nearest(card, names)}")


def _nearest(value: str, known: list[str]) -> str:
    close = get_close_matches(value, sorted(known), n=3, cutoff=0.5)
    return f"; the nearest: {', '.join(close)}" if close else ""
