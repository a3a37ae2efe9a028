"""What a cube is: sums of one fact table by a few columns, small enough to be read for every question.

Cubes hold additive sums only. What cannot be added (a distinct number of players, a median) is counted
over a cube that has what it needs among its columns. Not here: how cubes are stored (``cube_refresh``) and
which one answers a query (``router``).
"""

from dataclasses import dataclass

from analytics.query.measures import SHARED
from analytics.query.measures.measure import RESULTS, Measure
from analytics.query.measures.relation import PARTITION

EVERYWHERE = ("edition", "cards", "granularity", "simulated", "grade")
"""Columns of every cube: every query may restrict these. They take few values."""


@dataclass(frozen=True, slots=True)
class Cube:
    """``fact``: the table whose rows are summed · ``by``: the columns that it is summed by · ``only``: the
    sums it holds, all those of the table where it is empty."""

    name: str
    fact: str
    by: tuple[str, ...]
    only: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns that make a row, within a game and a month."""
        return (*EVERYWHERE, *self.by)

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns that its rows are grouped by."""
        return (*PARTITION, *self.keys)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The sums it holds."""
        of_fact = (measure for measure in SHARED.values() if measure.fact == self.fact)
        return tuple(measure for measure in of_fact if not self.only or measure.name in self.only)

    @property
    def sums(self) -> tuple[str, ...]:
        """The names of these sums."""
        return tuple(measure.name for measure in self.measures)

    def holds(self, other: "Cube") -> bool:
        """Whether the rows of the other one are sums of this one's."""
        finer = set(other.keys) <= set(self.keys) and set(other.sums) <= set(self.sums)
        return finer and self.fact == other.fact


def _results(*names: str) -> tuple[str, ...]:
    return tuple(f"{name}_{ending}" for name in names for ending in RESULTS)


_ACTS = (
    "acts",
    *(f"acts_{name}" for name in ("paid", "answered", "resolved", "nullified")),
    *(f"acts_{name}" for name in ("told", "told_paid", "told_answered")),
    "chains_begun",
)

_DECLARED = (
    *("declared", "acted", "resolved", "nullified", "chains", "decisions"),
    *_results("resolved", "nullified"),
)

_AGAINST = (
    "deck_games",
    *_results("deck", "hand", "unseen", "played", "thrown"),
    *_results("kept", "kept_of_deck", "deck_with_keep"),
    *("kept_games_shared", "kept_tied_games_shared"),
)
_DEALT = _results("dealt", "undealt")
_FIRST_PLAYS = ("first_plays", "never_played")
_HANDS = ("hands", "hand_copies")

CUBES: dict[str, Cube] = {
    cube.name: cube
    for cube in (
        Cube("days", "seat_game", ("day", "archetype", "went_first")),
        Cube("matchups", "seat_game", ("archetype", "opponent_archetype", "went_first")),
        Cube("players", "seat_game", ("player", "went_first")),
        Cube("players_of_archetypes", "seat_game", ("player", "archetype")),
        Cube("tournaments", "seat_game", ("tournament", "archetype", "went_first")),
        Cube("lengths", "seat_game", ("turns", "archetype"), only=_results("first")),
        Cube("matches", "seat_match", ("archetype", "opponent_archetype", "tournament")),
        Cube("pairings", "seat_match", ("archetype", "opponent_archetype")),
        Cube("matches_of_players", "seat_match", ("player", "archetype")),
        Cube("cards", "card_seat_game", ("card",)),
        Cube("cards_of_archetypes", "card_seat_game", ("card", "archetype", "went_first")),
        Cube("cards_against", "card_seat_game", ("card", "opponent_archetype", "went_first"), only=_AGAINST),
        Cube(
            "cards_of_archetypes_against",
            "card_seat_game",
            ("card", "archetype", "opponent_archetype", "went_first"),
            only=_AGAINST,
        ),
        Cube("deals", "card_seat_game", ("card", "deck", "copies", "went_first"), only=_DEALT),
        Cube(
            "deals_of_archetypes",
            "card_seat_game",
            ("card", "archetype", "deck", "copies", "went_first"),
            only=_DEALT,
        ),
        Cube("first_plays", "card_seat_game", ("card", "turn"), only=_FIRST_PLAYS),
        Cube("first_plays_of_archetypes", "card_seat_game", ("card", "archetype", "turn"), only=_FIRST_PLAYS),
        Cube("holdings", "holding", ("card", "turns")),
        Cube("chances", "chance", ("card", "archetype", "went_first", "k", "copies", "library")),
        Cube(
            "acts",
            "declaration",
            ("card", "verb", "turn", "archetype", "went_first"),
            only=_DECLARED,
        ),
        Cube("acts_of_cards", "declaration", ("card", "archetype"), only=_DECLARED),
        Cube(
            "outcomes", "declaration", ("card", "turn", "went_first"), only=_results("resolved", "nullified")
        ),
        Cube("kinds", "declaration", ("verb", "links", "archetype", "opponent_archetype"), only=_ACTS),
        Cube("kinds_of_cards", "declaration", ("card", "verb", "archetype"), only=_ACTS),
        Cube("chains", "declaration", ("card", "archetype", "links"), only=("chains",)),
        Cube("decisions", "declaration", ("phase", "seconds"), only=("decisions",)),
        Cube("deliberations", "declaration", ("card", "seconds"), only=("decisions",)),
        Cube(
            "deliberations_of_archetypes",
            "declaration",
            ("card", "archetype", "seconds"),
            only=("decisions",),
        ),
        Cube("answers", "answer", ("card", "answered")),
        Cube("failures", "resolution", ("card", "clause")),
        Cube("payments", "payment", ("card", "resource", "archetype")),
        Cube("reversals", "reversal", ("card", "resource", "how")),
        Cube("budgets", "budget", ("resource", "archetype", "went_first")),
        Cube("windows", "response_window", ("card", "archetype", "went_first")),
        Cube("hands", "card_seat_game", ("card", "in_library", "library_size", "first_hand"), only=_HANDS),
        Cube(
            "hands_of_archetypes",
            "card_seat_game",
            ("card", "archetype", "in_library", "library_size", "first_hand"),
            only=_HANDS,
        ),
        Cube("positions", "shuffle", ("card", "position", "library")),
    )
}
"""Name → cube. A query goes to the smallest one that has all columns it needs."""
