"""The set-up: keeping a hand or drawing a new one, and telling what comes into the open.

Not here: what an act does once it is allowed (``setup``, ``price``).
"""

from collections.abc import Iterator

from engine.answers import plain
from engine.ask import Ask
from engine.game import Game
from engine.games.fertcg.verbs.shared import never
from engine.legality import Facts, Requirement, Verb
from engine.name import Name
from events.kinds import AnyAct, Chose

KEEP = Verb(
    "keep", Chose, ("残す",), "", Name("最初の手札を残す", "keep the opening hand"), plain(Chose, "keep")
)
MULLIGAN = Verb(
    "mulligan",
    Chose,
    ("引き直し",),
    "",
    Name("手札をすべて国外へ送り、引き直す", "send the whole hand out of the country and draw a new one"),
    plain(Chose, "mulligan"),
    elsewhere=(Requirement("FE-OP-25", "no-mulligan-now", never),),
)


def _shown(game: Game, ask: Ask) -> Iterator[AnyAct]:
    yield Chose(ask.seat, "reveal", ask.subject)


def _is_shown(game: Game, ask: Ask, act: AnyAct) -> bool:
    return sorted(act.cards) == sorted(ask.subject)


def _number(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"number": len(ask.subject), "given": len(act.cards)}


REVEAL = Verb(
    "reveal",
    Chose,
    ("めくる",),
    "CARD…",
    Name("公開の場に出たカード", "the cards that came into the open"),
    _shown,
    requirements=(Requirement("FE-base-2-3", "not-those-cards", _is_shown, _number),),
    cards=(1, 60),
    unseen=lambda game, ask: True,
)
