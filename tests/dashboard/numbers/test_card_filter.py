"""Cards of some kinds and costs alone."""

import pytest

from analytics.metrics import METRICS
from dashboard.app.language import TEXTS
from engine.games.registry import RULESETS
from engine.text.phrase import capital
from tests.dashboard.conftest import LogOf
from tests.dashboard.opening import LANGUAGES, opened

MIXED = RULESETS["blade-rondo@1.03"].sets["mixed"].cards.values()


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_of_a_kind_and_a_cost(log_of: LogOf, language: str) -> None:
    app = opened(log_of("many"), "cards", language, tab="table", kind="physical", cost="2")
    shown = set(app.dataframe[0].value[TEXTS["column.name"][language]])
    of_both = {card.name[language] for card in MIXED if card.kind == "physical" and card.cost == 2}
    assert shown and shown <= of_both
    assert app.multiselect(key="kind").options[0] == ("呼吸法" if language == "ja" else "呼吸法 (breath)")
    assert app.multiselect(key="cost").options[-1] == "X"


def test_no_card_of_both_is_said(log_of: LogOf) -> None:
    app = opened(log_of("many"), "cards", kind="breath", cost="8")
    assert [one.value for one in app.info] == [TEXTS["cards.none-of-these"].en] and not app.dataframe


def test_what_no_card_has_is_no_choice_and_the_table_begins_with_the_chosen_metric(log_of: LogOf) -> None:
    everything = opened(log_of("many"), "cards", tab="table", metric="kept_wr").dataframe[0].value
    name = capital(METRICS["kept_wr"].name.en)
    numbers = [column for column in everything.columns if column.endswith(" n")]
    assert numbers[0] == f"{name} n"
    known = everything[name].notna().tolist()
    assert known == sorted(known, reverse=True) and any(known), "ranked by it: what has no value comes last"
    app = opened(log_of("many"), "cards", tab="table", kind="nonsense")
    assert len(app.dataframe[0].value) == len(everything)
