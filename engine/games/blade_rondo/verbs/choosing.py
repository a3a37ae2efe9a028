"""Choices of cards: the seven swords of the hand, and what card texts ask for.

Not here: the consequences of an allowed act (``turn``, ``use``, ``attack``).
"""

from collections.abc import Iterator
from itertools import combinations

from engine.common.choices import card_choice
from engine.games.blade_rondo.setup import KEEP
from engine.games.blade_rondo.verbs.lapsed import CHOICES
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Chose

SHOW = card_choice(
    "show", "見せる", Bilingual("カードの指示で手札を見せる", "show hand cards that a card asks for"),
    candidate="BR-1-1", number="BR-OP-8", elsewhere=CHOICES,
)  # fmt: skip
PICK = card_choice(
    "pick", "選ぶ", Bilingual("カードの指示でカードを選ぶ", "pick cards that a card asks for"),
    candidate="BR-1-1", number="BR-OP-8", elsewhere=CHOICES,
)  # fmt: skip


def _keep_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for cards in combinations(game.table.at(f"dealt.{ask.seat}"), KEEP):
        yield Chose(ask.seat, "keep", cards)


def _all_dealt(game: Game, ask: Ask, act: AnyAct) -> bool:
    return all(game.table.place[card] == f"dealt.{act.seat}" for card in act.cards)


def _dealt_elsewhere(game: Game, ask: Ask, act: AnyAct) -> Facts:
    """The first card that was not dealt to the player: its place, and the number of copies elsewhere."""
    table, own = game.table, f"dealt.{act.seat}"
    card = next(card for card in act.cards if table.place[card] != own)
    facts: dict[str, object] = {"card": card, "place": table.place[card]}
    if face := table.face[card]:
        copies = [other for other, known in table.face.items() if known == face]
        facts["elsewhere"] = sum(table.place[other] != own for other in copies)
        facts["copies"] = game.knowledge.copies.get(face, 0)
        facts["named"] = sum(other in act.cards for other in copies)
    else:
        facts |= {"elsewhere": "", "copies": "", "named": ""}
    return facts


KEEP_SEVEN = ActType(
    "keep",
    Chose,
    ("選択", "残す"),
    "CARD×7",
    Bilingual("配られた15枚から選ぶ7枚の剣", "the seven swords chosen of the fifteen dealt"),
    _keep_options,
    requirements=(
        Requirement(
            "BR-base-5-3",
            "keep-seven",
            lambda game, ask, act: len(act.cards) == KEEP,
            lambda game, ask, act: {"number": KEEP, "given": len(act.cards)},
        ),
        Requirement("BR-base-5-3", "not-dealt", _all_dealt, _dealt_elsewhere),
    ),
    cards=(1, 99),
)
