"""Archetypes: rules and what is wrong with them, the tree, groups of decks, and labels as events."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.archetypes.cluster import Suggestion, suggest
from analytics.archetypes.condition import AtLeast, Condition
from analytics.archetypes.label import TOPIC, Labelling, by_rules, labels_of, noted, write
from analytics.archetypes.rules import BadRules, read
from analytics.archetypes.tree import Archetype, Tree
from analytics.store.projection import project
from analytics.store.reader import Store
from engine.kernel.bilingual import Bilingual
from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import AnyEvent, Ended, Noted, Opened, Retracted

RULES = """
game = "magic"

[[archetype]]
id = "red"
name = { en = "Red", ja = "赤" }
has = ["10 Mountain"]

[[archetype]]
id = "burn"
parent = "red"
name = { en = "Burn", ja = "バーン" }
has = ["4 Lightning Bolt"]
some = { of = ["Rift Bolt", "Lava Spike", "Skewer"], least = 2 }
without = ["Goblin"]

[[archetype]]
id = "goblins"
parent = "red"
name = { en = "Goblins", ja = "ゴブリン" }
copies = { of = ["Goblin", "Goblin King"], least = 6 }

[[archetype]]
id = "bolts"
name = { en = "Bolts", ja = "稲妻" }
has = ["Lightning Bolt"]
"""
RED = {"Mountain": 20}


@pytest.fixture
def rules(tmp_path: Path) -> Tree:
    path = tmp_path / "magic.toml"
    path.write_text(RULES, "utf-8")
    return read(path)


# --- naming decks --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "label", "others"),
    [
        (RED, "red", ()),
        (RED | {"Goblin": 4, "Goblin King": 2}, "goblins", ()),
        (RED | {"Goblin": 4, "Goblin King": 1}, "red", ()),
        (RED | {"Lightning Bolt": 4, "Rift Bolt": 4, "Skewer": 1}, "", ("burn", "bolts")),
        ({"Mountain": 9, "Lightning Bolt": 4, "Rift Bolt": 4, "Skewer": 1}, "bolts", ()),
        (RED | {"Lightning Bolt": 3, "Rift Bolt": 4, "Skewer": 1, "Goblin": 6}, "", ("goblins", "bolts")),
        ({"Forest": 20}, "", ()),
    ],
)
def test_the_most_special_one_that_fits(
    rules: Tree, deck: dict[str, int], label: str, others: tuple[str, ...]
) -> None:
    """And none where two fit that are no kinds of each other."""
    assert rules.label(deck) == (label, others)


def test_the_closure_has_every_pair(rules: Tree) -> None:
    assert set(rules.closure()) == {
        ("red", "red", 0),
        ("burn", "burn", 0),
        ("red", "burn", 1),
        ("goblins", "goblins", 0),
        ("red", "goblins", 1),
        ("bolts", "bolts", 0),
    }


parents = st.lists(st.integers(0, 10), min_size=1, max_size=10)


@given(parents, st.sets(st.integers(0, 9)))
def test_a_label_fits_and_nothing_below_it_does(parents: list[int], cards: set[int]) -> None:
    """Archetype n wants card n and is a kind of an earlier one, or of none."""
    tree = Tree(
        "magic",
        tuple(
            Archetype(
                str(n),
                Bilingual("", ""),
                Condition((AtLeast((str(n),), 1),)),
                str(parent % n) if n and parent % (n + 1) else "",
            )
            for n, parent in enumerate(parents)
        ),
        "",
    )
    label = tree.label({str(card): 1 for card in cards})
    held = {id for id in tree.by_id if all(int(above) in cards for above in tree.above(id))}
    below = {ancestor for ancestor, descendant, depth in tree.closure() if depth and descendant in held}
    assert set(label.others or (label.archetype,)) - {""} == held - below


# --- what is wrong with a file -------------------------------------------------------------------------

NAME = 'name = { en = "A", ja = "あ" }'
HEAD = '[[archetype]]\nid = "a"\n' + NAME + "\n"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("game = ", 1, "no TOML"),
        ('game = "magic"\n[[archetype]]\nid = "a"\n' + NAME + '\nhass = ["X"]', 2, "hass"),
        ('game = "magic"\n' + HEAD, 2, "asks for nothing"),
        ('game = "magic"\n' + HEAD + 'has = ["X"]\n' + HEAD + 'has = ["Y"]', 6, "two archetypes"),
        ('game = "magic"\n' + HEAD + 'has = ["X"]\nparent = "b"', 2, "no parent 'b'; accepted: a"),
        ('game = "magic"\n' + HEAD + 'has = ["X"]\nparent = "a"', 2, "circle"),
        ('game = "magic"\n' + HEAD + 'has = [" "]', 2, "names no card"),
        ('game = "magic"\n' + HEAD + 'some = { of = ["X"], least = 2 }', 2, "at least 2 out of 1"),
        ('game = "magic"\n\n' + HEAD + "has = [4]", 3, "Expected `str`"),
        ('game = "blade-rondo"\n' + HEAD + 'has = ["斬撃劍"]', 2, "no card '斬撃劍'; the nearest: 斬撃剣"),
    ],
)
def test_a_bad_file_is_told_where_and_what_instead(tmp_path: Path, text: str, line: int, said: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BadRules) as raised:
        read(path)
    assert f"bad.toml:{line}: " in str(raised.value)
    assert said in str(raised.value)
    assert raised.value.say("ja") != raised.value.say("en")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(b'game = "magic"\n\xff')
    with pytest.raises(BadRules, match=r"bad.toml:2: .*UTF-8"):
        read(path)


def test_cards_by_printed_name_or_id(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('game = "blade-rondo"\n' + HEAD + 'has = ["斬撃剣"]\nwithout = ["BR-020"]', "utf-8")
    tree = read(path)
    assert tree.label({"BR-001": 1}).archetype == "a"
    assert tree.label({"BR-001": 1, "BR-020": 1}).archetype == ""


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_rules_or_bad_rules(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("rules") / "any.toml"
    path.write_bytes(data)
    with pytest.raises(BadRules):
        read(path)


# --- groups --------------------------------------------------------------------------------------------


def decks(*, groups: int, each: int, strays: int) -> list[dict[str, int]]:
    """Decks of so many kinds, twelve cards of its own and twelve of all; and some of cards by chance."""
    chance = np.random.default_rng(1)
    found = []
    for group in range(groups):
        own = [f"g{group} {n}" for n in range(12)]
        for _ in range(each):
            cards = [
                *chance.choice(own, 11, replace=False),
                *(f"all {n}" for n in chance.integers(0, 30, 12)),
            ]
            found.append({str(card): int(chance.integers(2, 5)) for card in cards})
    for stray in range(strays):
        found.append({f"stray {stray} {n}": 3 for n in range(20)})
    return found


def test_kinds_of_decks_are_found_and_strays_are_not() -> None:
    given = decks(groups=4, each=25, strays=6)
    found = suggest(given)
    assert sorted(one.decks for one in found) == [tuple(range(25 * n, 25 * n + 25)) for n in range(4)]
    for one in found:
        group = one.decks[0] // 25
        assert all(card.startswith(f"g{group} ") for card, _ in one.core[:6])
        assert one.share == 0
    assert found == suggest(given)


def test_a_draft_is_a_rule_for_its_group(tmp_path: Path) -> None:
    given = decks(groups=2, each=20, strays=0)
    path = tmp_path / "drafts.toml"
    drafts = [one.draft(f"group-{number}") for number, one in enumerate(suggest(given))]
    path.write_text('game = "magic"\n\n' + "\n".join(drafts), "utf-8")
    tree = read(path)
    first = [tree.label(deck).archetype for deck in given[:20]]
    assert set(first) <= {"group-0", ""}
    assert not {tree.label(deck).archetype for deck in given[20:]} & {"group-0"}


def test_a_draft_spells_every_name(tmp_path: Path) -> None:
    """Quotes, and numbers that belong to the name."""
    cards = ('Henzie "Toolbox" Torre', "1996 World Champion")
    path = tmp_path / "draft.toml"
    drafted = Suggestion((0,), tuple((card, 1) for card in cards), 0.0).draft("a")
    path.write_text(f'game = "magic"\n\n{drafted}', "utf-8")
    assert read(path).label(dict.fromkeys(cards, 1)).archetype == "a"


def test_few_decks_suggest_nothing() -> None:
    assert suggest([]) == []
    assert suggest([{"a": 4, "b": 2}] * 4) == []


# --- labels in the log ---------------------------------------------------------------------------------


def opened(deck: str = "") -> Opened:
    return Opened(
        game="magic",
        edition="",
        cards="modern",
        players={"A": "Aoi", "B": "Ren"},
        settings={},
        digests={},
        head={"deck.A": f'"{deck}"'} if deck else {},
        granularity="result",
        decks={"A": RED | {"Goblin": 4}, "B": {"Forest": 20}},
    )


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    with SqliteLog(tmp_path / "log.db", writing=True) as made:
        for match in ("one", "two"):
            events: list[AnyEvent] = [opened("Mono Red"), Ended("match", winner="A", reason="win")]
            made.append(match, [Pending(event) for event in events], expected=0, command=match, at=0)
        yield made


def test_only_changes_are_written(log: SqliteLog) -> None:
    wanted = {"one": {"A": "red", "B": ""}, "two": {"A": "red"}}
    assert write(log, wanted, by="rules 1", at=1, dry=True) == Labelling(2, 0, 0)
    assert log.size == 4
    assert write(log, wanted, by="rules 1", at=1) == Labelling(2, 0, 0)
    assert write(log, wanted, by="rules 1", at=2) == Labelling(0, 0, 2)
    assert log.size == 6
    assert write(log, {"one": {"A": ""}, "two": {"A": "goblins"}}, by="rules 2", at=3) == Labelling(1, 1, 0)
    assert labels_of(log.history("one")) == {}
    assert labels_of(log.history("two")) == {"A": "goblins"}
    notes = [event for event in log.events("two") if isinstance(event, Noted)]
    assert [(note.text, note.by) for note in notes] == [("A red", "rules 1"), ("A goblins", "rules 2")]


def test_a_correction_takes_labels_back(log: SqliteLog) -> None:
    write(log, {"one": {"A": "red"}}, by="Judge", at=1)
    corrected: list[AnyEvent] = [Retracted(1, "corrected"), Ended("match", winner="B", reason="win")]
    log.append("one", [Pending(event) for event in corrected], expected=3, command="again", at=2)
    assert labels_of(log.history("one")) == {}


def test_labels_are_what_statistics_call_a_deck(log: SqliteLog, tmp_path: Path) -> None:
    """Before: what the source says. A label taken back: that again."""
    seen = []
    for wanted in ({}, {"A": "red"}, {"A": "goblins", "B": "green"}, {"A": ""}):
        write(log, {"one": wanted}, by="Judge", at=1)
        project(log, tmp_path / "store")
        store = Store(tmp_path / "store")
        rows = store.query("SELECT seat, archetype FROM seat_match WHERE match = 'one' ORDER BY seat")
        seen.append(rows["archetype"].to_list())
        store.close()
    assert seen == [["Mono Red", None], ["red", None], ["goblins", "green"], ["Mono Red", "green"]]


def test_a_note_says_who() -> None:
    note = noted("A", "red/burn", by_rules("0123456789abcdef"))
    assert (note.topic, note.text, note.by) == (TOPIC, "A red/burn", "rules 0123456789ab")
    assert msgspec.structs.replace(noted("A", "", "x")).text == "A"
