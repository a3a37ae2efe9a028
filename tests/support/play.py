"""Matches by chance: whatever the rules allow, without preference, the same for the same seed.

Not here: bots that play to win, and making other games than the one asked for.
"""

from collections.abc import Sequence
from itertools import islice
from random import Random

import msgspec

from engine.games.registry import RULESETS
from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.legality import options
from events.log.contract import Log, Pending
from events.model.kinds import AnyAct, Chose, Derived, Opened, Shuffled

RULES = RULESETS["blade-rondo@1.03"]
MANY = 200
"""So many options of an ask are looked at."""


def opened(cards: str = "base", **fields: object) -> Opened:
    """An opening, with any field of it replaced."""
    opening = Opened(
        game=RULES.game,
        edition=RULES.edition,
        cards=cards,
        players={"A": "Aoi", "B": "Ren"},
        settings=RULES.default_settings(),
        digests={},
        simulated=True,
    )
    return msgspec.structs.replace(opening, **fields)


def random_match(
    seed: int, opening: Opened | None = None, *, acts: int = 10_000, then: Sequence[AnyAct] = ()
) -> list[Derived]:
    """The events of a match, each with its cause: of all, or of ``acts`` by chance, and of ``then``."""
    chance = Random(seed)
    opening = opening or opened()
    game = Game(RULES, opening)
    derived: list[Derived] = [(opening, None), *game.begin()]
    while game.ask is not None and acts:
        derived += game.act(_decide(game, chance))
        acts -= 1
    for act in then:
        derived += game.act(act)
    return derived


def _decide(game: Game, chance: Random) -> AnyAct | Shuffled:
    assert game.ask is not None
    if game.ask.seat == TABLE:
        pool = [face for face, copies in game.knowledge.copies.items() for _ in range(copies)]
        chance.shuffle(pool)
        return Shuffled(place="pool", order=tuple(pool), how="simulated")
    if game.ask.about == "keep":  # There are too many ways to list.
        dealt = game.table.at(f"dealt.{game.ask.seat}")
        return Chose(game.ask.seat, "keep", tuple(chance.sample(dealt, 7)))
    found = list(islice(options(game), MANY))
    going_on = [act for act in found if act.verb != "end"]
    return chance.choice(going_on if going_on and chance.random() < 0.9 else found)


def append(log: Log, match: str, derived: list[Derived], *, expected: int = 0) -> None:
    """Append events to a match of ``log`` in one act."""
    pending = [Pending(event, cause) for event, cause in derived]
    log.append(match, pending, expected=expected, command=f"{match}:{expected}", at=1_760_000_000_000_000)
