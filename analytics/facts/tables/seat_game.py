"""One row a seat in a game: who played it, against whom, in which order, and with what result.

``won``, ``lost`` and ``tied`` are 0 or 1, all 0 while the game has no end. ``life`` is what is left at the
end. ``went_first`` is null where the record does not tell. ``mulligans`` counts hands that were sent back,
``first_hand`` the cards of the first one that was offered, ``final_hand`` those in hand when the first turn
begins, ``deck_size`` the cards that the seat plays with where it draws from a library. For the flags see
``knowledge``. Not here: what the seat did.
"""

from datetime import date
from typing import NamedTuple

from analytics.facts.extract.knowledge import knowledge
from analytics.facts.extract.match_facts import GameOver, Story


class Row(NamedTuple):
    """See ``schema`` for the types."""

    match: str
    game_no: int
    seat: str
    player: str | None
    opponent: str | None
    deck: str | None
    day: date | None
    archetype: str | None
    opponent_archetype: str | None
    went_first: bool | None
    won: int
    lost: int
    tied: int
    life: int | None
    mulligans: int
    first_hand: int | None
    final_hand: int | None
    deck_size: int | None
    deal_known: bool
    keep_known: bool
    deck_known: bool
    hand_known: bool


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
