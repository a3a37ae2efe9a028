"""One row a seat in a game: who played it, against whom, in which order, and with what result.

``won``, ``lost`` and ``tied`` are 0 or 1, all 0 while the game has no end. ``life`` is what is left at the
end. ``went_first`` is null where the record does not tell. ``mulligans`` counts hands that were sent back,
``first_hand`` the cards of the first one that was offered, ``final_hand`` those in hand when the first turn
begins, ``deck_size`` the cards that the seat plays with where it draws from a library. For the flags see
``knowledge``. Not here: what the seat did.
"""

from typing import NamedTuple

from analytics.facts.columns import Bit, Count, Day, Flag, Number, Word
from analytics.facts.extract.knowledge import knowledge
from analytics.facts.extract.match_facts import GameOver, Story


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
    mulligans: Count
    first_hand: Count | None
    final_hand: Count | None
    deck_size: Number | None
    deal_known: Flag
    keep_known: Flag
    deck_known: Flag
    hand_known: Flag


def rows(story: Story) -> list[Row]:
    """A row for every seat in every game. With more than two seats nobody has *the* opponent."""
    return [_row(story, game, seat) for game in story.games for seat in story.seats]


def _row(story: Story, game: GameOver, seat: str) -> Row:
    players, opponent, deck = story.opened.players, story.opponent(seat), story.decks.get(seat)
    return Row(
        story.match,
        game.number,
        seat,
        players[seat] or None,
        players.get(opponent) or None,
        deck.digest if deck else None,
        story.day,
        story.archetypes.get(seat),
        story.archetypes.get(opponent),
        seat == game.first_seat if game.first_seat else None,
        *game.result(seat),
        story.flow.life(seat),
        story.mulligans[seat],
        len(story.first_hand[seat]) if seat in story.first_hand else None,
        _final_hand(story, seat) if story.by_events else None,
        _deck_size(story, seat),
        *knowledge(story, seat),
    )


def _final_hand(story: Story, seat: str) -> int | None:
    if not (story.flow.began and story.roles.hand):
        return None
    return sum(stay.came == "open" and stay.seat == seat for stay in story.flow.stays)


def _deck_size(story: Story, seat: str) -> int | None:
    if not story.roles.library:
        return None
    written = story.opened.decks.get(seat)
    return sum(written.values()) if written else len(story.flow.deck.get(seat, ())) or None
