"""One row a seat in a game: who played it, against whom, in which order, and with what result.

``won``, ``lost`` and ``tied`` are 0 or 1, all 0 for a game without an end. ``life`` is that at the end,
``behind`` the most that the seat was behind in its course, ``halfway`` its lead in the middle (``lead``).
``went_first`` is null if unknown. ``mulligans`` counts hands sent back, ``first_hand`` the cards of the first
hand offered, ``final_hand`` those in hand when the first turn begins, ``deck_size`` the cards of a seat that
draws from a library. For the flags see ``knowledge``. Not here: the acts of the seat.
"""

from typing import NamedTuple

from analytics.facts.columns import Bit, Count, Day, Flag, Number, Word
from analytics.facts.extract.knowledge import knowledge
from analytics.facts.extract.match_facts import GameResult, MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seat: Word
    player: Word | None
    opponent: Word | None
    deck: Word | None
    day: Day | None
    archetype: Word | None
    opponent_archetype: Word | None
    went_first: Flag | None
    won: Bit
    lost: Bit
    tied: Bit
    life: Number | None
    behind: Number | None
    halfway: Number | None
    mulligans: Count
    first_hand: Count | None
    final_hand: Count | None
    deck_size: Number | None
    library_size: Number | None
    deal_known: Flag
    keep_known: Flag
    deck_known: Flag
    hand_known: Flag
    opponent_deal_known: Flag


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every seat in every game. With more than two seats the opponent is null."""
    return [_row(facts, game, seat) for game in facts.games for seat in facts.seats]


def _row(facts: MatchFacts, game: GameResult, seat: str) -> Row:
    players, opponent, deck = facts.opened.players, facts.opponent(seat), facts.decks.get(seat)
    return Row(
        facts.match,
        game.number,
        seat,
        players[seat] or None,
        players.get(opponent) or None,
        deck.digest if deck else None,
        facts.day,
        facts.archetypes.get(seat),
        facts.archetypes.get(opponent),
        seat == game.first_seat if game.first_seat else None,
        *game.result(seat),
        facts.movements.life(seat),
        facts.lead.behind(seat),
        facts.lead.halfway(seat),
        facts.mulligans[seat],
        len(facts.first_hand[seat]) if seat in facts.first_hand else None,
        _final_hand(facts, seat) if facts.by_events else None,
        _deck_size(facts, seat),
        _library_size(facts, seat),
        *knowledge(facts, seat),
        bool(opponent) and knowledge(facts, opponent).deal_known,
    )


def _final_hand(facts: MatchFacts, seat: str) -> int | None:
    if not (facts.movements.began and facts.roles.hand):
        return None
    return sum(stay.came == "open" and stay.seat == seat for stay in facts.movements.stays)


def _library_size(facts: MatchFacts, seat: str) -> int | None:
    library = facts.library(seat)
    return None if library is None else library.total()


def _deck_size(facts: MatchFacts, seat: str) -> int | None:
    if not facts.roles.library:
        return None
    written = facts.opened.decks.get(seat)
    return sum(written.values()) if written else len(facts.movements.deck.get(seat, ())) or None
