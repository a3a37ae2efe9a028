"""What the card language of ChronoCard TCG refuses: words that mean nothing where they stand.

Each of these was once accepted, and then crashed, did nothing, or did something else. What is accepted is
carried out, as the cases show (``cases/state_costs.toml``, ``cases/limits.toml``). Not here: the language
itself."""

from pathlib import Path

import pytest

from engine.effect.lint import lint
from engine.games.chronocard.vocabulary import VOCABULARY

EVENT = 'kind = "event"\ncost = 1'
CHARACTER = 'kind = "character"\ncost = 1\nstats = { EP = 1, AP = 1, DP = 1 }'
ITEM = 'kind = "item"\ncost = 1'
BG = 'kind = "bg"\ncost = 1\nstats = { EP = 1 }'
WEARER = 'targets = ["choose 1 character cards in field of you as wearer"]'
ATTACHED = f'on = "use"\n{WEARER}\ndo = ["attach self to wearer as worn"]'
SKILL = 'on = "skill"\nsymbol = "skill"\nname = { ja = "技", en = "Skill" }\ncost = 0'


def use(line: str) -> str:
    return f'on = "use"\ndo = ["{line}"]'


def skill(line: str, price: str = "", more: str = "") -> str:
    paid = f'price = ["{price}"]\n' if price else ""
    return f'{SKILL}\n{more}\n{paid}do = ["{line}"]'


def problems(folder: Path, card: str, *abilities: str) -> list[str]:
    text = 'id = "t"\nname = { ja = "試", en = "Test" }\npool = { T-1 = 3 }\n[[role]]\nid = "worn"\n'
    text += 'name = { ja = "付与", en = "worn" }\nkind = "worn"\n'
    text += '[[card]]\nid = "T-1"\nnumber = 1\nname = { ja = "札", en = "Card" }\ninvented = true\n'
    text += f'text = {{ ja = "文。", en = "Text." }}\n{card}\n'
    text += "".join(f"[[card.ability]]\n{one}\n" for one in abilities)
    (folder / "t.toml").write_text(text, "utf-8")
    return [f"{problem.code}: {problem.message}" for problem in lint([folder], VOCABULARY)]


ACCEPTED = [
    (EVENT, use("heal you by 2")),
    (EVENT, 'on = "use"\ndo = ["choose 1 character cards in field of you as one", "turn one sideways"]'),
    (f'{EVENT}\nkeywords = ["as-answer"]', use("raise cost of action by 2")),
    (f'{EVENT}\nkeywords = ["as-answer"]', use("damage controller by 2")),
    (EVENT, use("modify AP of character cards in field of you divide 2 until end of phase")),
    (ITEM, ATTACHED),
    (CHARACTER, 'on = "own-draw"\nkeywords = ["once", "own-turn"]\ndo = ["damage opponent by 1"]'),
    (CHARACTER, 'on = "always"\nkeywords = ["own-turn"]\ndo = ["modify AP of self add 1 until while here"]'),
    (CHARACTER, skill("damage opponent by 1", "move 1 self to discard chosen by you")),
    (CHARACTER, skill("damage opponent by current AP of self", "turn self face down")),
]


@pytest.mark.parametrize(("card", "ability"), ACCEPTED)
def test_what_is_carried_out_is_accepted(tmp_path: Path, card: str, ability: str) -> None:
    assert problems(tmp_path, card, ability) == []


REFUSED = [
    (EVENT, use("push character cards in field of you back")),
    (EVENT, use("raise cost of action by 2")),
    (CHARACTER, skill("raise cost of action by 2")),
    (EVENT, use("draw 1 for controller")),
    (EVENT, use("turn action sideways")),
    (f'{EVENT}\nkeywords = ["as-answer"]', use("raise cost of action by minus 1")),
    (EVENT, ""),
    (ITEM, ""),
    (ITEM, use("attach self to you as worn")),
    (ITEM, use("draw 1 for you")),
    (EVENT, use("draw 1 for bearer")),
    (EVENT, use("add 1 to EP of bearer")),
    (EVENT, use("damage opponent by minus 30")),
    (CHARACTER.replace("cost = 1", 'cost = "X"'), ""),
    (EVENT, use("damage opponent by x")),
    (EVENT, use("reduce cost by 1")),
    (EVENT, use("reveal 1 cards in deck of you chosen by you as one")),
    (EVENT, ATTACHED),
    (ITEM, ATTACHED.replace("attach self to wearer", "attach action to self")),
    (EVENT, use("modify AP of character cards in field of you divide 0 until end of turn")),
    (EVENT, use("modify AP of character cards in field of you add 1 until end of action")),
    (EVENT, use("modify AP of character cards in field of you add 1 until end of next turn")),
    (EVENT, use("modify AP of you add 1 until end of turn")),
    (CHARACTER, 'on = "always"\ndo = ["draw 1 for you"]'),
    (CHARACTER, 'on = "always"\nkeywords = ["once"]\ndo = ["modify AP of self add 1 until while here"]'),
    (CHARACTER, 'on = "always"\ndo = ["modify AP of self add current AP of self until while here"]'),
    (f'{EVENT}\nkeywords = ["own-turn"]', use("draw 1 for you")),
    (f'{EVENT}\nkeywords = ["once"]', use("draw 1 for you")),
    (f'{EVENT}\nkeywords = ["face-down"]', use("draw 1 for you")),
    (CHARACTER, skill("draw 1 for you", more='keywords = ["limit-any"]')),
    (CHARACTER, 'on = "own-draw"\nkeywords = ["as-answer"]\ndo = ["damage opponent by 1"]'),
    (CHARACTER.replace("DP = 1", "DP = 1, tokens = 1"), ""),
    (BG.replace("EP = 1", "EP = 1, AP = 1"), ""),
    (CHARACTER, skill("draw 1 for you", "move 1 cards in hand of you to discard chosen by opponent")),
    (CHARACTER, skill("draw 1 for you", "move 1 cards in hand of opponent to discard chosen by you")),
    (EVENT, 'on = "use"\nprice = ["turn self sideways"]\ndo = ["draw 1 for you"]'),
]


@pytest.mark.parametrize(("card", "ability"), REFUSED)
def test_what_means_nothing_is_refused(tmp_path: Path, card: str, ability: str) -> None:
    assert problems(tmp_path, card, *filter(None, [ability])) != []
