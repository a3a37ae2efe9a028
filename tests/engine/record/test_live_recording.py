"""A match that is written on line by line: the same events as from a record, and nothing half-written."""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import pytest

from engine.audit.adjudicate import adjudicate
from engine.record.live_recording import NothingToTakeBack, Recording, Rejected, keeper_of
from engine.record.match import Match
from engine.record.notation.head.head import read_head
from engine.record.notation.problem import Unreadable
from engine.record.notation.read import read, read_file
from engine.record.notation.write import write
from engine.record.timeline import without_retracted
from events.log.contract import CommandReused, Conflict, LogError
from events.log.sqlite_log import SqliteLog
from events.model.kinds import ACTS, Derived, Ended, Fouled, Noted, Retracted, Ruled
from tests.notation.records import match
from tests.support.record import CLEAN

SAMPLES = [
    path
    for path in sorted((Path(__file__).parents[3] / "kifuda" / "samples").rglob("*.kfd"))
    if "\n! commit" not in path.read_text("utf-8")  # Pledged before there is a match to write on.
]
HEAD, BODY = (f"+++\n{part}" for part in CLEAN.split("+++\n")[1:])
LINES = [line for line in BODY.splitlines()[1:] if line and not line.startswith(("==", " "))]


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    with SqliteLog(tmp_path / "log.db", writing=True) as opened:
        yield opened


def begun(log: SqliteLog, head: str = HEAD + "+++\n", keeper: str = "mio") -> Recording:
    return Recording.begin(log, head, keeper=keeper, clock=count(1_760_000_000_000_000).__next__)


def again(log: SqliteLog, keeper: str) -> Recording:
    return Recording(log, "table-nine", keeper=keeper, clock=count(1_770_000_000_000_000).__next__)


def feed(recording: Recording, lines: list[str]) -> None:
    for line in lines:
        recording.write(line, size=recording.size)


def acts(derived: Sequence[Derived]) -> list[tuple[object, ...]]:
    return [
        (event.seat, event.verb, event.cards, event.targets, event.number, event.words)
        for _, event, _ in without_retracted(derived)
        if isinstance(event, ACTS)
    ]


def parts(text: str, below: int = 10**6) -> tuple[str, list[str]]:
    """Head and body of a record up to the line ``below``, without turn lines, claims and comments."""
    _, head, _ = text.split("+++\n", 2)
    body = text.split("\n")[: below - 1][head.count("\n") + 2 :]
    left_out = ("==", "=>", "#")
    lines = [line for line in body if line.strip() and not line.lstrip().startswith(left_out)]
    return f"+++\n{head}+++\n", lines


@pytest.mark.sampled(11)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_record_fed_line_by_line_is_the_record(path: Path, log: SqliteLog) -> None:
    reading = read_file(path)
    head, lines = parts(path.read_text("utf-8"), reading.refusal.line if reading.refusal else 10**6)
    recording = begun(log, head)
    known = read_head(head).known
    for line in lines:
        while recording.deal:
            parts_now = recording.deal.parts
            here = {part: faces for part, faces in known.items() if part in parts_now}
            recording.dealt(here, size=recording.size)
        recording.write(line, size=recording.size)
    grown, given = acts(log.history(reading.match)), acts(reading.events)
    # Answers behind the last line are not taken as given: the match might go on.
    assert grown == given[: len(grown)] and len(given) - len(grown) <= 3
    assert adjudicate(log.history(reading.match)).divergence is None


@pytest.mark.parametrize("seed", range(5))
def test_what_was_recorded_is_exported_and_reads_back(seed: int, log: SqliteLog) -> None:
    head, lines = parts(write(match(seed), "table-nine"))
    recording = begun(log, head)
    feed(recording, lines)
    assert recording.ended
    derived = log.history("table-nine")
    assert adjudicate(derived).grade == "EXACT"
    assert acts(read(write(derived, "table-nine")).events) == acts(derived)


def test_every_legal_act_of_the_menu_can_be_taken(log: SqliteLog) -> None:
    recording = begun(log)
    feed(recording, LINES[:4])
    for _ in range(30):
        menu = recording.menu(1000)
        if not menu:
            break
        recording.act(menu[len(menu) // 2], size=recording.size)
    assert adjudicate(log.history("table-nine")).grade == "EXACT"


def test_a_reload_finds_all_that_was_written(log: SqliteLog) -> None:
    recording = begun(log)
    feed(recording, LINES[:7])
    reloaded = again(log, "mio")
    assert reloaded.derived == recording.derived
    assert reloaded.game.ask is not None and recording.game.ask is not None
    assert reloaded.game.ask.about == recording.game.ask.about
    feed(reloaded, LINES[7:])
    assert reloaded.ended


def test_a_line_that_the_rules_refuse_names_the_clause_and_leaves_no_trace(log: SqliteLog) -> None:
    recording = begun(log)
    feed(recording, LINES[:2])
    size = log.size
    with pytest.raises(Rejected) as raised:
        recording.write("A use 絶対剣", size=recording.size)
    assert raised.value.problem.clause == "BR-5.2-2a"
    assert log.size == size == recording.size
    recording.write("A breath 加熱法", size=recording.size)


@pytest.mark.parametrize("line", ["", "# nothing", "A yell", "A use", 'A use "斬', "=> nonsense", "! hm"])
def test_a_line_that_cannot_be_read_says_why_in_both_languages(line: str, log: SqliteLog) -> None:
    recording = begun(log)
    feed(recording, LINES[:2])
    size = recording.size
    with pytest.raises(Rejected) as raised:
        recording.write(line, size=size)
    assert raised.value.problem.what.en and raised.value.problem.what.ja
    assert log.size == size == recording.size


def test_what_the_rules_refuse_can_be_recorded_as_a_foul_with_a_ruling(log: SqliteLog) -> None:
    recording = begun(log)
    feed(recording, LINES[:2])
    feed(recording, ["! illegal A use 斬撃剣 [BR-5.2-2a]", '! ruling "taken back" by "Judge Kei"'])
    events = [event for event, _ in log.history("table-nine")]
    assert isinstance(events[-2], Fouled) and events[-2].clause == "BR-5.2-2a"
    assert isinstance(events[-1], Ruled) and events[-1].by == "Judge Kei"


def test_of_lines_that_belong_together_all_are_recorded_or_none(log: SqliteLog) -> None:
    recording = begun(log)
    feed(recording, LINES[:2])
    before = recording.size
    with pytest.raises(Rejected):
        recording.write("! illegal A use 斬撃剣 [BR-5.2-2a]", "! ruling life A many", size=before)
    assert recording.size == before == log.count(recording.match)
    recording.write("! illegal A use 斬撃剣 [BR-5.2-2a]", '! ruling life A 14 by "Kei"', size=before)
    assert [type(event) for event, _ in recording.derived[before:]] == [Fouled, Ruled]


def test_a_ruling_that_decides_the_match_is_stored_with_the_end(log: SqliteLog) -> None:
    """BR-base-10-1"""
    recording = begun(log)
    feed(recording, [*LINES[:2], '! ruling life B 0 by "Kei"'])
    ruling, end = log.history(recording.match)[-2:]
    assert recording.ended and isinstance(ruling[0], Ruled)
    assert isinstance(end[0], Ended) and (end[0].winner, end[1]) == ("A", recording.size - 2)
    assert recording.take_back("misheard", size=recording.size) == recording.size - 3
    assert not recording.ended


def test_a_foul_and_a_ruling_are_taken_back_without_the_act_before_them(log: SqliteLog) -> None:
    recording = begun(log)
    feed(recording, LINES[:3])
    acts = recording.last_stated()
    feed(recording, ["! illegal A use 斬撃剣 [BR-5.2-2a]", '! ruling life A 14 by "Kei"'])
    for kind in (Ruled, Fouled):
        since = recording.take_back("of the other table", size=recording.size)
        assert isinstance(recording.derived[since][0], kind)
        assert recording.game.table.track("life", "A") == 15
    assert recording.last_stated() == acts
    feed(recording, LINES[3:])
    assert recording.ended


def test_taking_back_is_recorded_and_the_match_goes_on_from_there(log: SqliteLog) -> None:
    recording = begun(log)
    feed(recording, LINES[:3])
    before = recording.size
    recording.write("A end", size=recording.size)
    since = recording.take_back("wrong card", size=recording.size)
    assert since == before
    retracted = recording.derived[-1][0]
    assert isinstance(retracted, Retracted) and (retracted.why, retracted.by) == ("wrong card", "mio")
    assert recording.game.ask is not None and recording.game.ask.seat == "A"
    feed(recording, LINES[3:])
    verdict = adjudicate(log.history("table-nine"))
    assert verdict.grade == "AMENDED" and verdict.divergence is None


def test_acts_are_taken_back_one_by_one(log: SqliteLog) -> None:
    recording = begun(log)
    feed(recording, LINES[:4])
    taken = []
    while True:
        try:
            taken.append(recording.take_back("again", size=recording.size))
        except NothingToTakeBack:
            break
    assert len(taken) == 4 and taken == sorted(taken, reverse=True)
    feed(recording, LINES)
    assert recording.ended


def test_the_second_scorekeeper_of_a_table_is_told_and_nothing_is_lost(log: SqliteLog) -> None:
    one, other = begun(log), again(log, "ken")
    seen = other.size
    feed(one, LINES[:1])
    with pytest.raises(Conflict) as raised:
        other.write(LINES[0], size=seen)
    assert raised.value.actual == one.size == other.size
    feed(other, LINES[1:2])
    assert one.refresh() and one.derived == other.derived
    assert not one.refresh()


def test_a_line_sent_twice_counts_once(log: SqliteLog) -> None:
    recording = begun(log)
    seen = recording.size
    recording.write(LINES[0], size=seen)
    after = recording.size
    recording.write(LINES[0], size=seen)
    assert recording.size == after == log.count("table-nine")
    with pytest.raises(CommandReused):
        recording.write(
            LINES[0].replace("斬撃剣", "BR-001", 1).rsplit(" ", 1)[0] + " ガウラミアズマ", size=seen
        )
    assert recording.size == after


def test_to_begin_a_match_twice_goes_on_with_it(log: SqliteLog) -> None:
    recording = begun(log)
    feed(recording, LINES[:2])
    assert begun(log).derived == recording.derived
    with pytest.raises(LogError):
        begun(log, keeper="ken")


def test_a_broken_head_writes_nothing(log: SqliteLog) -> None:
    with pytest.raises(Unreadable, match="blade-rondo"):
        begun(log, HEAD.replace("blade-rondo@1.03", "blade-rondo@9") + "+++\n")
    assert log.size == 0


def test_each_entry_tells_who_recorded_it(log: SqliteLog) -> None:
    feed(begun(log), LINES[:1])
    feed(again(log, "ken"), LINES[1:2])
    keepers = [keeper_of(record.entry.command) for record in log.read("table-nine")]
    assert keepers[0] == "mio" and keepers[-1] == "ken"
    assert keeper_of("0" * 64 + ":3") == "" and keeper_of("sim-7:2") == ""


@pytest.mark.parametrize("keeper", ["", "a/b"])
def test_a_keeper_is_one_word(keeper: str, log: SqliteLog) -> None:
    with pytest.raises(ValueError, match="keeper"):
        begun(log, keeper=keeper)


def test_a_match_without_its_head_known_cards_is_recorded_with_unknown_ones(log: SqliteLog) -> None:
    head = HEAD.split("[known]")[0] + "+++\n"
    recording = begun(log, head)
    feed(recording, ["A keep ??x7", "B keep ??x7", "A breath 加護法 x=0", "A end"])
    assert adjudicate(log.history("table-nine")).grade == "CONSISTENT"
    recording.note("players asked for time", size=recording.size)
    assert isinstance(Match.load(log, "table-nine").events[-1], Noted)
