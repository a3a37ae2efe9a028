"""Card files that are wrong: every code has a file that shows it, with place and remedy; none loads.

Not here: several files together, and files that are not even text (``test_card_files``).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.effect.lint import lint
from engine.effect.problem import CODES, CardErrors, Problem
from engine.kernel.card import load_set
from tests.engine.cards.small_set import GOOD, VOCABULARY, place


def found(folder: Path, text: str) -> list[Problem]:
    file = folder / "small.toml"
    file.write_text(text, "utf-8")
    return lint([file], VOCABULARY)


def test_the_good_file_is_good(tmp_path: Path) -> None:
    assert found(tmp_path, GOOD) == []
    cards = load_set(tmp_path / "small.toml", VOCABULARY)
    assert cards.cards["S-2"].cost is None
    assert [ability.symbol for ability in cards.roles["bull"].all("turn-start")] == ["red"]


# What is changed in the good file, into what, and what is then found: (place, code, message). The place is
# a piece of the changed file with a § before the character that is named.
BAD = [
    # --- SYNTAX
    ("cost = 2", "cost == 2", [("cost =§= 2", "SYNTAX", "not TOML: Invalid value")]),
    ("cost = 2\n", "cost = 2\ncost = 2\n",
     [("cost = 2\ncost = 2§\n", "SYNTAX", "not TOML: Cannot overwrite a value")]),
    ('do = ["attack sized 2"]\n', "do = [", [('"Butt" }\ndo = [§', "SYNTAX", "not TOML: Invalid value")]),
    ("limited = true", 'limited = "yes"',
     [('limited = §"yes"', "SYNTAX", "'limited' must be true or false, not \"yes\"")]),
    ("{ power = 3 }", "{ power = -3 }",
     [("stats = §{ power = -3", "SYNTAX",
       "'stats' must be a table of whole numbers from 0 to 999999, not {'power': -3}")]),
    ('"S-1" = 2', '"S-1" = 0',
     [("§[pool]", "SYNTAX",
       "'pool' must be a table of card ids with their copies, from 1 on, not {'S-1': 0}")]),
    ("plain ignoring armour", "plain ignore armour",
     [("plain §ignore", "SYNTAX", "unknown word 'ignore'; did you mean 'ignoring'?")]),
    ("chosen by you", "choosen by you",
     [("§choosen by you", "SYNTAX", "unknown word 'choosen'; did you mean 'chosen'?")]),
    # --- UNKNOWN-OP
    ("attack plain", "atack plain",
     [("§atack", "UNKNOWN-OP", "unknown word 'atack'; did you mean 'attack'?")]),
    ("turn: add", "turn: ad", [("turn: §ad", "UNKNOWN-OP", "unknown word 'ad'; did you mean 'add'?")]),
    ('["attack plain ignoring armour", "attach', '["""\nattack plain""", "atach',
     [('""", "§atach', "UNKNOWN-OP", "unknown word 'atach'; did you mean 'attach'?")]),
    # --- UNKNOWN-FIELD
    ("limited = true", "limitd = true",
     [("§limitd", "UNKNOWN-FIELD", "unknown field 'limitd' of a card; did you mean 'limited'?")]),
    ('symbol = "red"', 'symbl = "red"',
     [('§[[role.ability]]\non = "turn-start"\nsymbl', "MISSING",
       "'turn-start' of kind 'helper' is an action and needs its 'symbol'"),
      ("§symbl", "UNKNOWN-FIELD", "unknown field 'symbl' of an ability; did you mean 'symbol'?")]),
    ('en = "Butt"', 'en = "Butt", fr = "Cou"',
     [("§fr =", "UNKNOWN-FIELD", "unknown field 'fr' of 'name'; known: en, ja")]),
    ('en = "Butt" }', 'en = "Butt",\n  # TOML 1.1\n  fr = "Cou",\n}',
     [("§fr =", "UNKNOWN-FIELD", "unknown field 'fr' of 'name'; known: en, ja")]),
    ("[pool]", "[pol]\n[pool]",
     [("§[pol]", "UNKNOWN-FIELD", "unknown field 'pol' of a card set; did you mean 'pool'?")]),
    # --- UNKNOWN-NAME
    ('kind = "blow"', 'kind = "blwo"',
     [('§"blwo"', "UNKNOWN-NAME", "unknown kind of card 'blwo'; did you mean 'blow'?")]),
    ('kind = "curse"', 'kind = "cruse"',
     [('§"cruse"', "UNKNOWN-NAME", "unknown kind of role 'cruse'; did you mean 'curse'?")]),
    ('"swift"', '"swft"', [('§"swft"', "UNKNOWN-NAME", "unknown keyword 'swft'; did you mean 'swift'?")]),
    ('["red"]', '["red", "reed"]',
     [('§"reed"', "UNKNOWN-NAME", "unknown answer 'reed'; did you mean 'red'?")]),
    ("power = 3", "powr = 3",
     [("powr = §3", "UNKNOWN-NAME", "unknown printed number 'powr'; did you mean 'power'?")]),
    ('"cheap_blows"', '"cheap_blow"',
     [('§"cheap_blow"', "UNKNOWN-NAME", "unknown setting 'cheap_blow'; did you mean 'cheap_blows'?")]),
    ('"after"', '"aftre"', [('§"aftre"', "UNKNOWN-NAME", "unknown moment 'aftre'; did you mean 'after'?")]),
    ('symbol = "red"', 'symbol = "rad"',
     [('§"rad"', "UNKNOWN-NAME", "unknown symbol 'rad'; did you mean 'red'?")]),
    ("attack plain", "attack plian",
     [("attack §plian", "UNKNOWN-NAME", "unknown style of attack 'plian'; did you mean 'plain'?")]),
    ("ignoring armour", "ignoring armor",
     [("§armor", "UNKNOWN-NAME", "unknown word after 'ignoring' 'armor'; did you mean 'armour'?")]),
    ("in hand", "in hnad", [("in §hnad", "UNKNOWN-NAME", "unknown zone 'hnad'; did you mean 'hand'?")]),
    ("2 hard cards", "2 hrad cards",
     [("§hrad", "UNKNOWN-NAME", "unknown trait or tag 'hrad'; did you mean 'hard'?")]),
    ("it is dusk", "it is duks",
     [("§duks", "UNKNOWN-NAME", "unknown state of the game 'duks'; did you mean 'dusk'?")]),
    ("at end of turn", "at end of trun",
     [("§end of trun", "UNKNOWN-NAME",
       "unknown moment to wait for 'end of trun'; did you mean 'end of turn'?")]),
    ("1 to life", "1 to lief", [("§lief", "UNKNOWN-NAME", "unknown track 'lief'; did you mean 'life'?")]),
    ("add 1 to life of you", "modify strenth of you add 1 until end of turn",
     [("§strenth", "UNKNOWN-NAME", "unknown quantity 'strenth'; did you mean 'strength'?")]),
    ("add 1", "add printed pwer of self",
     [("§pwer", "UNKNOWN-NAME", "unknown printed number 'pwer'; did you mean 'power'?")]),
    ("add 1 to life of you", "forbid you to sue self until end of turn",
     [("§sue", "UNKNOWN-NAME", "unknown deed 'sue'; did you mean 'use'?")]),
    ("unless controller pays x", "if action is rde",
     [("§rde", "UNKNOWN-NAME", "unknown symbol 'rde'; did you mean 'red'?")]),
    # --- UNREAD-FIELD
    ("limited = true", 'answers = ["red"]',
     [("§answers = [\"red\"]\nkeywords", "UNREAD-FIELD",
       "'answers' is not read for kind 'blow'; it is for: answer")]),
    ('on = "use"', 'on = "use"\nsymbol = "red"',
     [('§symbol = "red"\ndo', "UNREAD-FIELD",
       "'symbol' is not read here: 'use' of kind 'blow' is no action of its own")]),
    # --- SYNTAX, of a text that is one
    ('en = "Strike."', 'en = "Strike. "',
     [('§"Strike. "', "SYNTAX", "'en' must not begin or end with a space")]),
    # --- MISSING
    ('kind = "blow"\n', "", [('§[[card]]\nid = "S-1"', "MISSING", "a card needs 'kind': a word in quotes")]),
    (', en = "Strike."', "", [('§{ ja = "打つ。"', "MISSING", "'text' needs 'en': a text in quotes")]),
    ('answers = ["red"]\n', "", [('§[[card]]\nid = "S-2"', "MISSING", "kind 'answer' needs 'answers'")]),
    ('symbol = "red"\n', "",
     [('§[[role.ability]]\non = "turn-start"\nname', "MISSING",
       "'turn-start' of kind 'helper' is an action and needs its 'symbol'")]),
    ("sized 2", "sized",
     [("§sized", "MISSING", "an attack of style 'sized' needs an amount: 'attack sized 3'")]),
    # --- BAD-REF
    ('"S-1" = 2', '"S-11" = 2', [('§"S-11"', "BAD-REF", "no card has the id 'S-11'; did you mean 'S-1'?")]),
    ("as venom", "as venon", [("§venon", "BAD-REF", "unknown role 'venon'; did you mean 'venom'?")]),
    ("move 1 shown", "move 1 showm", [("§showm", "BAD-REF", "unknown name 'showm'; did you mean 'shown'?")]),
    ("to opponent as", "to oponent as",
     [("§oponent", "BAD-REF", "unknown name 'oponent'; did you mean 'opponent'?")]),
    ('id = "small"', 'id = "small"\nextends = ["big"]',
     [('§"big"', "BAD-REF", "no card set 'big' beside this one; none is known here")]),
    ('id = "small"', 'id = "small"\nextends = ["../lower"]',
     [('§"../lower"', "BAD-REF", "no card set '../lower' beside this one; none is known here")]),
    # --- DUPLICATE
    ('id = "S-2"', 'id = "S-1"', [('§"S-1"\nname', "DUPLICATE", "another card has 'S-1' as its id")]),
    ('id = "S-2"', 'id = "S-2"\nnumber = 1',
     [("§1\nname = { ja = \"返し", "DUPLICATE", "another card has '1' as its number")]),
    ('"返し"', '"打撃"', [('§"打撃", en = "Riposte"', "DUPLICATE", "another card has '打撃' as its ja")]),
    ('"Riposte"', '"Blow"',
     [('§"Blow" }\nkind = "answer"', "DUPLICATE", "another card has 'Blow' as its en")]),
    ('id = "bull"', 'id = "venom"',
     [('§"venom"\nname = { ja = "牛"', "DUPLICATE", "another role has 'venom' as its id")]),
    # --- COST: a misspelt cost is never free
    ("cost = 2", "csot = 2",
     [('§[[card]]\nid = "S-1"', "COST", "a card needs 'cost': a whole number from 0 to 999999, or \"X\""),
      ("§csot", "UNKNOWN-FIELD", "unknown field 'csot' of a card; did you mean 'cost'?")]),
    *(("cost = 2", f"cost = {cost}",

     [(f"cost = §{cost}", "COST", f"'cost' must be a whole number from 0 to 999999, or \"X\", not {cost}")])
      for cost in ('"x"', '"2"', "-2", "2.5", "true", '"free"', "1000000")),
    # --- CONTEXT
    ('on = "after"', 'on = "respond"',
     [('§"respond"\ndo = [\n', "CONTEXT", "'respond' never comes for kind 'blow'; its moments: use, after")]),
    ("add 1 to", "add x to",
     [("add §x to", "CONTEXT",
       "'x' means nothing here: no amount is named with the act; it has a meaning on: respond, "
       "with a cost of \"X\"")]),
    ("to life of you", "to life of bearer",
     [('to life of §bearer",\n', "CONTEXT",
       "'bearer' means nothing here: this card is not attached to anything, and nothing uses it; "
       "it has a meaning on: turn-start")]),
    ("add 1 to life of you", "modify strength of you add 1 until while here",
     [("§while here", "CONTEXT",
       "'while here' means nothing here: this text does not act while its card is in place; "
       "it has a meaning on: turn-start")]),
    ("add 1 to life of you", "nullify action",
     [('§nullify action",\n', "CONTEXT",
       "'nullify action' has no meaning on \"at end of turn\"; it has on: respond")]),
    ("to life of you", "to life of controller",
     [('§controller",\n', "CONTEXT",
       "'controller' means nothing here: there is no action at hand; it has a meaning on: respond")]),
    ("attack plain", "attack plain 2",
     [("plain §2", "CONTEXT", "an attack of style 'plain' takes no amount")]),
    # --- CONTEXT: a word of the language that this game does not have, or not so
    ("add 1 to life of you", "heal you by 1",
     [("§heal you", "CONTEXT",
       "small-game has no word 'heal'; nearest: 'damage', 'add' or 'modify'")]),
    ("add 1 to life of you", "push shown back",
     [("§push", "CONTEXT", "small-game has no word 'push'; nearest: 'move' or 'attach'")]),
    ("move 1 shown", "move 1 self",
     [("§self to heap", "CONTEXT",
       "'self' cannot stand here in small-game: "
       "'move' takes cards in a zone or a name that an earlier line set")]),
    ("move 1 shown", "move 1 bearer",
     [("§bearer to heap", "BAD-REF",
       "'bearer' cannot stand here: it takes cards in a zone, or a name that an earlier line set")]),
    ("move 1 shown to heap", "move 1 shown to hand",
     [("shown to §hand", "CONTEXT", "'hand' cannot stand here in small-game: 'move' takes 'heap'")]),
    ("cards in hand of opponent", "cards in heap of opponent",
     [("in §heap of", "CONTEXT", "'reveal' in small-game takes cards from hand, not from 'heap'")]),
    ("add 1 to life of you", "modify strength of you divide 2 until end of turn",
     [("§divide", "CONTEXT", "'divide' is not carried out for 'strength': 'add' is")]),
    ("add 1 to life of you", "modify strength of self add 2 until end of turn",
     [("§self add", "CONTEXT",
       "'strength' belongs to 'you', 'opponent' or 'everyone', not to 'self'")]),
    ("add 1 to life of you", "modify strength of you add 2 until end of phase",
     [("§end of phase", "CONTEXT",
       "nothing in small-game ends 'end of phase'; what ends there: 'end of turn' or 'while here'")]),
    ("add 1 to life of you", "modify strength of opponent add 2 until end of turn",
     [("§modify strength", "CONTEXT", "in small-game nobody strengthens the opponent")]),
    ("add 1 to life of you", "add 1 to life of controller",
     [('§controller",\n', "CONTEXT",
       "'controller' means nothing here: there is no action at hand; it has a meaning on: respond")]),
    ("add 1 to life of you", "damage you by printed cost of shown",
     [("you by printed cost of §shown\",\n    \"damage", "BAD-REF",
       "unknown name 'shown'; no earlier line sets cards aside")]),
]  # fmt: skip


@pytest.mark.parametrize(("good", "bad", "expected"), BAD, ids=[f"{row[2][0][1]}: {row[1]!r}" for row in BAD])
def test_a_bad_file_is_told_where_and_what_instead(
    good: str, bad: str, expected: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    text = GOOD.replace(good, bad, 1)
    assert text != GOOD
    file = str(tmp_path / "small.toml")
    problems = found(tmp_path, text)
    assert problems == [Problem(code, file, *place(text, at), message) for at, code, message in expected]
    with pytest.raises(CardErrors) as caught:
        load_set(tmp_path / "small.toml", VOCABULARY)
    assert caught.value.problems == tuple(problems)


def test_every_code_is_shown_by_a_bad_file() -> None:
    assert {code for _, _, expected in BAD for _, code, _ in expected} == set(CODES)


def test_all_problems_are_listed_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = GOOD
    for good, bad in (("attack plain", "atack plain"), ("cost = 2", "csot = 2"), ("sized 2", "sizd 2")):
        text = text.replace(good, bad, 1)
    problems = found(tmp_path, text)
    assert [problem.code for problem in problems] == ["COST", "UNKNOWN-FIELD", "UNKNOWN-OP", "UNKNOWN-NAME"]
    assert (
        str(problems[2])
        == f"{tmp_path}/small.toml:25:8: UNKNOWN-OP: unknown word 'atack'; did you mean 'attack'?"
    )


def test_an_unknown_word_of_the_last_resort_is_told_all_that_are_known(tmp_path: Path) -> None:
    (problem,) = found(tmp_path, GOOD.replace('"swift"', '"zzz"', 1))
    assert problem.message == "unknown keyword 'zzz'; known: swift"
