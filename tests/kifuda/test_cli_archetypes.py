"""``kifuda archetypes``: names by rules, their changes in the log, and drafts for what has no name."""

from pathlib import Path

import pytest

from analytics.archetypes.label import labels_of, noted
from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import AnyEvent, Ended, Opened
from tests.support.command import kifuda, refused

RULES = """
game = "magic"

[[archetype]]
id = "red"
name = { en = "Red", ja = "赤" }
has = ["10 Mountain"]

[[archetype]]
id = "goblins"
parent = "red"
name = { en = "Goblins", ja = "ゴブリン" }
has = ["4 Goblin"]
"""
DECKS = {
    "A": {"Mountain": 20, "Goblin": 4, "Bolt": 4, "Guide": 4},
    "B": {"Forest": 20, "Elf": 4, "Bear": 4, "Giant": 4},
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a log of eight matches, each with decks that differ a little, and a file of rules."""
    monkeypatch.chdir(tmp_path)
    Path("magic.toml").write_text(RULES, "utf-8")
    with SqliteLog("kifuda.db", writing=True) as log:
        for number in range(8):
            opened = Opened(
                game="magic",
                edition="",
                cards="modern",
                players={"A": f"a{number}", "B": f"b{number}"},
                settings={},
                digests={},
                granularity="result",
                decks={seat: deck | {f"extra {number % 3}": 1} for seat, deck in DECKS.items()},
            )
            events: list[AnyEvent] = [opened, Ended("match", winner="A", reason="win")]
            log.append(
                f"m{number}", [Pending(event) for event in events], expected=0, command=f"m{number}", at=0
            )
    return tmp_path


def labels() -> list[dict[str, str]]:
    with SqliteLog("kifuda.db") as log:
        return [labels_of(log.history(info.match)) for info in log.matches()]


def test_rules_give_names_once_and_take_them_back() -> None:
    dry = kifuda("archetypes", "apply", "magic.toml", "--dry-run")
    assert dry.status == 0 and "labels that would be given: 8, taken back: 0; nothing was written" in dry.out
    assert labels() == [{}] * 8
    done = kifuda("archetypes", "apply", "magic.toml")
    assert "decks: 6; labels given: 8, taken back: 0" in done.out
    assert "decks that no rule names: 3" in done.out
    assert labels() == [{"A": "goblins"}] * 8
    assert "labels given: 0, taken back: 0" in kifuda("archetypes", "apply", "magic.toml").out
    Path("magic.toml").write_text(RULES.replace('"4 Goblin"', '"5 Goblin"'), "utf-8")
    assert kifuda("archetypes", "apply", "magic.toml", "--json").json() == {
        "decks": 6,
        "unnamed": 3,
        "doubtful": {},
        "set": 8,
        "taken": 0,
        "written": True,
    }
    assert labels() == [{"A": "red"}] * 8
    Path("magic.toml").write_text(RULES.replace("10 Mountain", "30 Mountain"), "utf-8")
    assert "labels given: 0, taken back: 8" in kifuda("archetypes", "apply", "magic.toml").out
    assert labels() == [{}] * 8


def test_a_name_whose_rule_is_gone_is_taken_back_and_that_of_a_person_stays() -> None:
    kifuda("archetypes", "apply", "magic.toml")
    with SqliteLog("kifuda.db", writing=True) as log:
        count = log.count("m0")
        by_hand = Pending(noted("B", "elves", "Mika"))
        log.append("m0", [by_hand], expected=count, command="by hand", at=0)
    rules = RULES.replace('id = "red"', 'id = "white"').replace("Mountain", "Plains")
    Path("magic.toml").write_text(rules[: rules.rindex("[[archetype]]")], "utf-8")
    assert "labels given: 0, taken back: 8" in kifuda("archetypes", "apply", "magic.toml").out
    assert labels() == [{"B": "elves"}, *[{}] * 7]


def test_names_are_listed_with_how_often_they_were_played() -> None:
    kifuda("archetypes", "apply", "magic.toml")
    listed = kifuda("archetypes", "list", "--json").json()
    assert listed == [
        {"game": "magic", "archetype": "", "decks": 3, "seats": 8, "players": 8},
        {"game": "magic", "archetype": "goblins", "decks": 3, "seats": 8, "players": 8},
    ]
    assert "(no name)" in kifuda("archetypes", "list").out
    assert "（名前なし）" in kifuda("archetypes", "list", "--lang", "ja").out


def test_a_deck_that_fits_two_is_reported_and_gets_no_name() -> None:
    more = '\n[[archetype]]\nid = "bolts"\nname = { en = "Bolts", ja = "稲妻" }\nhas = ["Bolt"]\n'
    Path("magic.toml").write_text(RULES + more, "utf-8")
    done = kifuda("archetypes", "apply", "magic.toml")
    assert done.status == 1
    assert "the deck of A in m0 fits several archetypes and was given none: goblins, bolts" in done.out
    assert labels() == [{}] * 8


def test_drafts_are_rules_to_be_named() -> None:
    done = kifuda("archetypes", "suggest", "magic", "--fewest", 3)
    Path("drafts.toml").write_text(done.out, "utf-8")
    assert kifuda("archetypes", "apply", "drafts.toml", "--dry-run").status in (0, 1)
    groups = kifuda("archetypes", "suggest", "magic", "--fewest", 3, "--json").json()
    assert [one["decks"] for one in groups] == [3, 3]
    assert {card for one in groups for card in one["core"]} >= {"Goblin", "Elf"}
    assert labels() == [{}] * 8
    assert "no match has the game 'chess'" in refused("archetypes", "suggest", "chess")


def test_what_cannot_be_taken_is_reported_and_nothing_is_written() -> None:
    Path("bad.toml").write_text(RULES + 'hass = ["X"]', "utf-8")
    said = refused("archetypes", "apply", "bad.toml")
    assert "bad.toml:9: Object contains unknown field `hass`" in said
    assert "none.toml" in refused("archetypes", "apply", "none.toml")
    assert labels() == [{}] * 8
