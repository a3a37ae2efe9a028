"""Damage that one text deals to both players simultaneously: whose cards are sent first, and who has lost.

Not here: damage to one player (``effects``), nor the headquarters (``headquarters``).
"""

from collections.abc import Iterator

from engine.effect.context import opponent
from engine.games.genesis_garden.effects import Cause, invoke_spell_units
from engine.games.genesis_garden.headquarters import send_cards
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver, Procedure
from events.model.changes import CardRef

WHY = "effect damage"


def damage_both(
    game: Game, you: str, amount: int, clauses: tuple[str, ...], *, card: CardRef = ""
) -> Procedure:
    """Both lose ``amount`` cards by a text of ``you``; then spell units among them may act, those of the
    player who was hit first before the other's (GG-JUT-3, GG-OP-14)."""
    if amount <= 0:
        return
    other = opponent(game, you)
    order = (you, other) if game.settings["damage_to_both"] == "own_first" else (other, you)  # GG-OP-16
    sent: dict[str, list[CardRef]] = {seat: [] for seat in order}
    lost: list[MatchOver] = []
    for seat, number in _sending_order(game, order, amount):
        try:
            sent[seat] += yield from send_cards(game, seat, number, WHY, clauses, card=card)
        except MatchOver as over:
            lost.append(over)
            if game.settings["damage_to_both"] != "together":
                break
    if len(lost) == len(order):
        raise MatchOver("", "both headquarters", "GG-OP-16", "GG-CYCLE-7")
    if lost:
        raise lost[0]
    if game.settings["effect_damage_wakes_spell_units"]:  # GG-OP-14
        for seat in order:
            yield from invoke_spell_units(game, seat, sent[seat], Cause(card, opponent(game, seat), amount))


def _sending_order(game: Game, order: tuple[str, str], amount: int) -> Iterator[tuple[str, int]]:
    """How many cards each player sends in turn. The players alternate card by card (GG-OP-16), which matters
    only where a headquarters becomes empty: cards sent up to then are one event. Where both are hit together
    each sends all at once."""
    first, second = order
    if game.settings["damage_to_both"] == "together":
        yield from ((seat, amount) for seat in order)
        return
    while amount:
        rounds = max(min(amount, *(len(game.table.at(f"hq.{seat}")) for seat in order)), 1)
        if len(game.table.at(f"hq.{first}")) == rounds > 1:
            yield second, rounds - 1  # the last card of the first comes before that of the second
            yield first, rounds
            yield second, 1
        else:
            yield first, rounds
            yield second, rounds
        amount -= rounds
