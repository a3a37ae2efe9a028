"""A card file of a game that is none, in which nothing is wrong; and where things stand in such a text.

Not here: what is done to it (``test_card_lint``, ``test_card_files``).
"""

from engine.effect import tree
from engine.effect.common_words import COMMON, common
from engine.effect.vocabulary import Vocabulary
from engine.effect.word import (
    ACTION,
    BEARER,
    PLACE,
    PLAYERS,
    Bar,
    Deed,
    Keyword,
    Moment,
    Quantity,
    Span,
    Style,
    Word,
    X,
)

VOCABULARY = Vocabulary(
    game="small-game",
    kinds=("blow", "answer"),
    role_kinds=("curse", "helper"),
    bearer="player",
    moments={
        "use": Moment(kinds=("blow",)),
        "after": Moment(kinds=("blow",)),
        "respond": Moment(kinds=("answer",), gives=(ACTION, X)),
        "turn-start": Moment(kinds=("curse", "helper"), action_of=("helper",), gives=(BEARER, PLACE)),
    },
    words={
        **common(
            tree.Action, tree.X, tree.StatOf, tree.Time, tree.Symbol, tree.If, tree.Later, tree.Add,
            tree.Modify, tree.Forbid,
        ),
        tree.Attack: Word(),
        tree.Damage: Word(slots={"who": PLAYERS}),
        tree.AttachTo: Word(),
        tree.UnlessPaid: Word(),
        tree.Nullify: Word(on=("respond",)),
        tree.Reveal: COMMON[tree.Reveal].limited({"cards.zone": ("hand",)}),
        tree.MoveTo: COMMON[tree.MoveTo].limited({"cards": ("cards", "named"), "zone": ("heap",)}),
    },
    fields={
        "limited": ("blow", "answer"),
        "answers": ("answer",),
        "keywords": ("blow",),
        "tags": ("blow",),
        "stats": ("blow", "helper"),
        "stats_at": ("helper",),
        "cost_setting": ("blow",),
    },
    needed={"answer": ("answers",)},
    x_cost=("answer",),
    symbols=("red", "blue"),
    keywords={"swift": Keyword(kinds=("blow",))},
    stats={"power": ("blow", "helper")},
    settings=("cheap_blows",),
    zones=("hand", "heap"),
    tracks=("life",),
    quantities={
        "strength": Quantity(
            operations=("add",),
            of=PLAYERS,
            bars=(Bar(lambda node, text: node.who == "opponent", "nobody strengthens the opponent"),),
        )
    },
    durations={"end of turn": Span(), "while here": Span()},
    styles={"plain": Style(ignores=("armour",)), "sized": Style(measured=True)},
    deeds={"use": Deed(about_card=True)},
    times={"dusk": lambda game, context: True},
    delays={"end of turn": Span()},
)  # fmt: skip

GOOD = '''\
id = "small"
name = { ja = "小", en = "Small" }

[pool]
"S-1" = 2

[[card]]
id = "S-1"
number = 1
name = { ja = "打撃", en = "Blow" }
kind = "blow"
cost = 2
limited = true
keywords = ["swift"]
tags = ["hard"]
stats = { power = 3 }
cost_setting = "cheap_blows"
text = { ja = "打つ。", en = "Strike." }
note = """
Two lines, so that
what follows is further down."""

[[card.ability]]
on = "use"
do = ["attack plain ignoring armour", "attach self to opponent as venom"]

[[card.ability]]
on = "after"
do = [
    "reveal 2 hard cards in hand of opponent chosen by opponent as shown",
    "move 1 shown to heap chosen by you",
    "if it is dusk: at end of turn: add 1 to life of you",
    "damage opponent by printed cost of shown",
]

[[card]]
id = "S-2"
name = { ja = "返し", en = "Riposte" }
kind = "answer"
cost = "X"
answers = ["red"]
text = { ja = "返す。", en = "Answer." }

[[card.ability]]
on = "respond"
do = ["unless controller pays x: nullify action"]

[[role]]
id = "venom"
name = { ja = "毒", en = "Venom" }
kind = "curse"

[[role.ability]]
on = "turn-start"
do = ["add minus 1 to life of bearer"]

[[role]]
id = "bull"
name = { ja = "牛", en = "Bull" }
kind = "helper"
stats = { power = 9 }
stats_at = { dusk = { power = 1 } }

[[role.ability]]
on = "turn-start"
symbol = "red"
name = { ja = "頭突き", en = "Butt" }
do = ["attack sized 2"]
'''


def place(text: str, marked: str) -> tuple[int, int]:
    """Line and column of the character after the § of ``marked``, which has to be unique in ``text``."""
    before, after = marked.split("§")
    assert text.count(before + after) == 1, marked
    upto = text[: text.index(before + after) + len(before)]
    return upto.count("\n") + 1, len(upto) - upto.rfind("\n")
