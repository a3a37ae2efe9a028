"""The card files of Blade Rondo against a second, independent copy of the printed facts.

Not here: what the cards do.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from engine.effect.lint import lint
from engine.games.blade_rondo.vocabulary import VOCABULARY
from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Card, CardSet, load_set

FOLDER = Path(str(files("engine.games.blade_rondo"))) / "cards"
SETS = sorted(path.stem for path in FOLDER.glob("*.toml"))
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")

# number, name, cost, L where limited, symbols: what it is, or after an R what it answers.
FACTS = """
    BR-B1 加熱法 1 - breath
    BR-B2 加護法 X - breath
    BR-B3 鼓動法 0 L breath
    BR-001 斬撃剣 1 - P
    BR-002 舞踏剣 2 - P
    BR-003 闇黒剣 2 - P
    BR-004 お気の毒の刃 3 L P
    BR-005 意志砕きの鉈 3 L P
    BR-006 絶対剣 5 - P
    BR-007 イグノコスモス 1 - M
    BR-008 ガウラミアズマ 2 - M
    BR-009 フレアビスカス 4 - M
    BR-010 マナティックルピナス 4 L M
    BR-011 トリビュートリリィ 8 L M
    BR-012 燐灯るエチュード 1 L S
    BR-013 慈しむウィスパー 2 L S
    BR-014 陽光導くカンタータ 2 L S
    BR-015 加速するロンド 3 L S
    BR-016 猛り狂うカデンツァ 6 L S
    BR-017 絶命棄却のダイヤモンド 1 L R:PM
    BR-018 月光のルチル 1 L R:PM
    BR-019 封厄のアゲート 1 L R:PM
    BR-020 霧紡ぎのパール 1 L R:PM
    BR-021 夜想剣 2 - P
    BR-026 ローズバレット 3 L M
    BR-027 グリムスカビオス 4 - M
    BR-028 ブラッディダリア 5 L M
    BR-031 高揚するカノン 3 - S
    BR-032 開花するスケルツォ 4 L S
    BR-034 切り刻むエキストラ 2 L S
    BR-037 明滅のアレキサンドライト 1 L R:PMS
    BR-040 静寂のクリスタル 1 L R:PS
    BR-043 紋章剣 2 - P
    BR-044 魔導剣 3 - P
    BR-045 骨響きの鉈 3 - P
    BR-051 満ち溢れるキャロル 4 L special
    BR-057 迷い道のトパーズ 1 L R:PMS
    BR-061 氷刃剣 1 - P
    BR-076 刻み記すラメント 6 L S
    BR-080 極光の空のオパール 1 L R:PMS
"""
SYMBOLS = {"P": "physical", "M": "magic", "S": "support"}


@cache
def loaded(name: str) -> CardSet:
    return load_set(FOLDER / f"{name}.toml", VOCABULARY)


def test_every_file_is_clean() -> None:
    assert [str(problem) for problem in lint([FOLDER], VOCABULARY)] == []


def fact(card: Card) -> str:
    """A card as a row of the table above."""
    letters = {symbol: letter for letter, symbol in SYMBOLS.items()}
    answers = "".join(letters[symbol] for symbol in card.answers)
    symbol = f"R:{answers}" if card.kind == "response" else letters.get(card.kind, card.kind)
    cost = "X" if card.cost is None else card.cost
    return f"{card.id} {card.name.ja} {cost} {'L' if card.limited else '-'} {symbol}"


def test_the_cards_are_as_printed() -> None:
    cards = {card.id: card for name in SETS for card in loaded(name).cards.values()}
    assert [fact(cards[id]) for id in sorted(cards)] == sorted(
        line.strip() for line in FACTS.split("\n")[1:-1]
    )
    assert not any(card.invented for card in cards.values())


@pytest.mark.parametrize("name", SETS)
def test_a_pool_is_two_copies_of_twenty_swords(name: str) -> None:
    """BR-base-3-1, BR-base-5-7."""
    cards = loaded(name)
    assert list(cards.pool.values()) == [2] * 20
    assert all(cards.cards[id].kind != "breath" for id in cards.pool)


def test_every_sword_is_in_some_pool() -> None:
    """The base pool is all of its swords (BR-base-3-1). In mixed play any twenty swords make a pool
    (BR-base-5-7), so a set need not deal all of its own; some set deals each, or no match would show it."""
    dealt = {id for name in SETS for id in loaded(name).pool}
    swords = {id for name in SETS for id, card in loaded(name).cards.items() if card.kind != "breath"}
    assert swords - dealt == set()
    assert set(loaded("base").pool) == {id for id, c in loaded("base").cards.items() if c.kind != "breath"}


@pytest.mark.parametrize("name", SETS)
def test_everything_people_see_is_in_both_languages(name: str) -> None:
    cards = loaded(name)
    seen = [cards.name, *(card.name for card in cards.cards.values())]
    seen += [card.text for card in cards.cards.values()] + [role.name for role in cards.roles.values()]
    acting = [*cards.cards.values(), *cards.roles.values()]
    seen += [ability.name for thing in acting for ability in thing.abilities if ability.name]
    assert [text for text in seen if not is_bilingual(text)] == []


def is_bilingual(text: Bilingual) -> bool:
    """Japanese holds kana or kanji; English does not begin with any (terms of the rules may follow)."""
    japanese = bool(JAPANESE.search(text.ja)) or text.ja.isascii()
    return japanese and not JAPANESE.match(text.en) and any(c.isascii() and c.isalpha() for c in text.en)


def test_a_card_says_when_its_facts_are_those_of_a_preview() -> None:
    previews = ["BR-027", "BR-031", "BR-045", "BR-061"]
    cards = loaded("mixed").cards
    assert [id for id in sorted(cards) if "preview" in cards[id].note] == previews


def test_what_happens_at_a_moment_is_found_by_it() -> None:
    cards, roles = loaded("mixed").cards, loaded("mixed").roles
    assert len(cards["BR-005"].on("add-on")) == 2
    assert cards["BR-005"].on("price") == ()
    assert [ability.symbol for ability in cards["BR-051"].all("option")] == ["support"] * 4
    shears, second = roles["doll-extra"].all("turn-start")
    assert shears.name == Bilingual(ja="雑草刈りの鋏", en="Weed-Cutting Shears")
    assert second.name is None


def test_a_digest_is_of_what_the_rules_read(tmp_path: Path) -> None:
    """A bettered translation leaves old records alone; another cost, line or pool does not."""
    text = (FOLDER / "base.toml").read_text("utf-8")

    def digest(old: str, new: str) -> str:
        assert old in text
        (tmp_path / "base.toml").write_text(text.replace(old, new, 1), "utf-8")
        return load_set(tmp_path / "base.toml", VOCABULARY).sha256

    same = loaded("base").sha256
    assert digest("Slashing Sword", "Slasher") == same
    assert digest("Bull's Might", "Bull Force") == same
    assert digest("Make a physical attack.", "Attack.") == same
    changes = [
        ("cost = 8", "cost = 7"),
        ("attack magic 1", "attack magic 2"),
        ('"BR-001" = 2', '"BR-001" = 3'),
        ("power = 10", "power = 9"),
        ("斬撃剣", "斬撃刀"),
        ('answers = ["physical", "magic"]', 'answers = ["physical"]'),
    ]
    digests = [digest(old, new) for old, new in changes]
    assert len({same, *digests}) == len(changes) + 1


def test_the_example_of_the_page_on_cards_loads(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "cards.md").read_text("utf-8")
    (tmp_path / "base.toml").write_bytes((FOLDER / "base.toml").read_bytes())
    example = page.partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "my-set.toml").write_text(example, "utf-8")
    mine = load_set(tmp_path / "my-set.toml", VOCABULARY)
    assert mine.cards["MY-001"].invented
    assert mine.pool == {"BR-001": 2, "MY-001": 2}
