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

from engine.case.arrange import Arrangement
from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.legality import Endless
from engine.kernel.ruleset import Ruleset
from events.model.kinds import AnyAct, Chose, Opened, Shuffled
from tests.card_texts.deeds import watched
from tests.card_texts.laws import Books
from tests.card_texts.positions import position
from tests.card_texts.prices import Prices
from tests.card_texts.world import TRIED

ACTS_MOST, ACTS_FROM_POSITION = 90, 60
LOOK = 60
"""So many acts of a verb are looked at, and a legal one of them is taken."""
LEAVE = ("end", "pass", "invade")
"""Verbs that end something; others come first, mostly."""


class Seen:
    """What came up in matches: ``effects`` are those that were carried out, by face and id of the line, and
    ``lay`` says where each face lay: (face, zone)."""

    def __init__(self) -> None:
        self.effects: set[tuple[str, int]] = set()
        self.lay: set[tuple[str, str]] = set()


def play(
    rules: Ruleset, seed: int, seen: Seen | None = None, *, texts: tuple[str, ...] | None = None
) -> None:
    """A match by chance, from its beginning, or, with the ids of ``texts``, from a position in which they may
    come up. ``seen`` collects what does."""
    forget()
    chance = Random(seed)
    seen = seen or Seen()
    _watch(rules, seen.effects)
    decks = _decks(rules, chance)
    opened = Opened(
        game=rules.game, edition=rules.edition, cards=TRIED, players={seat: seat for seat in rules.seats},
        settings=rules.default_settings(), digests={}, simulated=True, **decks,
    )  # fmt: skip
    game = Game(rules, opened, play=None if texts is None else _arranged(rules, chance, decks, texts).play)
    books = Books(game, opened)
    books.note(game.begin())
    for _ in range(ACTS_MOST if texts is None else ACTS_FROM_POSITION):
        if game.ask is None:
            break
        try:
            books.note(game.act(decide(game, chance)))
        except Endless:  # texts that set each other off
            break
    seen.lay |= books.lay


def _decks(rules: Ruleset, chance: Random) -> dict[str, Any]:
    decks = list(rules.sets[TRIED].decks.values())
    if rules.check_deck is None:
        return {}
    return {"decks": {seat: dict(chance.choice(decks).cards) for seat in rules.seats}}


def _arranged(rules: Ruleset, chance: Random, decks: dict[str, Any], texts: tuple[str, ...]) -> Arrangement:
    """A position with the cards of the decks, or of the shared pool and more of what is tried."""
    cards = rules.sets[TRIED]
    copies = decks.get("decks") or {
        seat: {**cards.pool, **{id: 4 for id in texts if id in cards.cards}} for seat in rules.seats
    }
    listed = {seat: [face for face in own for _ in range(own[face])] for seat, own in copies.items()}
    return position(rules, chance, decks=listed, roles=tuple(id for id in texts if id in cards.roles))


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


def _watch(rules: Ruleset, effects: set[tuple[str, int]]) -> None:
    """Note each effect that is carried out, and check that it does what it says."""
    prices, inside = Prices(rules.game, rules.sets[TRIED].cards), list[set[int]]()
    handlers = {
        word: watched(handler, effects, prices, inside) for word, handler in rules.vocabulary.handlers.items()
    }
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
