"""Matches of any registered game played by chance, for the suites that need events of every sort.

Not a bot: it picks among the legal acts without preference, and nothing here is shipped.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.legality import options
from engine.kernel.ruleset import Ruleset
from events.model.kinds import AnyAct, Chose, Derived, Opened, Shuffled

MANY = 400
"""So many options of an ask are looked at."""


def opened(rules: Ruleset, cards: str, **settings: bool | int | str) -> Opened:
    """An opening of this game with these cards."""
    return Opened(
        game=rules.game,
        edition=rules.edition,
        cards=cards,
        players={seat: f"Player {seat}" for seat in rules.seats},
        settings={**rules.default_settings(), **settings},
        digests={},
        simulated=True,
    )


def decide(game: Game, chance: random.Random) -> AnyAct | Shuffled:
    """A legal answer to the open ask, by chance."""
    assert game.ask is not None
    if game.ask.seat == TABLE:
        pool = [face for face, copies in sorted(game.knowledge.copies.items()) for _ in range(copies)]
        chance.shuffle(pool)
        return Shuffled(place="pool", order=tuple(pool), how="simulated")
    if game.ask.about == "keep":  # there are too many ways to list
        dealt = list(game.table.at(f"dealt.{game.ask.seat}"))
        return Chose(game.ask.seat, "keep", tuple(chance.sample(dealt, 7)))
    return chance.choice(list(islice(options(game), MANY)))


def play(
    rules: Ruleset, cards: str, seed: int, **settings: bool | int | str
) -> Iterator[tuple[Game, list[Derived]]]:
    """A whole match: the game and what was derived, first from the opening and then from each act."""
    chance = random.Random(seed)
    opening = opened(rules, cards, **settings)
    game = Game(rules, opening)
    yield game, [(opening, None), *game.begin()]
    while game.ask is not None:
        yield game, game.act(decide(game, chance))


def events(rules: Ruleset, cards: str, seed: int, **settings: bool | int | str) -> list[Derived]:
    """All events of a match."""
    return [derived for _, found in play(rules, cards, seed, **settings) for derived in found]
