"""What may be done, and why not: requirements with clauses, and the refusal that names the first broken.

One ordered list of requirements serves both directions: an act is legal when all of them hold, and
*why not* is the first that does not. Not here: who is asked and when (``procedure``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.kernel.bilingual import Bilingual
from events.model.kinds import AnyAct, Chose, Declared, Passed, Shuffled

if TYPE_CHECKING:
    from engine.kernel.ask import Ask
    from engine.kernel.game import Game

Decision = AnyAct | Shuffled
"""What answers an ``Ask``: an act of a seat, or chance speaking for the table."""
Facts = Mapping[str, object]
Test = Callable[["Game", "Ask", AnyAct], bool]
Tell = Callable[["Game", "Ask", AnyAct], Facts]


def _nothing(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {}


@dataclass(frozen=True, slots=True)
class Requirement:
    """``clause`` demands ``holds``; ``why`` names the sentence that tells a refusal, with ``facts``."""

    clause: str
    why: str
    holds: Test
    facts: Tell = _nothing


@dataclass(frozen=True, slots=True)
class ActType:
    """One kind of act.

    ``cards`` (least, most) and ``words`` say what belongs to it, ``numbered`` whether it takes a
    number (None: its requirements tell). ``options`` lists candidates, of which those that meet every
    requirement are legal. ``elsewhere`` tells why the verb is refused where it is not asked for.
    ``unseen`` says whether a card whose face the record does not know could serve. ``shape`` and
    ``says`` describe it to a writer of records, ``japanese`` are its other names.
    """

    name: str
    event: type[Declared] | type[Chose] | type[Passed]
    japanese: tuple[str, ...]
    shape: str
    says: Bilingual
    options: Callable[[Game, Ask], Iterator[AnyAct]]
    requirements: tuple[Requirement, ...] = ()
    elsewhere: tuple[Requirement, ...] = ()
    cards: tuple[int, int] = (0, 0)
    targets: tuple[int, int] = (0, 0)
    words: tuple[str, ...] = ()
    numbered: bool | None = False
    unseen: Callable[[Game, Ask], bool] = field(default=lambda game, ask: False)


class Refused(Exception):
    """An act that the rules do not allow: the clause it would break, and what it would need."""

    def __init__(self, act: Decision, clause: str, why: str, facts: Facts) -> None:
        super().__init__(f"{why} [{clause}]")
        self.act = act
        self.clause = clause
        self.why = why
        self.facts = facts


def check(game: Game, act: AnyAct) -> None:
    """Raise ``Refused`` with the first clause that ``act`` would break at the open ``Ask``."""
    ask = game.ask
    verb = game.rules.verbs.get(act.verb)
    if verb is None or type(act) is not verb.event:
        raise Refused(act, game.rules.frame_clause, "unknown-verb", {"verb": act.verb})
    if ask is None:
        ended = game.table.result
        clause = ended.clauses[0] if ended is not None and ended.clauses else game.rules.end_clause
        raise Refused(act, clause, "match-over", {})
    if act.verb not in game.rules.anytime_acts and (act.seat != ask.seat or act.verb not in ask.verbs):
        for requirement in verb.elsewhere:
            if not requirement.holds(game, ask, act):
                raise Refused(act, requirement.clause, requirement.why, requirement.facts(game, ask, act))
        raise Refused(act, ask.clause, "not-now", {"asked": ask.seat, "verbs": ", ".join(ask.verbs)})
    _check_shape(game, ask, verb, act)
    for requirement in verb.requirements:
        if not requirement.holds(game, ask, act):
            raise Refused(act, requirement.clause, requirement.why, requirement.facts(game, ask, act))


def _check_shape(game: Game, ask: Ask, verb: ActType, act: AnyAct) -> None:
    """The act has the cards, targets, words and number that its verb takes."""
    if act.cards or verb.cards[0]:
        _check_amount(ask, act, "cards", act.cards, verb.cards)
    if act.targets or verb.targets[0]:
        _check_amount(ask, act, "targets", act.targets, verb.targets)
    if verb.numbered is not None and (act.number is not None) is not verb.numbered:
        raise Refused(act, ask.clause, "wrong-number", {"shape": verb.shape})
    for card in act.cards:
        if card not in game.table.place:
            raise Refused(act, ask.clause, "no-such-card", {"card": card})
    for index, word in enumerate(act.words):
        if word not in verb.words or word in act.words[:index]:
            raise Refused(act, ask.clause, "wrong-word", {"word": word, "words": ", ".join(verb.words)})


def _check_amount(ask: Ask, act: AnyAct, what: str, given: tuple[str, ...], limits: tuple[int, int]) -> None:
    least, most = limits
    if not least <= len(given) <= most or len(set(given)) != len(given):
        raise Refused(act, ask.clause, f"wrong-{what}", {"least": least, "most": most, "given": len(given)})


def options(game: Game) -> Iterator[AnyAct]:
    """Every legal answer to the open ``Ask``, in the order of its verbs. Lazy: stop when you have enough."""
    ask = game.ask
    if ask is None:
        return
    for name in ask.verbs:
        verb = game.rules.verbs[name]
        for act in verb.options(game, ask):
            if all(requirement.holds(game, ask, act) for requirement in verb.requirements):
                yield act


def forced(game: Game) -> AnyAct | None:
    """The only answer to the open ``Ask``, if there is just one for every face that is not known."""
    ask = game.ask
    if ask is None or any(game.rules.verbs[name].unseen(game, ask) for name in ask.verbs):
        return None
    found: AnyAct | None = None
    for act in options(game):
        if found is not None:
            return None
        found = act
    return found
