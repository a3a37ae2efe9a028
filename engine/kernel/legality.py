"""What may be done, and why not: requirements with clauses, and the refusal that names the first one broken.

One ordered list of requirements serves both directions: an act is legal when all of them hold; the reason for
a refusal is the first that does not. Not here: who is asked and when (``procedure``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.kernel.ask import TABLE, Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from engine.kernel.types import AnyGame
from events.model.kinds import AnyAct, Chose, Declared, Passed, Shuffled

FACE_NEEDED = "face-needed"
"""The key of the text of a refusal that an unknown card is the reason of."""

Decision = AnyAct | Shuffled
"""What answers an ``Ask``: an act of a seat, or an order of cards that chance gave."""
Facts = Mapping[str, object]
Test = Callable[[AnyGame, Ask, AnyAct], bool]
Tell = Callable[[AnyGame, Ask, AnyAct], Facts]


class Position(Protocol):
    """The part of a game that decides what is legal in it."""

    rules: Ruleset
    table: Table
    ask: Ask | None


def _nothing(game: AnyGame, ask: Ask, act: AnyAct) -> Facts:
    return {}


@dataclass(frozen=True, slots=True)
class Requirement:
    """``clause`` demands that ``holds``; ``why`` is the key of the text of the refusal, ``facts`` fill it."""

    clause: str
    why: str
    holds: Test
    facts: Tell = _nothing


@dataclass(frozen=True, slots=True)
class ActType:
    """One type of act, such as *use* or *pass*.

    ``cards`` and ``targets`` are the least and the most that it takes, ``words`` those that it may have,
    ``numbered`` says whether it takes a number (None: its requirements decide). ``options`` lists candidates;
    those that meet every requirement are legal. The requirements ``elsewhere`` give the reason of a refusal
    where the act is not asked for. ``unseen`` says whether a card whose face the record does not know could
    serve. ``shape`` and ``says`` describe the act to whoever writes a record; ``japanese`` are other names.
    ``clause`` says what the act takes and ``target_clause`` what it aims at: they are cited where it names
    too much, too little or what is not there; without them the clause of the question is. ``repeats``: its
    requirements decide whether it may aim at one card twice; else it may not."""

    name: str
    event: type[Declared] | type[Chose] | type[Passed]
    japanese: tuple[str, ...]
    shape: str
    says: Bilingual
    options: Callable[[AnyGame, Ask], Iterator[AnyAct]]
    requirements: tuple[Requirement, ...] = ()
    elsewhere: tuple[Requirement, ...] = ()
    cards: tuple[int, int] = (0, 0)
    targets: tuple[int, int] = (0, 0)
    words: tuple[str, ...] = ()
    numbered: bool | None = False
    unseen: Callable[[AnyGame, Ask], bool] = field(default=lambda game, ask: False)
    clause: str = ""
    target_clause: str = ""
    repeats: bool = False


class Refused(Exception):
    """An act that the rules do not allow: the clause it would break, and what it would need."""

    def __init__(self, act: Decision, clause: str, why: str, facts: Facts) -> None:
        super().__init__(f"{why} [{clause}]")
        self.act = act
        self.clause = clause
        self.why = why
        self.facts = facts


class Spent(Refused):
    """An act that cannot be carried out to its end. The game that raised it is spent; another is begun from
    its events (``engine.record.session`` does)."""


class Endless(Spent):
    """An act from which more follows than any match holds: texts that set each other off would never end."""


class FaceNeeded(Spent):
    """An act whose consequences depend on a card that the record does not know."""


class UnknownFace(LookupError):
    """Rules read what is printed on a ``card`` that the record does not know."""

    def __init__(self, card: str) -> None:
        super().__init__(card)
        self.card = card


def clause_of_end(game: Position) -> str:
    """The clause by which the match is over; for one that is not, by which it will be."""
    ended = game.table.result
    return ended.clauses[0] if ended is not None and ended.clauses else str(game.rules.end_clause)


def check(game: Position, act: AnyAct) -> None:
    """Raise ``Refused`` with the first clause that ``act`` would break at the open ``Ask``.

    Faces that the act would make known are not considered; ``Game.check`` does.
    """
    ask = game.ask
    verb: ActType | None = game.rules.verbs.get(act.verb)
    if verb is None or type(act) is not verb.event:
        raise Refused(act, game.rules.frame_clause, "unknown-verb", {"verb": act.verb})
    if ask is None:
        raise Refused(act, clause_of_end(game), "match-over", {})
    if act.verb not in game.rules.anytime_acts and (act.seat != ask.seat or act.verb not in ask.verbs):
        for requirement in verb.elsewhere:
            if not requirement.holds(game, ask, act):
                raise Refused(act, requirement.clause, requirement.why, requirement.facts(game, ask, act))
        raise Refused(act, ask.clause, "not-now", {"asked": ask.seat, "verbs": ", ".join(ask.verbs)})
    _check_shape(game, ask, verb, act)
    for requirement in verb.requirements:
        if not requirement.holds(game, ask, act):
            raise Refused(act, requirement.clause, requirement.why, requirement.facts(game, ask, act))


def _check_shape(game: Position, ask: Ask, verb: ActType, act: AnyAct) -> None:
    """Refuse an act that does not have the cards, targets, words and number that its type takes."""
    clause = verb.clause or ask.clause
    if act.cards or verb.cards[0]:
        _check_amount(act, "cards", act.cards, verb.cards, clause=clause)
    if act.targets or verb.targets[0]:
        targets = tuple(dict.fromkeys(act.targets)) if verb.repeats else act.targets
        _check_amount(act, "targets", targets, verb.targets, clause=verb.target_clause or clause)
    if verb.numbered is not None and (act.number is not None) is not verb.numbered:
        raise Refused(act, clause, "wrong-number", {"shape": verb.shape})
    for card in act.cards:
        if card not in game.table.place:
            raise Refused(act, clause, "no-such-card", {"card": card})
    for index, word in enumerate(act.words):
        if word not in verb.words or word in act.words[:index]:
            raise Refused(act, clause, "wrong-word", {"word": word, "words": ", ".join(verb.words)})


def _check_amount(
    act: AnyAct, what: str, given: tuple[str, ...], limits: tuple[int, int], *, clause: str
) -> None:
    least, most = limits
    if not least <= len(given) <= most or len(set(given)) != len(given):
        raise Refused(act, clause, f"wrong-{what}", {"least": least, "most": most, "given": len(given)})


def options(game: Position) -> Iterator[AnyAct]:
    """Yield every legal answer of a seat to the open ``Ask``, in the order of its verbs: none where chance is
    asked to shuffle. Lazy: stop when you have enough."""
    ask = game.ask
    if ask is None or ask.seat == TABLE:
        return
    for name in ask.verbs:
        verb: ActType = game.rules.verbs[name]
        for act in verb.options(game, ask):
            if _is_allowed(game, ask, verb, act):
                yield act


def _is_allowed(game: Position, ask: Ask, verb: ActType, act: AnyAct) -> bool:
    """Whether an act meets every requirement, as far as the record knows the cards."""
    try:
        return all(requirement.holds(game, ask, act) for requirement in verb.requirements)
    except UnknownFace:
        return False


def forced(game: Position) -> AnyAct | None:
    """Return the only answer to the open ``Ask``, if there is just one whatever the unknown faces are."""
    ask = game.ask
    if (
        ask is None
        or ask.seat == TABLE
        or any(game.rules.verbs[name].unseen(game, ask) for name in ask.verbs)
    ):
        return None
    found: AnyAct | None = None
    for act in options(game):
        if found is not None:
            return None
        found = act
    return found
