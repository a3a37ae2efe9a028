"""Setting up the match: values, deal, the hidden choice of seven swords, the second player's bonus.

Not here: turns.
"""

from engine.games.blade_rondo.board import SEATS, TRACKS
from engine.kernel.ask import TABLE, Ask
from engine.kernel.deal import Deal
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from engine.kernel.ruleset import Flaw
from events.model.changes import AnyChange, Create, Move, Set
from events.model.kinds import Chose, Happened, Shuffled

DEAL = 15
KEEP = 7
DEALT = tuple(f"dealt.{seat}" for seat in SEATS)
UNDEALT = "undealt"
HEAT, WARD, PULSE = "BR-B1", "BR-B2", "BR-B3"


def set_up(game: Game) -> Procedure:
    """From the empty table to the first turn."""
    yield Happened("set up", TABLE, ("BR-base-5-1",), changes=_start())
    order = yield Ask(
        TABLE, ("shuffle",), about="deal", clause="BR-base-5-2", subject=_pool(game), omissible="never"
    )
    yield Happened("dealt", TABLE, ("BR-base-5-2", "BR-base-2-6"), changes=_deal(order))
    for number, seat in enumerate(SEATS, start=1):
        then = SEATS[number:]
        choice = yield Ask(seat, ("keep",), about="keep", clause="BR-base-5-3", omissible="never", then=then)
        yield _keep_seven(game, choice)
    # The seats are named after the first and second player, whom chance selects now (BR-base-5-4).
    _, second = SEATS
    pulse = Create(f"{second}.{DEAL + 3}", PULSE, f"breath.{second}")
    changes = (Set("ATK", second, 1), pulse)
    yield Happened("second player", second, ("BR-base-5-5", "BR-base-5-4"), changes=changes)


def _start() -> tuple[AnyChange, ...]:
    changes: list[AnyChange] = []
    for seat in SEATS:
        changes += [Set(track.id, seat, track.start) for track in TRACKS]
        changes.append(Create(f"{seat}.{DEAL + 1}", HEAT, f"breath.{seat}"))
        changes.append(Create(f"{seat}.{DEAL + 2}", WARD, f"breath.{seat}"))
    return tuple(changes)


def _pool(game: Game) -> Deal:
    """What a record may know of the deal: either player's cards, and the undealt ones (BR-base-5-2)."""
    parts = {part: (index * DEAL, (index + 1) * DEAL) for index, part in enumerate(DEALT)}
    size = sum(game.knowledge.copies.values())
    return Deal("pool", size, {**parts, UNDEALT: (len(SEATS) * DEAL, size)}, game.knowledge.copies)


def _deal(order: Shuffled) -> tuple[AnyChange, ...]:
    """The first fifteen to A, the next to B; ten remain and belong to nobody (BR-base-2-6)."""
    changes: list[AnyChange] = []
    for index, seat in enumerate(SEATS):
        faces = order.order[index * DEAL : (index + 1) * DEAL]
        changes += [
            Create(f"{seat}.{number}", face, f"dealt.{seat}") for number, face in enumerate(faces, start=1)
        ]
    return tuple(changes)


def _keep_seven(game: Game, choice: Chose) -> Happened:
    """Seven to hand for the whole match (BR-base-1-1), eight aside (BR-base-2-5); the hand has the order of
    the choice."""
    seat = choice.seat
    rest = [card for card in game.table.at(f"dealt.{seat}") if card not in choice.cards]
    changes = tuple(Move(card, f"dealt.{seat}", f"hand.{seat}") for card in choice.cards)
    changes += tuple(Move(card, f"dealt.{seat}", f"aside.{seat}") for card in rest)
    return Happened("kept", seat, ("BR-base-5-3", "BR-base-2-5"), KEEP, changes=changes)


def check_shuffle(game: Game, shuffled: Shuffled) -> Flaw | None:
    """What is wrong with a declared order of the pool, if anything (BR-base-3-1, BR-base-5-7)."""
    return _pool(game).flaw(shuffled, size="BR-base-5-2", copies="BR-base-3-1")
