"""Counts what simulated matches show: moments, words, clauses, kinds of answer, reasons of failure.

It sees every question before it is answered, every event, and every word of card text that is carried out;
and it tries acts at each question, most of them illegal, to see by which clause the rules refuse them. It
changes nothing: watched matches have the same bytes. Not here: what could have been shown (``report``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from itertools import islice
from typing import Any

from engine.common.continuous import Continuous, Standing
from engine.effect.context import Context
from engine.effect.tree import Node
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Refused, check
from engine.kernel.procedure import Procedure
from engine.kernel.ruleset import Ruleset
from events.model.kinds import AnyAct, AnyEvent, Chose, Declared, Derived, Failed, Opened
from kifuda.bots.coverage.code import CodeWatch
from kifuda.bots.dice import Dice

OUTCOME, QUESTION, REFUSAL, CODE, CARD = "outcome", "question", "refusal", "code", "card"
"""How a clause was shown: an event follows from it, a question is put under it, an act is refused by it,
code that cites it ran, or the text of a card whose entry cites it was carried out."""
TRACED = 20
"""One match in this many is traced for the code that it runs."""
HIGHEST = 12
"""Numbers that a tried act names are below this."""
CANDIDATES = 20
"""Of so many candidates for a question one is tried."""


class Watch:
    """What the matches of one ruleset have shown so far.

    ``rules`` is the ruleset to play with: its words of card text report here. ``clauses``: clause → way →
    times; ``answers``: subject of a question and verb of its answer; ``failures``: what failed and why;
    ``refusals``: why acts were refused; ``moments`` and ``words`` by the text that was carried out or stood;
    ``faces``: the cards that the matches were played with.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.matches = 0
        self.clauses: dict[str, Counter[str]] = {id: Counter() for id in rules.clauses}
        self.answers: Counter[tuple[str, str]] = Counter()
        self.failures: Counter[tuple[str, str]] = Counter()
        self.refusals: Counter[str] = Counter()
        self.moments: Counter[str] = Counter()
        self.words: Counter[str] = Counter()
        self.faces: set[str] = set()
        self.code = CodeWatch(rules)
        self._moments: dict[tuple[str, int], set[str]] = {}  # equal lines of several cards are one object
        for cards in rules.sets.values():
            for name, holder in (*cards.cards.items(), *cards.roles.items()):
                for ability in holder.abilities:
                    for line in ability.do:
                        self._moments.setdefault((name, id(line)), set()).add(ability.on)
        self._read: dict[int, tuple[str, ...]] = {}
        self.rules = self._noting(rules)

    # --- what a match shows ----------------------------------------------------------------------------

    def watching(self) -> AbstractContextManager[None]:
        """What a match is played in."""
        return self.code.tracing() if self.matches % TRACED == 0 else nullcontext()

    def asked(self, game: Game, act: AnyAct) -> None:
        """Note a question and the answer to it, and try other acts there."""
        ask = game.ask
        assert ask is not None
        self._note(ask.clause, QUESTION)
        self.answers[ask.about, act.verb] += 1
        for tried in attempts(game, Dice("attempt", game.table.seq, ask.seat, act.verb)):
            try:
                check(game, tried)
            except Refused as refused:
                self._note(refused.clause, REFUSAL)
                self.refusals[refused.why] += 1

    def played(self, derived: Iterable[Derived]) -> None:
        """Note the events of a match."""
        self.matches += 1
        for clause, times in self.code.carried_out.items():
            self.clauses[clause][CODE] = times
        for event, _ in derived:
            if isinstance(event, Opened):
                self.faces.update(self.rules.sets[event.cards].pool, *event.decks.values())
            for clause in _cited(event):
                self._note(clause, OUTCOME)
            if isinstance(event, Failed):
                self.failures[event.what, event.why] += 1

    def _note(self, clause: str, way: str) -> None:
        if clause in self.clauses:
            self.clauses[clause][way] += 1

    # --- words -----------------------------------------------------------------------------------------

    def _noting(self, rules: Ruleset) -> Ruleset:
        """The ruleset with words that report here when they are carried out or stand."""
        found = replace(rules)
        handlers = {word: self._reporting(handler) for word, handler in rules.effect_handlers.items()}
        object.__setattr__(found, "effect_handlers", handlers)
        standing: Continuous | None = rules.continuous
        if standing is not None:
            sources = standing.sources

            def noted(game: Game) -> Iterable[Standing]:
                for one in sources(game):
                    self._carried_out(game, one.line, one.context)
                    yield one

            found = replace(found, continuous=replace(standing, sources=noted))
            object.__setattr__(found, "effect_handlers", handlers)
        return found

    def _reporting(self, handler: Callable[..., Procedure]) -> Callable[..., Procedure]:
        def reporting(game: Game, effect: Any, context: Context) -> Procedure:
            self._carried_out(game, effect, context)
            return handler(game, effect, context)

        return reporting

    def _carried_out(self, game: Game, effect: Node, context: Context) -> None:
        key = id(effect)
        role = game.role(context.card) if context.card else None
        for name in (game.table.face.get(context.card, ""), role.id if role else ""):
            if moments := self._moments.get((name, key)):
                self.moments.update(moments)
                for clause in self.code.cards.get(name, ()):
                    self._note(clause, CARD)
        if key not in self._read:
            self._read[key] = tuple(words_of(effect))
        self.words.update(self._read[key])


def words_of(node: Node) -> Iterable[str]:
    """The word of an effect and those of what it refers to; not those of effects within it."""
    yield word(type(node))
    for name in node.__struct_fields__:
        inner = getattr(node, name)
        if isinstance(inner, Node) and name not in ("effect", "then", "otherwise", "first", "second"):
            yield from words_of(inner)


def word(node: type[Node]) -> str:
    """The name of a word of the card language."""
    return str(node.__struct_config__.tag)


def _cited(event: AnyEvent) -> Iterable[str]:
    """The clauses that an event follows from, those of its changes and of the steps of its computation."""
    yield from getattr(event, "clauses", ())
    for part in (*getattr(event, "trail", ()), *getattr(event, "changes", ())):
        if clause := getattr(part, "clause", ""):
            yield clause


# --- attempts ------------------------------------------------------------------------------------------


def attempts(game: Game, dice: Dice) -> Iterable[AnyAct]:
    """A candidate for the open question that need not be legal, an act of the right kind, one of any kind."""
    ask = game.ask
    assert ask is not None
    verbs: Mapping[str, ActType] = game.rules.verbs
    candidates = list(islice(verbs[dice.pick(ask.verbs)].options(game, ask), CANDIDATES))
    if candidates:
        yield dice.pick(candidates)
    for names in (ask.verbs, tuple(verbs)):
        act = attempt(game, ask.seat, verbs[dice.pick(names)], dice)
        if act is not None:
            yield act


def attempt(game: Game, seat: str, verb: ActType, dice: Dice) -> AnyAct | None:
    """An act with cards, targets, words and a number that chance picks; None for acts of the table."""
    if verb.event not in (Declared, Chose):
        return None
    mine = [card for place, cards in game.table.zones.items() for card in cards if place.endswith(f".{seat}")]
    open_cards = [
        card for card in game.table.place if not game.table.place[card].startswith(("deck", "hand"))
    ]
    cards = _some(mine or open_cards, verb.cards, dice)
    targets = _some([*open_cards, *game.rules.seats], verb.targets, dice)
    words = (dice.pick(verb.words),) if verb.words and dice.below(4) else ()
    number = dice.below(HIGHEST) if verb.numbered or (verb.numbered is None and dice.below(2)) else None
    return verb.event(seat, verb.name, cards, targets, number, words)


def _some(among: list[str], limits: tuple[int, int], dice: Dice) -> tuple[str, ...]:
    least, most = limits
    number = least + dice.below(min(most, least + 2) - least + 1)
    return tuple(dice.mixed(among)[:number]) if number else ()
