"""Files of strangers are read in a process of their own: it finds the same, within limits of time."""

import pytest

from analytics.imports.formats.format import Options
from analytics.imports.problem import Problem
from analytics.imports.reading import preview_steps as previewing
from analytics.imports.reading.preview import MatchPreview, Preview, Refused, TournamentPreview
from analytics.imports.reading.preview_steps import Compared, Previewed, Started, Step, preview_steps
from analytics.imports.reading.sandbox import _gathered, preview_in_sandbox
from analytics.imports.source import Source, digest_of
from analytics.tournaments.compare import compare
from engine.record.notation.read import read
from tests.analytics.imports.samples import LEAGUE, altered, sample, source
from tests.support.record import CLEAN, changed, line_of

FILES = [source("open-day.json"), Source("a.kfd", CLEAN.encode()), *map(source, LEAGUE)]


DISPUTED = changed("=> ATK A 1", "=> ATK A 2")
DISPUTED_FILE = Source("disputed.kfd", DISPUTED.encode())
CUP = altered("spring-cup.tdf", ("<birthdate>", "<birthdate>7 May 1971"))
BAD = Source(
    "bad-day.json",
    altered(
        "open-day.json",
        ('"Cyd", "Player2": "Dov", "Result": "2-1-0"', '"Cyd", "Player2": "Dov", "Result": "two"'),
    ).data,
)


@pytest.fixture(scope="module")
def found() -> dict[str, Preview]:
    """What one other process finds in files of every kind, by the first of their names."""
    return {one.names[0]: one for one in preview_in_sandbox([*FILES, DISPUTED_FILE, CUP, BAD], {})}


def test_the_other_process_finds_what_is_there(found: dict[str, Preview]) -> None:
    day, match, league = (found[name] for name in ("open-day.json", "a.kfd", LEAGUE[0]))
    assert isinstance(day.content, TournamentPreview) and isinstance(league.content, TournamentPreview)
    assert day.content.results.tournament == sample("open-day.json")
    assert day.content.compared == compare(day.content.results.tournament)
    assert day.content.results.stored == (FILES[0].data,)
    assert (league.names, league.format) == (tuple(LEAGUE), "limitless")
    assert isinstance(match.content, MatchPreview)
    assert (match.content.record.id, match.content.grade, match.format) == ("table-nine", "EXACT", "kfd")
    assert match.content.record.derived == read(CLEAN, name="a.kfd").events


def test_of_a_disputed_record_the_first_line_is_told(found: dict[str, Preview]) -> None:
    match = found[DISPUTED_FILE.name].content
    assert isinstance(match, MatchPreview) and match.disputed
    assert (match.line, match.grade) == (line_of(DISPUTED, "=> ATK A 2"), "DIVERGED")


def test_birth_dates_do_not_come_back(found: dict[str, Preview]) -> None:
    cup = found[CUP.name].content
    assert isinstance(cup, TournamentPreview)
    assert b"1971" in CUP.data and b"1971" not in cup.results.stored[0]


def test_what_is_said_beside_a_file_counts_for_that_file(found: dict[str, Preview]) -> None:
    refused = found[BAD.name].content
    assert isinstance(refused, Refused) and refused.partly
    said = {digest_of([BAD]): Options(accept_partial=True, name="mine")}
    (taken,) = (one.content for one in preview_in_sandbox([BAD], said))
    assert isinstance(taken, TournamentPreview)
    assert taken.results.tournament.id == "mine"
    assert taken.results.problems == refused.problems
    assert taken.results.imported.left_out == tuple(problem.say() for problem in refused.problems)


def test_without_time_nothing_is_read_and_everything_is_told() -> None:
    found = preview_in_sandbox(FILES[:2], {}, seconds=0)
    assert [one.names for one in found] == [("open-day.json",), ("a.kfd",)]
    assert all(isinstance(one.content, Refused) for one in found)


def steps() -> list[Step]:
    return list(preview_steps(FILES, {}))


def keys(found: list[Preview]) -> dict[str, list[str]]:
    """What was refused, and why, by the names of the files."""
    return {
        ", ".join(one.names): [problem.key for problem in one.content.problems]
        for one in found
        if isinstance(one.content, Refused)
    }


@pytest.mark.parametrize("length", range(len(steps()) + 1))
def test_wherever_it_ends_every_file_is_reported_once(length: int) -> None:
    found = _gathered(FILES, steps()[:length], 7)
    assert sorted(name for one in found for name in one.names) == sorted(one.name for one in FILES)


def test_the_file_at_which_it_ended_is_named() -> None:
    all_steps = steps()
    at = next(n for n, step in enumerate(all_steps) if isinstance(step, Previewed))
    found = _gathered(FILES, all_steps[: at + 2], 7)
    assert keys(found) == {"a.kfd": ["gave-up"], **{name: ["not-reached"] for name in LEAGUE}}


def test_without_time_to_compare_the_tournament_is_there() -> None:
    found = _gathered(FILES, [step for step in steps() if not isinstance(step, Compared)], 7)
    assert keys(found) == {}
    assert [one.content.compared for one in found if isinstance(one.content, TournamentPreview)] == [
        None,
        None,
    ]


def test_each_file_is_announced_before_it_is_read() -> None:
    begun = [step.names for step in steps() if isinstance(step, Started)]
    groups = [("open-day.json",), ("a.kfd",), tuple(LEAGUE)]
    assert begun == [*((one.name,) for one in FILES), *groups]


def test_more_than_any_tournament_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previewing, "MAX_MATCHES", 3)
    *_, last = preview_steps([source("friday.csv")], {})
    assert isinstance(last, Previewed) and isinstance(last.preview.content, Refused)
    (problem,) = last.preview.content.problems
    assert problem == Problem("friday.csv", "", "too-many", {"matches": "3", "players": "10000"})
