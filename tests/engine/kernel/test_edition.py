"""Editions of a game: what they change, and matches judged under another one."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.audit.adjudicate import adjudicate
from engine.games.registry import RULESETS
from engine.kernel.edition import editions
from events.model.kinds import Opened
from kifuda.bots.simulate import simulate

BASE, LATER = RULESETS["aquarian-age@2005-11-22"], RULESETS["aquarian-age@qa-282"]


def test_an_edition_is_the_base_but_for_what_it_changes() -> None:
    """AA-10-1, AA-OP-22."""
    assert {id for id in BASE.clauses if BASE.clauses[id] != LATER.clauses[id]} == {"AA-10-1"}
    changed = {name for name in BASE.settings if BASE.settings[name] != LATER.settings[name]}
    assert changed == {"break_cards_protected"}
    assert (BASE.verbs, BASE.sets, BASE.play) == (LATER.verbs, LATER.sets, LATER.play)


def test_a_match_that_the_change_does_not_touch_goes_the_same_way() -> None:
    (match,) = simulate(BASE, matches=1, seed=8, players=("heuristic", "heuristic"))
    verdict = adjudicate(match.derived, LATER)
    assert (verdict.grade, verdict.ruleset) == ("EXACT", LATER.id)


def test_house_rules_are_kept_under_another_edition() -> None:
    """A hand limit of three is the match's own; without it discards would be missing."""
    house = {"hand_limit": 3}
    (match,) = simulate(BASE, matches=1, seed=8, players=("heuristic", "heuristic"), settings=house)
    assert adjudicate(match.derived, LATER).grade == "EXACT"
    opened, cause = match.derived[0]
    assert isinstance(opened, Opened)
    usual = replace(opened, settings=BASE.default_settings())
    assert adjudicate([(usual, cause), *match.derived[1:]], LATER).grade == "DIVERGED"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[edition]]\nid = "x"\ndefaults = { no_such = true }', "x: no setting no_such can be True"),
        ('[[edition]]\nid = "x"\ndefaults = { hand_limit = 99 }', "x: no setting hand_limit can be 99"),
        (
            '[[edition]]\nid = "x"\n[[edition.clause]]\nid = "AA-99"\nen = "a"\nja = "b"',
            "x: there is no clause AA-99",
        ),
        ('[[edition]]\nid = "x"\nrules = 3', "unknown field `rules`"),
    ],
)
def test_a_bad_file_is_refused(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "editions.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=said):
        editions(BASE, path)
