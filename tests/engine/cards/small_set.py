"""A card file of a game that is none, in which nothing is wrong; and where things stand in such a text.

Not here: what is done to it (``test_card_lint``, ``test_card_files``).
"""

from engine.effect.vocabulary import Vocabulary

VOCABULARY = Vocabulary(
    kinds=("blow", "answer"),
    role_kinds=("curse", "helper"),
    moments={
        "use": ("blow",),
        "after": ("blow",),
        "respond": ("answer",),
        "turn-start": ("curse", "helper"),
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
    actions={"turn-start": ("helper",)},
    symbols=("red", "blue"),
    keywords=("swift",),
    stats=("power",),
    settings=("cheap_blows",),
    zones=("hand", "heap"),
    tracks=("life",),
    quantities=("strength",),
    styles=("plain", "sized"),
    measured=("sized",),
    ignorable=("armour",),
    deeds=("use",),
    times=("dusk",),
    delays=("end of turn",),
    only_at={"nullify": ("respond",), "controller": ("respond",)},
)

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
