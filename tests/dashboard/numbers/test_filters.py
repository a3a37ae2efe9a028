"""The filters of pages of numbers: those of tournaments and their rounds, of formats and weeks."""

import re
from pathlib import Path

import pytest

from analytics.metrics import Filters, population
from analytics.query.choices import choices, known
from analytics.store.reader import Store
from dashboard.numbers.filters import query_params
from tests.dashboard.conftest import LogOf
from tests.dashboard.opening import opened, text_of
from tests.support.field import GAME

OF_MATCHES = ("overview", "matchups", "players", "lab", "archetype")
OF_GAMES = ("meta", "tempo", "cards", "chains", "costs")


@pytest.fixture(scope="module")
def log(log_of: LogOf) -> Path:
    return log_of("mixed")


@pytest.fixture(scope="module")
def store(log: Path) -> Store:
    return Store(log.with_suffix(".store"))


def left_out(text: str) -> tuple[int, int]:
    """How many matches a page says that its filters leave out, and of how many."""
    (found,) = re.findall(r"The filters leave out ([\d,]+) of ([\d,]+) matches", text)
    first, of = (int(number.replace(",", "")) for number in found)
    return first, of


@pytest.mark.sampled(6)
@pytest.mark.parametrize("page", (*OF_MATCHES, *OF_GAMES, "matches"))
@pytest.mark.parametrize("given", [{"weeks": "4"}, {"rounds": "1"}, {"stage": "swiss"}])
def test_every_page_takes_them(log: Path, page: str, given: dict[str, str]) -> None:
    app = opened(log, page, **given)
    assert given.items() <= dict(app.query_params).items()


def test_what_they_leave_out_is_said(log: Path, store: Store) -> None:
    game = choices(store)["game"][0]
    for given, filters in (
        ({"rounds": "1"}, Filters(game=game, rounds=(1,))),
        ({"stage": "swiss"}, Filters(game=game, stage="swiss")),
        ({"weeks": "4"}, Filters(game=game, weeks=4)),
    ):
        chosen, every = (population(store, one, counted="matches") for one in (filters, Filters(game=game)))
        text = text_of(opened(log, "players", game=game, **given))
        if chosen.matches:
            assert left_out(text) == (every.matches - chosen.matches, every.matches)
    assert "leave out" not in text_of(opened(log, "players", game=game))
    assert "除いている" in text_of(opened(log, "players", "ja", game=game, stage="swiss"))


def test_what_no_filter_offers_is_said_on_the_page(log: Path) -> None:
    """Beside which the sidebar with the filters may be closed."""
    given = {"game": "foo", "card": "ZZZ", "rounds": "99"}
    warnings = [one.value for one in opened(log, "cards", **given).main.warning]
    assert [any(repr(value) in told for told in warnings) for value in given.values()] == [True] * 3


@pytest.mark.parametrize("name", ["斬撃剣", "Slashing Sword"])
def test_a_card_may_be_called_by_its_name(log: Path, name: str) -> None:
    app = opened(log, "card", game="blade-rondo", card=name)
    assert app.query_params["card"] == "BR-001" and not app.main.warning
    assert app.main.subheader[0].value == "Slashing Sword"


def test_several_tournaments(log: Path, store: Store) -> None:
    names = choices(store)["tournament"][:2]
    app = opened(log, "players", game="", tournament=names)  # type: ignore[arg-type]  # a key that comes twice
    assert app.multiselect(key="tournament").value == names
    wrong = opened(log, "players", tournament="Nowhere Cup")
    assert any("Nowhere Cup" in warning.value for warning in wrong.warning)


def test_a_game_may_be_one_edition_of_it(log: Path) -> None:
    app = opened(log, "matches", game="blade-rondo@1.03")
    assert not app.warning and app.selectbox(key="game").value == "blade-rondo@1.03"
    assert len(app.dataframe[0].value) and "game" not in app.dataframe[0].value, "all are of one game"
    none = opened(log, "matches", game="blade-rondo@9.99")
    assert any("the filter is not applied" in warning.value for warning in none.warning)
    assert query_params(Filters("go", "2"))["game"] == "go@2" and query_params(Filters("go"))["game"] == "go"


def test_links_to_matches_keep_them() -> None:
    filters = Filters(
        format="modern", tournament=("A", "B"), rounds=(1, 2), stage="swiss", weeks=4, card="X", board="side"
    )
    found = query_params(filters)
    assert (found["format"], found["tournament"], found["rounds"]) == ("modern", ["A", "B"], ["1", "2"])
    assert (found["stage"], found["weeks"], found["board"]) == ("swiss", "4", "side")
    assert set(query_params(Filters())) == {"grade"}


def test_filters_that_nothing_could_be_chosen_by_are_not_there(log_of: LogOf) -> None:
    log = log_of("many")
    assert known(Store(log.with_suffix(".store"))).rounds == []
    app = opened(log, "players")
    assert not app.multiselect


def test_matches_can_be_chosen_by_a_card_of_their_lists(log_of: LogOf) -> None:
    """Of imported results nobody knows who drew what, but what was in the decks."""
    log = log_of("field")
    every = opened(log, "matches", game=GAME)
    chosen = opened(log, "matches", game=GAME, card="Ember Knight")
    assert not chosen.warning and chosen.selectbox(key="card").value == "Ember Knight"
    assert 0 < len(chosen.dataframe[0].value) < len(every.dataframe[0].value)


@pytest.mark.parametrize(("language", "word"), [("en", "Diverged"), ("ja", "不一致")])
def test_grades_are_words_that_tell_their_ids(log: Path, language: str, word: str) -> None:
    """The address keeps the id, by which the command line knows a grade."""
    app = opened(log, "matches", language, grade="DIVERGED")
    pills = app.button_group(key="grade")
    assert pills.value == ["DIVERGED"]
    assert word in pills.options and "DIVERGED" not in pills.options
    assert f"{word} (DIVERGED)" in pills.help.replace("（", " (").replace("）", ")")
    assert set(app.dataframe[0].value["grade"]) == {word}
