"""The set-up: keeping a hand or drawing a new one, and telling what comes off a headquarters.

Not here: what an act does once it is allowed (``setup``, ``hq``).
"""

from collections.abc import Iterator

from engine.answers import plain
from engine.ask import Ask
from engine.game import Game
from engine.legality import Facts, Requirement, Verb
from engine.name import Name
from events.kinds import AnyAct, Chose

KEEP = Verb(
    "keep", Chose, ("残す",), "", Name("最初の手札を残す", "keep the opening hand"), plain(Chose, "keep")
)
MULLIGAN = Verb(
    "mulligan",
    Chose,
    ("マリガン",),
    "",
    Name("手札を引き直す", "draw a new opening hand"),
    plain(Chose, "mulligan"),
    elsewhere=(Requirement("GG-SETUP-9", "one-mulligan", lambda game, ask, act: False),),
)


def _top(game: Game, ask: Ask) -> Iterator[AnyAct]:
    yield Chose(ask.seat, "reveal", ask.subject)


def _is_top(game: Game, ask: Ask, act: AnyAct) -> bool:
    return sorted(act.cards) == sorted(ask.subject)


def _number(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"number": len(ask.subject), "given": len(act.cards)}


REVEAL = Verb(
    "reveal",
    Chose,
    ("めくる",),
    "CARD…",
    Name("本陣の上から表になったカード", "what came off the headquarters"),
    _top,
    requirements=(Requirement("GG-OP-2", "not-the-top", _is_top, _number),),
    cards=(1, 40),
    unseen=lambda game, ask: True,
)
