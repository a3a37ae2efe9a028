"""The page of tournaments: the table beside that of the file, rounds, bracket, decks, and where they lead."""

import shutil
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from analytics.metrics.population.summary import SENTENCES
from analytics.tournaments.compare import compare
from analytics.tournaments.counting_rules import parse_counting
from analytics.tournaments.divisions import divisions
from analytics.tournaments.outlook import outlooks
from analytics.tournaments.table import share_text, table
from analytics.tournaments.tiebreak import MTR
from analytics.tournaments.words import TEXTS
from dashboard.app.language import TEXTS as PAGE_TEXTS
from tests.analytics.imports.samples import FILES, sample
from tests.dashboard.conftest import LogOf
from tests.dashboard.opening import LANGUAGES, opened, text_of

OPEN_DAY, FRIDAY = "open-day-2026-05-10", "friday-night-2026-05-08"


def rows_of(app: AppTest) -> pl.DataFrame:
    return pl.from_pandas(app.dataframe[0].value)


def test_every_tournament_is_listed_and_leads_to_its_page(log_of: LogOf) -> None:
    log = log_of("cups")
    rows = rows_of(opened(log, "tournaments"))
    assert rows.height == len(FILES)
    assert rows["matches"].min() > 0
    for link, name in rows.select("to_tournaments", "name").iter_rows():
        (id,) = parse_qs(urlsplit(link).query)["cup"]
        app = opened(log, "tournaments", cup=id)
        assert name in [head.value for head in app.subheader]


def test_the_table_is_the_one_that_the_rules_give(log_of: LogOf) -> None:
    app = opened(log_of("cups"), "tournaments", cup=OPEN_DAY)
    rows = rows_of(app)
    counted = [(line.place, line.player, line.counted["points"]) for line in table(sample("open-day.json"))]
    assert rows.select("place", "player", "points").rows() == counted
    assert dict(rows.select("player", "elimination").rows()) == {"Ada": "0-1", "Eva": "1-0"} | dict.fromkeys(
        set(rows["player"]) - {"Ada", "Eva"}, ""
    )
    assert PAGE_TEXTS["tournaments.places-told"].en in text_of(app)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_differs_is_told_with_its_reason(log_of: LogOf, language: str) -> None:
    app = opened(log_of("cups"), "tournaments", language, cup=OPEN_DAY)
    reason = TEXTS["difference.floor-third"][language]
    told = [cell for cell in rows_of(app)["because"] if cell]
    assert len(told) == 3
    assert all(reason in cell and "0.5" in cell for cell in told)
    assert any(reason in text.value and "6" in text.value for text in app.markdown)


def test_a_player_leads_to_their_matches_there(log_of: LogOf) -> None:
    log = log_of("cups")
    rows = rows_of(opened(log, "tournaments", cup=OPEN_DAY))
    (link,) = rows.filter(pl.col("player") == "Ada")["to_matches"]
    asked = {key: value for key, (value,) in parse_qs(urlsplit(link).query).items()}
    assert asked == {"player": "Ada", "tournament": "Open Day", "lang": "en"}
    listed = opened(log, "matches", player="Ada", tournament="Open Day").dataframe[0].value
    assert len(listed) == 4
    assert all("Ada" in players for players in listed["players"])


def test_a_round_leads_to_its_matches(log_of: LogOf) -> None:
    log = log_of("cups")
    rows = rows_of(opened(log, "tournaments", cup=FRIDAY, part="rounds", round="1"))
    assert rows["players"].to_list() == ["Ada – Ben", "Cyd – Dov", "Eva"]
    assert rows["games"].to_list()[0] == "2-1"
    (match,) = parse_qs(urlsplit(rows["to_replay"][0]).query)["match"]
    assert "Ada" in text_of(opened(log, "replay", match=match))


@pytest.mark.parametrize("language", LANGUAGES)
def test_outcomes_are_told_in_words(log_of: LogOf, language: str) -> None:
    app = opened(log_of("cups"), "tournaments", language, cup=FRIDAY, part="rounds", round="1")
    words = [TEXTS[f"outcome.{outcome}"][language] for outcome in ("win", "forfeit", "bye")]
    assert rows_of(app)["result"].to_list() == words


def test_a_bracket_has_the_winner_in_bold_and_a_way_to_the_match(log_of: LogOf) -> None:
    app = opened(log_of("cups"), "tournaments", cup=OPEN_DAY, part="bracket")
    texts = [text.value for text in app.markdown]
    assert texts[texts.index("**Finals**") + 1 :] == ["**Eva**  2", "Ada  1"]
    assert [caption.value.startswith("seed ") for caption in app.caption][-2:] == [True, True]
    assert f"{OPEN_DAY}-r4-m1" in text_of(app)


def test_decks_with_few_matches_are_withheld_and_named(log_of: LogOf) -> None:
    log = log_of("cups")
    app = opened(log, "tournaments", cup=FRIDAY, part="decks")
    assert any("Tide (1)" in caption.value for caption in app.caption)
    assert rows_of(app)["record"].to_list() == ["0-1-0", "1-0-0"]
    assert rows_of(app)["all_n"].to_list() == rows_of(app)["n"].to_list(), "there was no mirror"
    few = opened(log, "tournaments", cup=FRIDAY, part="decks", min="1")
    assert not any("Tide (1)" in caption.value for caption in few.caption)


def test_a_part_that_is_not_there_is_not_offered(log_of: LogOf) -> None:
    app = opened(log_of("cups"), "tournaments", cup=OPEN_DAY, part="decks")
    assert "because" in rows_of(app).columns


def test_an_unknown_tournament_is_said_and_the_list_shown(log_of: LogOf) -> None:
    app = opened(log_of("cups"), "tournaments", cup="nowhere")
    assert "'nowhere'" in app.error[0].value
    assert rows_of(app).height == len(FILES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_log_without_tournaments_says_so(log_of: LogOf, language: str) -> None:
    app = opened(log_of("empty"), "tournaments", language)
    assert app.info[0].value == PAGE_TEXTS["tournaments.none"][language]


def test_without_a_projection_there_is_the_table_and_no_export(log_of: LogOf, tmp_path: Path) -> None:
    bare = tmp_path / "bare.db"
    shutil.copy(log_of("cups"), bare)
    app = opened(bare, "tournaments", cup=OPEN_DAY)
    assert rows_of(app).height == 5
    taken = PAGE_TEXTS["export.open"]["en"]
    assert taken not in text_of(app)
    assert taken in text_of(opened(log_of("cups"), "tournaments", cup=OPEN_DAY))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_by_other_rules_says_how_they_read_it(log_of: LogOf, language: str) -> None:
    app = opened(log_of("cups"), "tournaments", language, cup=OPEN_DAY, rules="pokemon")
    counted = [
        (line.place, line.player) for line in table(sample("open-day.json"), parse_counting("pokemon"))
    ]
    assert rows_of(app).select("place", "player").rows() == counted
    assert TEXTS["counting.pokemon-bye"][language] in text_of(app)


def test_the_file_is_compared_by_the_rules_that_are_chosen(log_of: LogOf) -> None:
    log = log_of("cups")
    chosen = opened(log, "tournaments", cup=OPEN_DAY, rules="mtr+byes-ignored")
    compared = compare(sample("open-day.json"), parse_counting("mtr+byes-ignored"))
    assert len(compared.differences) > 6
    assert f"{len(compared.differences)} of them" in text_of(chosen)
    assert sum(bool(cell) for cell in rows_of(chosen)["because"]) == len(
        {one.player for one in compared.differences}
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_byes_are_not_said_to_be_left_out_of_standings(log_of: LogOf, language: str) -> None:
    log, words = log_of("cups"), SENTENCES[language]
    left_out, ruled = (words[key].split("{:,}")[-1] for key in ("unplayed", "unplayed-ruled"))
    for part in ("standings", "outlook", "rounds"):
        text = text_of(opened(log, "tournaments", language, cup=FRIDAY, part=part))
        assert ruled in text and left_out not in text.replace(ruled, "")
    text = text_of(opened(log, "tournaments", language, cup=FRIDAY, part="decks"))
    assert left_out in text and ruled not in text


def test_without_an_elimination_the_reader_says_how_many_play_on(log_of: LogOf) -> None:
    log, cup = log_of("cups"), sample("spring-cup.tdf")
    asked = {"cup": cup.id, "part": "outlook", "division": "master"}
    app = opened(log, "tournaments", **asked)
    assert app.info[0].value == PAGE_TEXTS["tournaments.no-cut"].en and not app.dataframe
    assert app.number_input[0].value is None
    assert opened(log, "tournaments", cut="1", **asked).number_input[0].value == 1


def test_the_page_shows_the_digits_of_the_command_line(log_of: LogOf) -> None:
    app = opened(log_of("cups"), "tournaments", cup=OPEN_DAY)
    lines = table(sample("open-day.json"))
    shown = [share_text(line.counted["omw"], MTR) for line in lines]
    assert [str(value) for value in rows_of(app)["omw"]] == [str(float(text)) for text in shown]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_plays_on_is_told_for_every_player_of_the_round(log_of: LogOf, language: str) -> None:
    app = opened(log_of("cups"), "tournaments", language, cup=OPEN_DAY, part="outlook")
    told = outlooks(sample("open-day.json"), cut=2)
    rows = rows_of(app)
    assert rows["player"].to_list() == [one.player for one in told]
    assert rows["win"].to_list() == [TEXTS[f"outlook.{one.chances['win']}"][language] for one in told]
    assert all(cell for name in rows.columns for cell in rows[name].cast(str)), "every cell says something"


def test_who_plays_on_is_told_for_each_division(log_of: LogOf) -> None:
    cup = sample("spring-cup.tdf")
    for division in divisions(cup):
        app = opened(
            log_of("cups"), "tournaments", cup=cup.id, part="outlook", division=division.name, cut="1"
        )
        told = outlooks(division.played, cut=1, ranked=division.players)
        names = {player.id: player.name for player in cup.players}
        assert rows_of(app)["player"].to_list() == [names[one.player] for one in told]
