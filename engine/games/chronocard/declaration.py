"""A declaration: what was declared, and its state so far.

Not here: the stages of its processing (``declare``, ``process``, ``charm``).
"""

from __future__ import annotations

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.value import holds
from engine.games.chronocard.board import holder
from engine.kernel.card import Ability, Card
from engine.kernel.game import Game
from events.model.changes import CardRef
from events.model.kinds import Act

USE, SKILL = "use", "skill"


class UseContext(Context):
    """The context of the text of a use: the act at hand is the one that it interrupts, its X is its own."""

    __slots__ = ("number",)

    def __init__(
        self, you: str, card: CardRef, clauses: tuple[str, ...], *, act: Act, answers: Declaration | None
    ) -> None:
        super().__init__(you, card, clauses, action=answers)
        self.number = act.number or 0

    @property
    def x(self) -> int:
        return self.number


class Declaration:
    """One declaration that can be interrupted.

    ``kind``: ``use``, ``skill``, ``draw``, ``charm`` or ``end``. ``holder`` is whose skill it is, ``spent``
    what was named to be given up for its cost, ``named`` what was given up under a name, ``by_cost`` what its
    cost did to the holder, ``condition_paid_away`` whether it ended the condition of its use. ``targets`` are
    its targets, ``answers`` is the declaration that it interrupts. ``owed`` is cost that an interrupt added,
    ``void`` why it has failed already (``cost``: that was not paid, ``nullified``). ``ability`` is None where
    the card has no text for it."""

    __slots__ = (
        "ability",
        "act",
        "answers",
        "by_cost",
        "card",
        "condition_paid_away",
        "holder",
        "kind",
        "named",
        "number",
        "owed",
        "seat",
        "seq",
        "spent",
        "targets",
        "void",
    )

    def __init__(self, kind: str, act: Act, *, seq: int, answers: Declaration | None = None) -> None:
        self.kind = kind
        self.act = act
        self.seat = act.seat
        self.seq = seq
        self.answers = answers
        self.card: CardRef = ""
        self.holder: CardRef = ""
        self.number = 0
        self.ability: Ability | None = None
        self.spent: tuple[CardRef, ...] = ()
        self.targets = act.targets
        self.owed = 0
        self.void = ""
        self.by_cost: frozenset[str] = frozenset()
        self.condition_paid_away = False
        self.named: dict[str, tuple[CardRef, ...]] = {}

    def context(self, *clauses: str) -> Context:
        """The context of its text; its targets are named as in the text (CC-base-1-2)."""
        found = UseContext(self.seat, self.card, clauses, act=self.act, answers=self.answers)
        found.bearer = self.holder
        found.named |= named_targets(self.ability, self.targets) | self.named
        return found


def of_card(game: Game, act: Act, *, seq: int, answers: Declaration | None = None) -> Declaration:
    """The use of a card from hand (CC-USE-1)."""
    found = Declaration(USE, act, seq=seq, answers=answers)
    found.card, *spent = act.cards
    found.holder = found.card
    found.ability = use_text(game.printed(found.card))
    found.spent = tuple(spent)
    return found


def of_skill(game: Game, act: Act, *, seq: int, answers: Declaration | None = None) -> Declaration:
    """The use of an A.Skill, identified by its number where the card has several (CC-AS-6)."""
    found = Declaration(SKILL, act, seq=seq, answers=answers)
    found.card, *spent = act.cards
    found.holder = holder(game, found.card)
    found.number = act.number or 1
    found.ability = skills(game.printed(found.card))[found.number - 1]
    found.spent = tuple(spent)
    return found


def use_text(printed: Card) -> Ability | None:
    """What a card does when it is used; most permanents only enter the field."""
    return next(iter(printed.all("use")), None)


def skills(printed: Card) -> tuple[Ability, ...]:
    """The A.Skills of a card, in printed order."""
    return printed.all("skill")


def named_targets(ability: Ability | None, targets: tuple[CardRef, ...]) -> dict[str, tuple[CardRef, ...]]:
    """The targets of an act by their names in the text."""
    found, left = {}, list(targets)
    for choice in target_lines(ability):
        number = required_targets(choice)
        found[choice.name] = tuple(left[:number])
        del left[:number]
    return found


def condition_met(game: Game, ability: Ability | None, context: Context) -> bool:
    """Whether the condition of use that a text prints holds, one of its limits (CC-USE-8, CC-AS-9)."""
    return ability is None or ability.needs is None or holds(game, ability.needs, context)


def target_lines(ability: Ability | None) -> tuple[tree.Choose, ...]:
    """The target lines of an ability."""
    return tuple(line for line in ability.targets if isinstance(line, tree.Choose)) if ability else ()


def required_targets(choice: tree.Choose) -> int:
    """How many cards one target line requires."""
    assert isinstance(choice.number, tree.Number), "the vocabulary lets targets be counted only"
    return choice.number.value
