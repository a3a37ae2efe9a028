"""What a refused line of a record is told: the reason by the order of the rules, and what was legal instead.

Not here: refusals that a case shows (``cases/``).
"""

from engine.audit.adjudicate import adjudicate
from engine.audit.verdict import LEGAL
from engine.record.notation.problem import Problem
from engine.record.notation.read import Reading
from tests.notation.records import KFD, reading_of

UNKNOWN = KFD.format(more="", a="[]", b="[]") + "A keep ??x7\nB keep ??x7\n"
BOTH_RUTILES = (
    "A set ??", "A end", "B use 斬撃剣", "A reveal 月光のルチル", "B end",
    "A set ??", "A end", "B use 斬撃剣", "A reveal 月光のルチル", "B set ??", "B end",
    "A use 斬撃剣",
)  # fmt: skip


def refusal(reading: Reading) -> Problem:
    assert reading.refusal is not None
    return reading.refusal


def test_a_copy_that_cannot_exist_is_the_reason() -> None:
    """BR-base-3-1: both copies are known, so the face-down card is none of them."""
    problem = refusal(reading_of(*BOTH_RUTILES, "B reveal 月光のルチル", head=UNKNOWN))
    assert problem.clause == "BR-base-3-1"
    assert "every copy (2) is known and lies in" in problem.what.en
    assert "discard ×2" in problem.what.en


def test_what_was_legal_with_unknown_cards() -> None:
    problem = refusal(reading_of(*BOTH_RUTILES, "B reveal 月光のルチル", head=UNKNOWN))
    told = next(line for line in problem.candidates if line.startswith("B reveal ?? ("))
    assert "霧紡ぎのパール" in told and "封厄のアゲート" in told and "月光のルチル" not in told
    assert "B pass" in problem.candidates


def test_a_card_from_an_unknown_hand_of_which_all_copies_are_known() -> None:
    lines = ("A use 燐灯るエチュード", "A end", "B end", "A use 燐灯るエチュード", "A end")
    problem = refusal(reading_of(*lines, "B use 燐灯るエチュード", head=UNKNOWN))
    assert problem.clause == "BR-base-3-1"


def test_what_could_be_used_of_an_unknown_hand_is_listed() -> None:
    problem = refusal(reading_of("A use 絶対剣", head=UNKNOWN))
    told = next(line for line in problem.candidates if line.startswith("A use ?? ("))
    assert "斬撃剣" in told and "絶対剣" not in told  # the budget is 1


def test_a_noted_foul_that_was_none() -> None:
    """The grade stays, the finding says so."""
    verdict = adjudicate(reading_of("! illegal A end [BR-base-7-1]", "A end").events)
    (finding,) = verdict.findings
    assert (finding.kind, finding.code, verdict.grade) == ("foul", LEGAL, "CONSISTENT")
    assert "the rules allow this act here" in finding.what.en


def test_a_noted_foul_that_was_one() -> None:
    (finding,) = adjudicate(reading_of("! illegal A use 絶対剣 [BR-base-4-4]", "A end").events).findings
    assert (finding.kind, finding.code) == ("foul", "")


def test_a_ruling_that_takes_the_sealed_card_away_ends_the_ban() -> None:
    """BR-base-11-7: the name is barred while a card lies beneath アゲート."""
    lines = [
        "A end", "B set ??", "B end", "A use 斬撃剣", "B reveal 封厄のアゲート", "A end", "B end",
    ]  # fmt: skip
    barred = refusal(reading_of(*lines, "A use 斬撃剣", head=UNKNOWN))
    assert barred.clause == "BR-base-7-2"
    freed = reading_of(*lines, '! ruling 斬撃剣 to hand A by "Ilse"', "A use 斬撃剣", head=UNKNOWN)
    assert freed.refusal is None
