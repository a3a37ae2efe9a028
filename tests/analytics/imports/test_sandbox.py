"""Files of strangers are read by a process of their own: the same is found there, and it has an end."""

import pytest

from analytics.imports.files import inspect
from analytics.imports.files.inspect import Begun, Counted, Seen, Step, look
from analytics.imports.files.inspected import Found, FoundMatch, FoundTournament, Refused, Wish
from analytics.imports.files.read import digest_of
from analytics.imports.files.sandbox import _gathered, look_apart
from analytics.imports.problem import Problem
from analytics.imports.tournament import Source
from analytics.tournaments.compare import compare
from engine.record.notation.read import read
from tests.analytics.imports.samples import LEAGUE, altered, sample, source
from tests.support.record import CLEAN, changed, line_of

FILES = [source("open-day.json"), Source("a.kfd", CLEAN.encode()), *map(source, LEAGUE)]


def test_the_other_process_finds_what_is_there() -> None:
    day, match, league = look_apart(FILES, {})
    assert isinstance(day.what, FoundTournament) and isinstance(league.what, FoundTournament)
    assert day.what.tournament == sample("open-day.json")
    assert day.what.compared == compare(day.what.tournament)
    assert day.what.kept == (FILES[0].data,)
    assert (league.names, league.format) == (tuple(LEAGUE), "limitless")
    assert isinstance(match.what, FoundMatch)
    assert (match.what.match, match.what.grade, match.format) == ("table-nine", "EXACT", "kfd")
    assert match.what.derived == read(CLEAN, name="a.kfd").events


def test_of_a_disputed_record_the_first_line_is_told() -> None:
    text = changed("=> ATK A 1", "=> ATK A 2")
    (found,) = look_apart([Source("a.kfd", text.encode())], {})
    assert isinstance(found.what, FoundMatch) and found.what.disputed
    assert (found.what.line, found.what.grade) == (line_of(text, "=> ATK A 2"), "DIVERGED")


def test_birth_dates_do_not_come_back() -> None:
    cup = altered("spring-cup.tdf", ("<birthdate>", "<birthdate>7 May 1971"))
    (found,) = look_apart([cup], {})
    assert isinstance(found.what, FoundTournament)
    assert b"1971" in cup.data and b"1971" not in found.what.kept[0]


def test_what_is_said_beside_a_file_counts_for_that_file() -> None:
    bad = altered(
        "open-day.json",
        ('"Cyd", "Player2": "Dov", "Result": "2-1-0"', '"Cyd", "Player2": "Dov", "Result": "two"'),
    )
    (refused,) = look_apart([bad], {})
    assert isinstance(refused.what, Refused) and refused.what.partly
    (found,) = look_apart([bad], {digest_of([bad]): Wish(accept_partial=True, name="mine")})
    assert isinstance(found.what, FoundTournament)
    assert found.what.tournament.id == "mine"
    assert found.what.problems == refused.what.problems
    assert found.what.imported.left_out == tuple(problem.say() for problem in refused.what.problems)


def test_without_time_nothing_is_read_and_everything_is_told() -> None:
    found = look_apart(FILES[:2], {}, seconds=0)
    assert [one.names for one in found] == [("open-day.json",), ("a.kfd",)]
    assert all(isinstance(one.what, Refused) for one in found)


def steps() -> list[Step]:
    return list(look(FILES, {}))


def keys(found: list[Found]) -> dict[str, list[str]]:
    """What was refused, and why, by the names of the files."""
    return {
        ", ".join(one.names): [problem.key for problem in one.what.problems]
        for one in found
        if isinstance(one.what, Refused)
    }


@pytest.mark.parametrize("length", range(len(steps()) + 1))
def test_wherever_it_ends_every_file_is_told_of_once(length: int) -> None:
    found = _gathered(FILES, steps()[:length], 7)
    assert sorted(name for one in found for name in one.names) == sorted(one.name for one in FILES)


def test_the_file_at_which_it_ended_is_named() -> None:
    all_steps = steps()
    at = next(n for n, step in enumerate(all_steps) if isinstance(step, Seen))
    found = _gathered(FILES, all_steps[: at + 2], 7)
    assert keys(found) == {"a.kfd": ["gave-up"], **{name: ["not-reached"] for name in LEAGUE}}


def test_without_time_to_compare_the_tournament_is_there() -> None:
    found = _gathered(FILES, [step for step in steps() if not isinstance(step, Counted)], 7)
    assert keys(found) == {}
    assert [one.what.compared for one in found if isinstance(one.what, FoundTournament)] == [None, None]


def test_each_file_is_announced_before_it_is_read() -> None:
    begun = [step.names for step in steps() if isinstance(step, Begun)]
    groups = [("open-day.json",), ("a.kfd",), tuple(LEAGUE)]
    assert begun == [*((one.name,) for one in FILES), *groups]


def test_more_than_any_tournament_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspect, "MOST_MATCHES", 3)
    *_, last = look([source("friday.csv")], {})
    assert isinstance(last, Seen) and isinstance(last.found.what, Refused)
    (problem,) = last.found.what.problems
    assert problem == Problem("friday.csv", "", "too-many", {"matches": "3", "players": "10000"})
