"""Genesis Garden's part in the general laws: its cards, its rows, and matches that look the same to a viewer.

Not here: single rules (``tests/games``).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from engine.games.genesis_garden.board import ROW_SIZE, SUMMONS
from engine.games.genesis_garden.setup import DECK, OPENING
from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from events.model.changes import CardRef, Create, Move
from events.model.kinds import ACTS, AnyAct, AnyEvent, Derived, Revealed, Shuffled
from kifuda.bots.dice import Dice
from tests.laws.altered_matches import REDRAWN, REFACED, Match, Twin, mix, redrawn, replayed
from tests.laws.owners import cards_in_own_zones

SEATS = ("A", "B")
WAYS = (REFACED, REDRAWN)


def balanced(table: Table, event: AnyEvent) -> None:
    """Forty cards a seat, all in its own zones; five in a row at most; a rear card in union has its front
    card (GG-SETUP-1, GG-SUM-4, GG-UNION-5)."""
    owned = cards_in_own_zones(table)
    for seat in SEATS:
        assert owned[seat] in (0, DECK)
        assert all(len(table.at(f"{row}.{seat}")) <= ROW_SIZE for row in ("front", "rear"))
        assert table.track("summons", seat) <= SUMMONS
        for card in table.at(f"union.{seat}"):
            assert table.place[table.host[card][0]] == f"front.{seat}"
        for place in ("hand", "hq"):
            lying = table.at(f"{place}.{seat}")
            assert table.quarter.keys().isdisjoint(lying) and table.down.keys().isdisjoint(lying)
            assert not any(grant.on in lying for grant in table.grants.values())


def canonical(game: Game, act: AnyAct) -> AnyAct:
    """No word of an act may be left out."""
    return act


# --- matches that look the same ------------------------------------------------------------------------


def twins(rules: Ruleset, derived: Match, viewer: str, dice: Dice) -> Iterator[Twin]:
    """The match with what ``viewer`` did not see altered: who was which, and what was where."""
    hidden = [seat for seat in SEATS if seat != viewer]
    yield REFACED, _refaced(rules, derived, hidden, viewer, dice)
    for seat in hidden:
        if not any(isinstance(event, ACTS) and event.verb == "mulligan" for event, _ in derived):
            yield REDRAWN, redrawn(rules, derived, f"hq.{seat}", OPENING, dice)


def _refaced(rules: Ruleset, derived: Match, hidden: list[str], viewer: str, dice: Dice) -> Match:
    """Other faces for cards that the viewer never saw between one shuffle and the next that they were in."""
    altered: dict[int, Shuffled] = {}
    for seq, cards in _shuffles(derived).items():
        shuffled = derived[seq][0]
        assert isinstance(shuffled, Shuffled)
        if shuffled.place.rpartition(".")[2] not in hidden:
            continue
        seen = _seen(rules, derived, seq, viewer)
        free = [spot for spot, card in enumerate(cards) if card not in seen]
        order = list(shuffled.order)
        mix(order, free, dice)
        altered[seq] = replace(shuffled, order=tuple(order))
    return replayed(rules, derived, lambda seq, act: altered.get(seq, act))


def _shuffles(derived: tuple[Derived, ...]) -> dict[int, list[CardRef]]:
    """Of each shuffle the cards that get their faces by it, in its order."""
    found, table = {}, Table()
    for seq, (event, _) in enumerate(derived):
        if isinstance(event, Shuffled):
            following = derived[seq + 1][0]
            changes = getattr(following, "changes", ())
            created = [change.card for change in changes if isinstance(change, Create)]
            moved = [change.card for change in changes if isinstance(change, Move)]
            found[seq] = created or moved or list(table.at(event.place))
        table.apply(event)
    return found


def _seen(rules: Ruleset, derived: tuple[Derived, ...], since: int, viewer: str) -> set[CardRef]:
    """Cards whose face the viewer saw after the shuffle ``since``, until another one changed it."""
    table, seen = Table(), set()
    shuffles, mixed = _shuffles(derived), set()
    for seq, (event, _) in enumerate(derived):
        if seq > since and seq in shuffles:
            mixed |= set(shuffles[seq])
        table.apply(event)
        if seq <= since + 1:
            continue
        if isinstance(event, Revealed):
            seen |= set(event.cards) - mixed
        seen |= {
            card
            for card, place in table.place.items()
            if card not in mixed and rules.sees(place, viewer, down=card in table.down)
        }
    return seen
