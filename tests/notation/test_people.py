"""Fouls, rulings, and ends that people agree on."""

from pathlib import Path

import pytest

import kifuda
from engine.audit.adjudicate import adjudicate
from engine.audit.verdict import LEGAL, OTHERWISE
from engine.games.registry import RULESETS
from engine.record.match import Match
from engine.record.notation.line.rulings import OFFER
from engine.record.notation.read import Reading, read
from engine.record.notation.write import write
from engine.text.sentence import clause_text, sentence
from events.model.changes import Move, Set
from events.model.kinds import Declared, Ended, Fouled, Noted, Ruled
from kifuda.bots.simulate import simulate
from tests.notation.records import HEAD, KEPT, acts, last_track, reading_of
from tests.support.play import RULES

SAMPLES = Path(kifuda.__file__).with_name("samples")


def people(*lines: str) -> list[object]:
    reading = reading_of(*lines)
    assert reading.refusal is None, reading.refusal.say()
    return [event for event, _ in reading.events if isinstance(event, Fouled | Ruled)]


def test_a_foul_is_noted_and_changes_nothing() -> None:
    (foul,) = people("! illegal A use 闇黒剣 [BR-5.2-2a]", "A end")
    assert isinstance(foul, Fouled)
    assert (foul.seat, foul.act, foul.clause) == ("A", "use 闇黒剣", "BR-5.2-2a")
    for word in ("foul", "反則", "違反"):
        reading = reading_of(f"! {word} A use 闇黒剣", "A end")
        assert adjudicate(reading.events).grade == "CONSISTENT"
        assert [finding.kind for finding in adjudicate(reading.events).findings] == ["foul"]
        assert "! illegal A use 闇黒剣" in write(reading.events, reading.match)


def test_a_noted_foul_that_was_none_is_told_and_leaves_the_grade_alone() -> None:
    for line in ("! illegal A end [BR-base-7-1]", "! 違反 A 終了"):
        verdict = adjudicate(reading_of(line, "A end").events)
        (finding,) = verdict.findings
        assert (verdict.grade, finding.kind, finding.code) == ("CONSISTENT", "foul", LEGAL)
        assert "but the rules allow this act here" in finding.what.en and "認められている" in finding.what.ja


def test_an_act_of_a_card_that_nobody_saw_is_left_to_those_who_noted_it() -> None:
    (finding,) = adjudicate(reading_of("A end", "! illegal B set ??", "B end").events).findings
    assert finding.code == ""
    (finding,) = adjudicate(reading_of('! illegal A "talked to the audience"', "A end").events).findings
    assert finding.code == ""


def test_a_ruling_may_set_a_value() -> None:
    lines = ('! ruling life B 12 by "Ilse, head judge" [BR-base-4-1]', "=> life B 12", "A end")
    (ruling,) = people(*lines)
    assert isinstance(ruling, Ruled)
    assert (ruling.remedy, ruling.by, ruling.clause) == ("life B 12", "Ilse, head judge", "BR-base-4-1")
    assert ruling.changes == (Set("life", "B", 12),)
    reading = reading_of(*lines)
    assert last_track(reading, "life", "B") == 12 and reading.findings == []
    assert adjudicate(reading.events).grade == "AMENDED"


def test_a_ruling_may_move_a_card() -> None:
    (ruling,) = people("! 裁定 A.3 to discard A 裁定者 審判", "=> 舞踏剣 in discard A")
    assert isinstance(ruling, Ruled)
    assert ruling.changes == (Move("A.3", "hand.A", "discard.A"),)
    assert ruling.by == "審判"


def test_a_ruling_that_decides_the_match_ends_it() -> None:
    """BR-base-10-1"""
    reading = reading_of('! ruling life B 0 by "Ilse"')
    (at,) = (seq for seq, (event, _) in enumerate(reading.events) if isinstance(event, Ruled))
    end, cause = reading.events[at + 1]
    assert isinstance(end, Ended) and (end.winner, cause) == ("A", at)
    verdict = adjudicate(reading.events)
    assert (verdict.grade, verdict.winner, verdict.reason) == ("AMENDED", "A", "life")
    first = write(reading.events, "m-1")
    assert write(read(first).events, "m-1") == first
    late = reading_of('! ruling life B 0 by "Ilse"', "A end").refusal
    assert late is not None and late.clause == "BR-base-10-1"


def test_a_ruling_after_the_end_is_told_to_leave_the_result() -> None:
    """BR-base-10-1. For another one it stands where the match was still on."""
    ended = ('! ruling life A 0 by "Ilse"',)
    reading = reading_of(*ended, '! ruling life A 9 by "Ilse"', '! ruling "talked" by "Ilse"')
    verdict = adjudicate(reading.events)
    assert (verdict.grade, verdict.winner, last_track(reading, "life", "A")) == ("AMENDED", "B", 9)
    first, second, third = (finding.what for finding in verdict.findings)
    assert first.en == "A ruling changed the match, by Ilse: life A 0"
    assert (
        "the result stays" in second.en and "is taken back" in second.en and "結果は変わらない" in second.ja
    )
    assert third.en == 'A ruling that changes nothing on the table, by Ilse: "talked"'
    instead = reading_of("! illegal B end", '! ruling life A 9 by "Ilse"', "! agreed-end A")
    assert adjudicate(instead.events).winner == "A"


def test_a_ruling_stands_below_what_is_left_out_above_it_whatever_follows() -> None:
    """A might spend 燐光 on the sword of B."""
    sample = SAMPLES / "blade-rondo" / "kitchen-table-glow.kfd"
    above, used, _ = sample.read_text("utf-8").partition("B use イグノコスモス")
    ruling = '! ruling life A 9 by "Ilse"'

    def below(*lines: str) -> Reading:
        return read("\n".join([above + used, ruling, *lines, ""]))

    for line in ("", "B end", "=> life A 9", "== 2 B", "no line", "! illegal A end"):
        assert _before(below(line)) == "Resolved", line
    answered = below("A pass")
    assert _before(answered) == "Determined"
    assert write(answered.events, answered.match).split("\n")[-3:-1] == [ruling, "  A pass"]


def _before(reading: Reading) -> str:
    """The kind of the event before the ruling."""
    kinds = [type(event).__name__ for event, _ in reading.events]
    return kinds[kinds.index("Ruled") - 1]


@pytest.mark.parametrize("line", ["A end", "=> life B 3"])
def test_a_ruling_above_the_line_at_which_reading_ends_is_kept(line: str) -> None:
    """B has to answer: neither line can be taken. What a judge has decided was decided all the same."""
    attack = ("A breath 加熱法", "A end", "B set 霧紡ぎのパール", "B end", "A use 斬撃剣")
    reading = reading_of(*attack, '! ruling life B 9 by "Ilse"', line)
    assert reading.refusal is not None and reading.refusal.text == line
    assert last_track(reading, "life", "B") == 9
    assert [finding.kind for finding in adjudicate(reading.events).findings] == ["ruling", "refused"]


def test_an_end_that_a_record_lacks_after_a_ruling_is_a_finding() -> None:
    events = reading_of('! ruling life B 0 by "Ilse"').events
    verdict = adjudicate([one for one in events if not isinstance(one[0], Ended)])
    assert [finding.kind for finding in verdict.findings] == ["ruling", "incomplete"]
    (ruling,) = (one for one in events if isinstance(one[0], Ruled))
    played = reading_of("A end").events
    act = next(seq for seq, (event, _) in enumerate(played) if getattr(event, "verb", "") == "end")
    verdict = adjudicate([*played[:act], ruling, *played[act:]])
    assert (verdict.grade, verdict.reason) == ("DIVERGED", "life")


def test_who_had_lost_before_a_ruling_is_judged_when_the_rules_say() -> None:
    """BR-base-10-5: in the middle of an attack life may be 0 for a while."""
    reading = reading_of("A end")
    game = Match(reading.events).game(len(reading.events) - 1)
    game.table.apply(Ruled("", "", changes=(Set("life", "A", 0),)))
    assert not game.remark(Ruled("life B 9", "Ilse", changes=(Set("life", "B", 9),)))
    assert game.remark(Ruled("life B 0", "Ilse", changes=(Set("life", "B", 0),))) == [] and game.ask


def test_a_ruling_in_words_changes_nothing() -> None:
    (ruling,) = people('! ruling "life is hard" by Ilse')
    assert isinstance(ruling, Ruled)
    assert (ruling.remedy, ruling.changes) == ('"life is hard"', ())


def test_ends() -> None:
    reading = reading_of("A end", "! agreed-end B")
    assert acts(reading)[-1] == Declared("table", "agreed-end", targets=("B",))
    assert adjudicate(reading.events).winner == "B"
    draw = adjudicate(reading_of("A end", "! 合意終了").events)
    assert (draw.winner, draw.reason) == ("", "agreed")


def test_a_concession_ends_the_match_only_by_setting() -> None:
    refused = reading_of("A end", "A concede")
    assert refused.refusal is not None and refused.refusal.clause == "BR-base-10-3"
    assert "“! concede A” notes the offer" in refused.refusal.what.en
    house = HEAD.replace("[known]", "[settings]\nconcession_ends_match = true\n[known]")
    for line in ("! concede A", "A concede", "A 投了"):
        reading = reading_of("A end", line, head=house + KEPT)
        assert reading.refusal is None and adjudicate(reading.events).winner == "B"


def test_a_concession_alone_is_an_offer_and_the_match_goes_on() -> None:
    """BR-base-10-3"""
    reading = reading_of("A end", "! 投了 A", "B end", "! agreed-end B")
    assert reading.refusal is None
    (offer,) = [event for event, _ in reading.events if isinstance(event, Noted) and event.topic == OFFER]
    assert (offer.by, offer.clause) == ("A", "BR-base-10-3")
    for language, said in (("en", "A offers to concede"), ("ja", "Aが投了を申し出る")):
        assert said in sentence(offer, None, RULES, language)
    verdict = adjudicate(reading.events)
    assert (verdict.grade, verdict.winner, verdict.reason) == ("CONSISTENT", "B", "agreed")
    first = write(reading.events, "m-1")
    assert "! 投了 A" in first and write(read(first).events, "m-1") == first


def test_a_house_rule_is_named_where_it_overrides_the_clause_that_is_cited() -> None:
    """BR-base-10-3: the end by setting is not explained by a clause that says the opposite."""
    text = clause_text(RULES, "BR-base-10-3", "en", settings={"concession_ends_match": True})
    assert text.endswith("(In this match the setting concession_ends_match = true decides.)")
    proposed = clause_text(RULES, "BR-base-10-3", "en", settings={"concession_ends_match": False})
    assert proposed == RULES.clauses["BR-base-10-3"].en


def test_time_is_noted() -> None:
    reading = reading_of("A end", "! time")
    assert Noted("time", "! time", len(HEAD.split("\n")) + 3) in [event for event, _ in reading.events]


def test_what_is_decided_behind_a_line_that_was_not_read_is_told() -> None:
    """Whoever keeps the record goes on where the reading ended."""
    events = reading_of("A breath 加熱法", "A use 絶対剣").events
    foul = Fouled("A", "use 絶対剣", "BR-5.2-2a", 0)
    ruling = Ruled("life A 14", "Kei", "BR-5.2-2a", 0, (Set("life", "A", 14),))
    verdict = adjudicate([*events, (foul, None), (ruling, None)])
    assert verdict.grade == "DIVERGED"
    assert [found.kind for found in verdict.findings][-2:] == ["foul", "ruling"]
    assert "Kei" in verdict.findings[-1].what.en and "判定できる範囲より後" in verdict.findings[-1].what.ja


@pytest.mark.parametrize("line", ["! time", "! 時間切れ", "! time-called", "! 時間終了"])
def test_time_that_is_called_ends_a_match_of_forty_minutes(line: str) -> None:
    """FE-base-10-4, FE-OP-29"""
    (match,) = simulate(RULESETS["fertcg@web"], matches=1, seed=3, players=("heuristic", "heuristic"))
    lines = write(list(match.derived), match.id).split("\n")
    end = next(index for index, text in enumerate(lines) if text.startswith("== 2 "))
    reading = read("\n".join([*lines[:end], line]))
    assert reading.refusal is None and acts(reading)[-1] == Declared("table", "time-called")
    verdict = adjudicate(reading.events)
    assert (verdict.grade, verdict.winner, verdict.reason) == ("EXACT", "", "time")
    assert read("\n".join([*lines[:end], line, *lines[end:]])).refusal is not None


def test_words_of_a_judge_leave_the_grade_alone() -> None:
    for line in ('! ruling "a warning" by Kei', "! ruling life B 15 by Kei"):
        verdict = adjudicate(reading_of(line, "A end").events)
        (finding,) = verdict.findings
        assert (verdict.grade, finding.kind) == ("CONSISTENT", "ruling")
        assert "changes nothing" in finding.what.en and "変えない" in finding.what.ja


def test_a_foul_under_the_wrong_clause_is_told_with_the_right_one() -> None:
    (finding,) = adjudicate(reading_of("! illegal A use 闇黒剣 [BR-4.3]", "A end").events).findings
    assert (finding.code, finding.clauses) == (OTHERWISE, ("BR-4.3", "BR-5.2-2a"))
    assert "not BR-4.3 that refuses this act here, but BR-5.2-2a" in finding.what.en
    for foul in ("A use 闇黒剣 [BR-5.2-2a]", "A use 闇黒剣", "B use 闇黒剣 [BR-4.3]"):
        (finding,) = adjudicate(reading_of(f"! illegal {foul}", "A end").events).findings
        assert finding.code == ""


def test_what_people_said_is_written_back() -> None:
    lines = ("! illegal A use 闇黒剣 [BR-5.2-2a]", '! ruling life B 12 by "Ilse"', "A end", "! time")
    first = write(reading_of(*lines).events, "m-1")
    assert [line for line in first.split("\n") if line.startswith("! ")] == [lines[0], lines[1], lines[3]]
    assert write(read(first).events, "m-1") == first


@pytest.mark.parametrize(
    ("line", "candidate"),
    [
        ("!", "ruling"),
        ("! rulling life B 12 by Ilse", "ruling"),
        ("! illegal A", ""),
        ("! illegal C use 闇黒剣", "A"),
        ("! illegal A use 闇黒剣 [BR-5.2-2c]", "BR-5.2-2a"),
        ("! ruling life B 12", ""),
        ("! ruling by Ilse", ""),
        ("! ruling life B 12 by", ""),
        ('! ruling life B 12 by ""', ""),
        ('! ruling life B 12 by "　 "', ""),
        ('! ruling life B 12 by "Ilse" (0:0', ""),
        ('! ruling life B 12 by "Ilse" and 4 more', ""),
        ("! ruling life B 12 by Ilse (0:05)", ""),
        ("! ruling A.3 to discard by Ilse", "A"),
        ("! ruling life B seven by Ilse", ""),
        ("! ruling lfe B 12 by Ilse", "life"),
        ("! ruling a warning by Ilse", ""),
        ("! ruling life B 16 by Ilse", ""),
        ("! ruling life B -3 by Ilse", ""),
        ("! ruling 斬撃剣 to discard A by Ilse", "A.1"),
        ("! ruling A.3 to discart A by Ilse", "discard"),
        ("! concede", "A"),
        ("! agreed-end C", "A"),
    ],
)
def test_what_cannot_be_taken_ends_the_reading(line: str, candidate: str) -> None:
    reading = reading_of("A breath 加熱法", line, "A end")
    assert reading.refusal is not None and reading.refusal.text == line
    assert candidate == "" or candidate in reading.refusal.candidates
    assert len(acts(reading)) == 3
    assert adjudicate(reading.events).grade == "DIVERGED"
