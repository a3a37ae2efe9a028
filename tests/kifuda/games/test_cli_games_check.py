"""``kifuda games check``: what a game lacks or breaks is told, with the place where it is written."""

import dataclasses
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from engine.games.registry import GAMES, RULESETS
from engine.kernel.clause import Clause
from engine.kernel.ruleset import Ruleset
from events.model.kinds import Happened
from kifuda.bots.simulate import simulate
from kifuda.conformance.check import written
from kifuda.conformance.new_game import write_game
from kifuda.conformance.play import played, repeats
from tests.support.command import kifuda, refused
from tests.support.effort import LONG
from tests.support.game_package import installed_package

RULES = RULESETS["fertcg@web"]
NAME, MODULE = "dusk", "kifuda_dusk"
TURNS = "to_the_end(deal(game), turns_from(game, 1, SEATS[0]))"
SECOND_DEAL = """

def deal_again(game: Game) -> Procedure:
    yield Ask(TABLE, ("shuffle",), about="deal", clause="DU-1", subject=whole_pool(game), omissible="never")
"""
FIRST_IN_HAND = """

def first_in_hand(game: Game, seat: str) -> bool:
    return all(game.printed(card).kind for card in hand(game, opponent(game, seat))[:1])
"""


@pytest.mark.sampled(0)  # the command below asks the same of one of them
@pytest.mark.parametrize("rules", GAMES.values(), ids=lambda rules: rules.game)
def test_every_game_passes_what_is_asked_of_games_from_outside(rules: Ruleset) -> None:
    matches = list(simulate(rules, matches=2 if LONG else 1, seed=7))
    assert [*written(rules), *played(rules, matches), *repeats(rules, matches[0], seed=7)] == []


def test_a_clause_that_nothing_shows_and_a_text_that_is_missing_are_told() -> None:
    new = Clause(id="FE-NEW-1", kind="legality", origin="seed", en="New.", ja="")
    texts = {key: text for key, text in RULES.texts.items() if key != "act.deploy"}
    explained = next(iter(RULES.meanings))
    meanings = {key: text for key, text in RULES.meanings.items() if key != explained}
    meanings["moments.at-dawn"] = new.says
    broken = dataclasses.replace(RULES, clauses=RULES.clauses | {new.id: new}, texts=texts, meanings=meanings)
    assert [(miss.what, *miss.facts.values())[:2] for miss in written(broken)] == [
        ("clause-text", "FE-NEW-1"),
        ("clause-not-cited", "FE-NEW-1"),
        ("clause-not-shown", "FE-NEW-1"),
        ("no-text", "act.deploy"),
        ("no-text", explained),
        ("text-of-nothing", "moments.at-dawn"),
    ]


def test_a_match_that_is_not_what_the_rules_give_is_told() -> None:
    """A card is drawn that no rule draws; what nobody may see is still hidden."""
    (match,) = simulate(RULES, matches=1, seed=7)
    at = next(seq for seq, (event, _) in enumerate(match.derived) if isinstance(event, Happened))
    spoilt = [*match.derived]
    event, cause = spoilt[at]
    spoilt[at] = (msgspec.structs.replace(event, amount=99), cause)
    (other,) = simulate(RULES, matches=1, seed=8)
    found = [miss.what for miss in played(RULES, [match._replace(derived=tuple(spoilt))])]
    assert found == ["not-exact", "reads-otherwise"]
    assert [miss.what for miss in repeats(RULES, other, seed=7)] == ["not-deterministic"]


def test_the_command_says_that_nothing_is_missing() -> None:
    done = kifuda("games", "check", "fertcg", "-n", 2)
    assert (done.status, "fertcg@web: 2 matches played; missing or wrong: 0" in done.out) == (
        0,
        True,
    )


# --- a new game with one fault ----------------------------------------------------------------------------


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Path]:
    """The folder of a new game that is installed; its module is imported by the first command."""
    write_game(NAME, tmp_path / NAME)
    point = {NAME: f"{MODULE}.plugin:PLUGIN"}
    with installed_package(tmp_path / NAME, f"kifuda-{NAME}", games=point):
        yield tmp_path / NAME / MODULE
    for name in [name for name in sys.modules if name.partition(".")[0] == MODULE]:
        del sys.modules[name]


def change(game: Path, file: str, old: str, new: str) -> None:
    text = (game / file).read_text("utf-8")
    assert old in text
    (game / file).write_text(text.replace(old, new), "utf-8")


def checked(*, matches: int = 3) -> str:
    """What the check says, without the breaks of its table."""
    done = kifuda("games", "check", NAME, "-n", matches)
    assert done.status == 1
    return " ".join(done.out.split())


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "cases/rules.toml",
            "goal = 20 }",
            "gaol = 20 }",
            "rules.toml:86 the file cannot be read as cases: unknown",
        ),
        ("cases/rules.toml", "count hand A 7", "count hand A 8", "rules.toml:5 Both get seven cards: line 9"),
        (
            "texts.toml",
            "event.dealt",
            "event.handed",
            "no sentence for the event Happened dealt; its key: event.dealt",
        ),
        ("texts.toml", "act.ward", "act.wart", "the text act.ward is missing"),
        (
            "words.toml",
            "stats.light",
            "stats.lighted",
            "stats.light is missing words.toml stats.lighted explains no word",
        ),
        ("verbs.py", "cards=(1, 1)", 'cards=(1, 1), words=("softly",)', "the text word.softly is missing"),
    ],
)
def test_a_fault_is_told_once_and_where_it_is_mended(
    game: Path, file: str, old: str, new: str, said: str
) -> None:
    change(game, file, old, new)
    told = checked()
    assert said in told
    faults = 2 if file == "words.toml" else 1
    assert told.endswith(f"3 matches played; missing or wrong: {faults}")


def test_what_the_code_raises_is_told_with_its_line(game: Path) -> None:
    change(game, "course.py", "act.cards[0])", "act.cards[9])")
    told = checked()
    assert "course.py:89 match 1 of the bots breaks off: IndexError: tuple index out of range" in told


def test_a_question_that_nobody_can_answer_is_told(game: Path) -> None:
    """A hand of screens alone: the rules must offer a pass."""
    change(game, "course.py", '("play", "pass")', '("play",)')
    assert "is asked 'play' [DU-2] and the requirements allow no answer (play)" in checked(matches=40)


def test_a_second_deal_needs_names_of_its_own(game: Path) -> None:
    """A record has one part of each name, so the first deal would be lost."""
    change(game, "course.py", TURNS, TURNS.replace("turns", "deal_again(game), turns"))
    (game / "course.py").write_text((game / "course.py").read_text("utf-8") + SECOND_DEAL, "utf-8")
    told = checked()
    assert "two shuffles of sim-dusk-1-000000 name a part 'dealt.A'" in told and "(2 more such)" in told


def test_rules_that_read_a_card_which_nobody_has_shown_are_told(game: Path) -> None:
    """Whether a wind hits depends on the hand of the other player, which a record may not know."""
    change(
        game, "course.py", "    if deed.nullified:", "    first_in_hand(game, seat)\n    if deed.nullified:"
    )
    (game / "course.py").write_text((game / "course.py").read_text("utf-8") + FIRST_IN_HAND, "utf-8")
    told = checked()
    assert "a record that does not know the deal breaks off after 'play': the rules read B." in told
    assert told.endswith("missing or wrong: 1")


def test_what_is_broken_on_import_is_told_instead_of_that_there_is_no_such_game(game: Path) -> None:
    change(game, "ruleset.py", "seats=SEATS", "chairs=SEATS")
    said = refused("games", "check", NAME)
    assert "kifuda-dusk" in said and "'chairs'" in said
    assert f"(at {game / 'ruleset.py'}:" in said
