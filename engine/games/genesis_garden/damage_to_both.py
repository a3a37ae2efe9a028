"""Damage that one text deals to both players simultaneously: whose cards are sent first, and who has lost.

Not here: damage to one player (``effects``), nor the headquarters (``headquarters``).
"""

from collections.abc import Iterator

from engine.effect.context import opponent
from engine.games.genesis_garden.board import SEATS
from engine.games.genesis_garden.damage import damage_taken
from engine.games.genesis_garden.effects import Cause, invoke_spell_units
from engine.games.genesis_garden.headquarters import send_cards
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver, Procedure
from events.model.changes import CardRef
from events.model.kinds import Happened

WHY = "effect damage"


def damage_both(
    game: Game, you: str, amount: int, clauses: tuple[str, ...], *, card: CardRef = ""
) -> Procedure:
    """Both lose ``amount`` cards by a text of ``you``; then spell units among them may act, those of the
    player who was hit first before the other's (GG-JUT-3, GG-OP-14)."""
    amounts = {seat: damage_taken(game, seat, max(amount, 0), card) for seat in SEATS}
    for seat in SEATS:
        if amounts[seat] <= 0 < amount:
            yield Happened("unharmed", seat, (*clauses, "GG-COMBAT-3"), amount)
    if not any(amounts.values()):
        return
    other = opponent(game, you)
    order = (you, other) if game.settings["damage_to_both"] == "own_first" else (other, you)  # GG-OP-16
    sent: dict[str, list[CardRef]] = {seat: [] for seat in order}
    lost: list[MatchOver] = []
    for seat, number in _sending_order(game, order, amounts):
        try:
            sent[seat] = yield from send_cards(game, seat, number, WHY, clauses, card=card, before=sent[seat])
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
            cause = Cause(card, opponent(game, seat), amounts[seat])
            yield from invoke_spell_units(game, seat, sent[seat], cause)


def _sending_order(game: Game, order: tuple[str, str], amounts: dict[str, int]) -> Iterator[tuple[str, int]]:
    """How many cards each player sends in turn. The players alternate card by card (GG-OP-16), which matters
    only where a headquarters becomes empty: cards sent up to then are one event. Where both are hit together
    each sends all at once."""
    first, second = order
    if game.settings["damage_to_both"] == "together":
        yield from ((seat, amounts[seat]) for seat in order)
        return
    both = min(amounts.values())
    rest = {seat: amounts[seat] - both for seat in order}
    while both:
        rounds = max(min(both, *(len(game.table.at(f"hq.{seat}")) for seat in order)), 1)
        if len(game.table.at(f"hq.{first}")) == rounds > 1:
            yield second, rounds - 1  # the last card of the first comes before that of the second
            yield first, rounds
            yield second, 1
        else:
            yield first, rounds
            yield second, rounds
        both -= rounds
    yield from ((seat, rest[seat]) for seat in order)
