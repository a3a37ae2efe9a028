"""Plays a match by chance on given cards, and asserts the laws after every act.

Not here: the laws of each game (``tests.laws.hooks``, ``laws``).
"""

from __future__ import annotations

import gc
import sys
from functools import _lru_cache_wrapper
from itertools import islice
from random import Random
from typing import Any

from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from events.model.kinds import AnyAct, Chose, Opened, Shuffled
from tests.card_texts.laws import Books
from tests.card_texts.world import TRIED

ACTS_MOST = 160
LOOK = 60
"""So many acts of a verb are looked at, and a legal one of them is taken."""
LEAVE = ("end", "pass", "invade")
"""Verbs that end something; others come first, mostly."""


def play(rules: Ruleset, seed: int, played: set[int] | None = None) -> None:
    """A match by chance. ``played`` collects the ids (of objects) of the effects that were carried out."""
    forget()
    chance = Random(seed)
    if played is not None:
        _watch(rules, played)
    opened = Opened(
        game=rules.game, edition=rules.edition, cards=TRIED, players={seat: seat for seat in rules.seats},
        settings=rules.default_settings(), digests={}, simulated=True, **_decks(rules, chance),
    )  # fmt: skip
    game = Game(rules, opened)
    books = Books(game, opened)
    books.note(game.begin())
    for _ in range(ACTS_MOST):
        if game.ask is None:
            return
        books.note(game.act(decide(game, chance)))


def _decks(rules: Ruleset, chance: Random) -> dict[str, Any]:
    decks = list(rules.sets[TRIED].decks.values())
    if rules.check_deck is None:
        return {}
    return {"decks": {seat: dict(chance.choice(decks).cards) for seat in rules.seats}}


def decide(game: Game, chance: Random) -> AnyAct | Shuffled:
    """A legal answer to the open ask, by chance."""
    ask = game.ask
    assert ask is not None
    if ask.seat == TABLE:
        order = list(ask.subject.cards())
        chance.shuffle(order)
        return Shuffled(ask.subject.place, tuple(order), how="simulated")
    if ask.about == "keep" and game.table.at(f"dealt.{ask.seat}"):
        return Chose(ask.seat, "keep", tuple(chance.sample(list(game.table.at(f"dealt.{ask.seat}")), 7)))
    verbs = list(ask.verbs)
    chance.shuffle(verbs)
    if chance.random() < 0.8:
        verbs.sort(key=lambda verb: verb in LEAVE)
    for name in verbs:
        verb = game.rules.verbs[name]
        acts: list[AnyAct] = list(islice(verb.options(game, ask), LOOK))
        chance.shuffle(acts)
        for act in acts:
            if all(requirement.holds(game, ask, act) for requirement in verb.requirements):
                return act
    raise AssertionError(f"nothing is legal at {ask.about} of {ask.seat}: {ask.verbs}")


def _watch(rules: Ruleset, played: set[int]) -> None:
    """Note each effect that is carried out."""

    def watched(handler: Any) -> Any:
        def handle(game: Any, effect: Any, context: Any) -> Any:
            played.add(id(effect))
            return handler(game, effect, context)

        return handle

    handlers = {word: watched(handler) for word, handler in rules.effect_handlers.items()}
    object.__setattr__(rules, "effect_handlers", handlers)


def forget() -> None:
    """Empty the caches of the games: they are keyed by cards, of which there are thousands here."""
    for cache in _caches():
        cache.cache_clear()


_CACHES: list[Any] = []


def _caches() -> list[Any]:
    if not _CACHES:
        for name, module in list(sys.modules.items()):
            if name.startswith(("engine.games", "engine.common", "engine.kernel")):
                _CACHES.extend(one for one in vars(module).values() if isinstance(one, _lru_cache_wrapper))
        gc.freeze()
    return _CACHES
