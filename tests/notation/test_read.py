"""Act lines: what they mean, what may be missing, and where reading ends."""

import pytest

from engine.audit.adjudicate import adjudicate
from events.model.changes import Know
from events.model.kinds import Chose, Declared, Noted, Passed
from tests.notation.records import (
    HEAD,
    PAPER,
    PAPER_KEPT,
    acts,
    body,
    last_track,
    line_of,
    reading_of,
)

TO_TURN_4 = ("A end", "B set 月光のルチル", "B end", "A breath 加熱法", "A end", "B end")


def test_acts_become_events_with_their_consequences() -> None:
    reading = reading_of("== 1 A", "A breath 加熱法", "A end")
    assert reading.refusal is None
    assert acts(reading)[2:] == [Declared("A", "breath", ("A.16",)), Declared("A", "end")]
    assert last_track(reading, "ATK", "A") == 1
    assert last_track(reading, "V", "B") == 1


@pytest.mark.parametrize(
    "line",
    [
        "A breath 加熱法",
        "A 呼吸 加熱法",
        "A breath Heat",
        "A breath heat   # warm",
        'A breath "Heat"',
        "A breath 加熱",
        "A breath BR-B1",
        "A breath A.16",
        "  A　breath　加熱法",
        "Ａ　ｂｒｅａｔｈ　加熱法　＃ warm",
    ],
)
def test_one_act_many_spellings(line: str) -> None:
    assert acts(reading_of(line))[-1] == Declared("A", "breath", ("A.16",))


@pytest.mark.parametrize(
    "name", ["斬撃剣", "1", "001", "BR-001", "Slashing Sword", '"slashing sword"', "斬撃"]
)
def test_a_card_by_any_of_its_names(name: str) -> None:
    assert acts(reading_of(f"A use {name}"))[-1] == Declared("A", "use", ("A.1",))


def test_copies_are_interchangeable_and_the_second_use_takes_the_second_copy() -> None:
    reading = reading_of(*TO_TURN_4[:3], "A use 斬撃剣", "B pass", "A use 斬撃剣", "B pass")
    assert [act.cards for act in acts(reading) if act.verb == "use"] == [("A.1",), ("A.2",)]


@pytest.mark.parametrize(("time", "spent"), [("(0:12)", 12), ("(61:02)", 3662), ("(1:01:02)", 3662)])
def test_time_spent(time: str, spent: int) -> None:
    assert acts(reading_of(f"A end {time}"))[-1].spent == spent


def test_the_x_of_a_card() -> None:
    ward = acts(reading_of("A breath 加護法 x=1"))[-1]
    assert (ward.cards, ward.number, ward.words) == (("A.17",), 1, ())


# --- answers that are left out ------------------------------------------------------------------------


def test_a_forced_pass_is_taken_and_logged() -> None:
    """B's only face-down card answers attacks; 燐灯るエチュード is no attack."""
    reading = reading_of("A end", "B set 月光のルチル", "B end", "A use 燐灯るエチュード", "A end")
    assert reading.refusal is None
    assert Passed("B", "pass", implied=True) in acts(reading)


def test_the_forced_pass_may_be_written() -> None:
    lines = ("A end", "B set 月光のルチル", "B end", "A use 燐灯るエチュード")
    said, implied = (acts(reading_of(*lines, *more, "A end")) for more in (("B pass",), ()))
    assert (said[-2], implied[-2]) == (Passed("B", "pass"), Passed("B", "pass", implied=True))
    assert (said[:-2], said[-1]) == (implied[:-2], implied[-1])


def test_a_pass_with_nothing_to_answer_is_a_remark() -> None:
    reading = reading_of("A use 斬撃剣", "  B pass", "A end")
    assert reading.refusal is None
    assert not any(isinstance(act, Passed) for act in acts(reading))
    assert any(isinstance(event, Noted) and event.text == "B pass" for event, _ in reading.events)


def test_a_window_with_a_card_that_could_answer_is_never_left_out() -> None:
    text = body("A end", "B set 月光のルチル", "B end", "A use 斬撃剣", "  => life B 14", "A end")
    reading = reading_of("A end", "B set 月光のルチル", "B end", "A use 斬撃剣", "  => life B 14", "A end")
    assert reading.refusal is not None
    assert reading.refusal.line == line_of(text, "=> life") + 1
    assert set(reading.refusal.candidates) == {"B reveal 月光のルチル", "B pass"}
    assert reading.findings == []  # what was claimed after the missing answer cannot be judged


def test_an_answer_that_is_missing_at_the_end_is_named_before_the_claim() -> None:
    reading = reading_of("A end", "B set 月光のルチル", "B end", "A use 斬撃剣", "  => life B 14")
    assert reading.refusal is not None
    assert "B" in reading.refusal.what.en and reading.refusal.clause == "BR-5.2-4a"
    assert adjudicate(reading.events).grade == "DIVERGED"


def test_an_unknown_card_could_always_answer() -> None:
    head = PAPER + PAPER_KEPT
    reading = reading_of("A end", "B set ??", "B end", "A use 燐灯るエチュード", "A end", head=head)
    assert reading.refusal is not None and "B pass" in reading.refusal.candidates


def test_a_silent_offer_is_declined_by_the_next_act() -> None:
    lines = ("A use 燐灯るエチュード", "A end", "B breath 加熱法", "B end", "A use 斬撃剣")
    declined = reading_of(*lines, "A end")
    assert declined.refusal is None
    assert acts(declined)[-2:] == [Passed("A", "pass", implied=True), Declared("A", "end")]
    taken = reading_of(*lines, "  A glow +1", "  => damage B 1", "A end")
    assert taken.refusal is None and taken.findings == []
    assert Chose("A", "glow", number=1) in acts(taken)


def test_a_repeat_is_told_from_another_use() -> None:
    lines = ["A end", "B end"] * 3
    reading = reading_of(
        *lines,
        "A breath 加熱法",
        "A use 舞踏剣",
        "A use 舞踏剣 again",
        "A end",
        "B end",
        "A use 舞踏剣",
        "A use 斬撃剣",
    )
    assert reading.refusal is None
    assert [act.words for act in acts(reading) if act.verb == "use"] == [(), ("again",), (), ()]
    assert sum(isinstance(act, Passed) for act in acts(reading)) == 1  # the second offer, let go by


def test_an_answer_that_is_not_legal_is_refused_where_it_was_meant() -> None:
    """The window would be passed by force, but the line is plainly meant for it."""
    lines = ("A end", "B set 月光のルチル", "B end", "A use 燐灯るエチュード")
    reading = reading_of(*lines, "B reveal 月光のルチル")
    assert reading.refusal is not None and reading.refusal.clause == "BR-base-8-3"
    assert reading.refusal.candidates == ("B pass",)
    assert not any(isinstance(act, Passed) for act in acts(reading))
    assert adjudicate(reading.events).findings[-1].clause == "BR-base-8-3"


def test_a_silent_offer_that_is_taken_wrongly_is_refused_there() -> None:
    reading = reading_of("A use 燐灯るエチュード", "A end", "B end", "A use 斬撃剣", "A glow +2")
    assert reading.refusal is not None and reading.refusal.clause == "BR-OP-6"


# --- unknown cards ---------------------------------------------------------------------------------------


def paper(*lines: str):  # type: ignore[no-untyped-def]  # a Reading, named in the helper
    return reading_of(*lines, head=PAPER + PAPER_KEPT)


def test_an_unknown_card_turns_out_to_be_the_one_that_was_laid_down() -> None:
    reading = paper("A end", "B set ??", "B end", "A use 斬撃剣", "B reveal 月光のルチル", "A end")
    assert reading.refusal is None
    laid = next(act for act in acts(reading) if act.verb == "set")
    shown = next(act for act in acts(reading) if act.verb == "reveal")
    assert laid.changes == () and shown.changes == (Know(laid.cards[0], "BR-018"),)
    assert shown.cards == laid.cards


def test_an_unknown_card_cannot_be_a_third_copy() -> None:
    """A holds both 斬撃剣."""
    reading = paper("A end", "B use 斬撃剣")
    assert reading.refusal is not None and "斬撃剣" in reading.refusal.what.en
    assert isinstance(reading.events[-2][0], Noted) and reading.events[-2][0].topic == "unread"


def test_an_unknown_face_down_card_is_no_sword() -> None:
    reading = paper("A end", "B set ??", "B end", "A use 斬撃剣", "B reveal 絶対剣")
    assert reading.refusal is not None


def test_seven_unknown_cards_and_some_known() -> None:
    reading = reading_of("A end", head=PAPER + PAPER_KEPT.replace("??x7", "絶対剣 ??x5 イグノコスモス"))
    kept = [act for act in acts(reading) if act.verb == "keep"][1]
    assert len(kept.cards) == len(set(kept.cards)) == 7
    assert [know.face for know in kept.changes] == ["BR-006", "BR-007"]


def test_an_instance_may_say_what_it_is() -> None:
    reading = paper("A end", "B set B.3", "B end", "A use 斬撃剣", "B reveal B.3=月光のルチル")
    assert reading.refusal is None
    assert acts(reading)[-1].changes == (Know("B.3", "BR-018"),)


# --- where reading ends ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "column", "said", "candidate"),
    [
        ("A use 斬激剣", 7, "斬激剣", "斬撃剣"),
        ("  A use  斬激剣", 10, "斬激剣", "斬撃剣"),
        ("A us 斬撃剣", 3, "us", "use"),
        ("C use 斬撃剣", 1, "C", "A"),
        ("A", 2, "act", "use"),
        ('A use "斬撃剣', 7, "quotation", ""),
        ("A use 絶", 7, "絶", "絶対剣"),
        ("A use 斬撃剣 agian", 11, "agian", "again"),
        ("A end (0:10) (0:11)", 14, "twice", ""),
        ("A end (9:99)", 7, "(m:ss)", ""),
        ("A end (12)", 7, "(m:ss)", ""),
        ("A pay 99999999999", 7, "nine digits", ""),
        ("=> life B 99999999999", 11, "nine digits", ""),
        ("A use 斬撃剣 [BR-5.2-8]", 11, "BR-5.2-8", ""),
    ],
)
def test_a_line_that_cannot_be_read(line: str, column: int, said: str, candidate: str) -> None:
    text = body("A breath 加熱法", line, "A end")
    reading = reading_of("A breath 加熱法", line, "A end")
    problem = reading.refusal
    assert problem is not None
    assert (problem.line, problem.column) == (text.split("\n").index(line) + 1, column)
    assert said in problem.what.en and problem.what.ja != problem.what.en
    assert candidate == "" or candidate in problem.candidates
    assert len(acts(reading)) == 3  # up to the line, and no further
    unread, record = (event for event, _ in reading.events[-2:])
    assert isinstance(unread, Noted) and (unread.topic, unread.line) == ("unread", problem.line)
    assert record == Noted("record", text)
    assert adjudicate(reading.events).grade == "DIVERGED"


def test_a_name_that_could_be_several_cards_lists_them() -> None:
    reading = reading_of("A use マ")
    assert reading.refusal is not None
    reading = reading_of("A end", "B end", "A use 絶対", "A end")
    assert reading.refusal is not None and reading.refusal.clause  # 絶対剣 it is, and A has none


@pytest.mark.parametrize(
    ("lines", "clause", "candidate"),
    [
        (("A use 闇黒剣",), "BR-5.2-2a", "A use 斬撃剣"),
        (("A use 斬撃剣", "A use 闇黒剣"), "BR-5.2-2a", "A end"),
        (("A use 月光のルチル",), "BR-4.2", "A set 月光のルチル"),
        (("A end", "A end"), "BR-base-7-1", "B end"),
        (("A breath 加護法",), "BR-base-3-4", "A breath 加護法 x=1"),
        (("A set 斬撃剣",), "BR-4.4-1", "A set 霧紡ぎのパール"),
    ],
)
def test_an_act_that_the_rules_refuse(lines: tuple[str, ...], clause: str, candidate: str) -> None:
    reading = reading_of(*lines, "A end")
    problem = reading.refusal
    assert problem is not None and problem.clause == clause
    assert candidate in problem.candidates
    assert f"[{clause}]" in problem.what.en and f"[{clause}]" in problem.what.ja
    assert len(acts(reading)) == 2 + len(lines) - 1
    finding = adjudicate(reading.events).findings[-1]
    assert (finding.kind, finding.clause, finding.line) == ("refused", clause, problem.line)


@pytest.mark.parametrize(
    ("line", "said"),
    [("A use", "A may not use …: it names 0 cards"), ("A use A.99", "there is no card A.99 in this match")],
)
def test_a_refusal_calls_what_is_missing_as_it_was_written(line: str, said: str) -> None:
    reading = reading_of(line)
    assert reading.refusal is not None and said in reading.refusal.what.en


def test_signs_in_full_width_are_read_except_in_quotation_marks() -> None:
    wide = reading_of("＝＝　１　Ａ", "Ａ　終了　（０：１２）", '！　裁定　"注意！"　ｂｙ　審判')
    plain = reading_of("== 1 A", "A 終了 (0:12)", '! 裁定 "注意！" by 審判')
    assert wide.refusal is None
    assert wide.events[:-1] == plain.events[:-1]  # all but the text itself
    kept = reading_of(head=PAPER + "A keep " + " ".join(["？？"] * 7) + "\nB keep ？？x7\n")
    assert kept.refusal is None and len(acts(kept)) == 2


def test_what_can_be_said_of_too_few_copies() -> None:
    reading = reading_of(head=HEAD + "A keep 斬撃剣x3 舞踏剣 闇黒剣 月光のルチル 霧紡ぎのパール\n")
    assert reading.refusal is not None and "3 times" in reading.refusal.what.en


def test_no_act_after_the_end() -> None:
    reading = reading_of("A end", "! agreed-end A", "B end")
    assert reading.refusal is not None and reading.refusal.clause == "BR-base-10-4"
    assert adjudicate(reading.events).winner == "A"
