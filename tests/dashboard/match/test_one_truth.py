"""Wherever a dispute is told, it is the same one: event, both values and cause.

``KIFUDA_DISPUTES=200`` makes as many a game; the suite makes few.
"""

import os
import random
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pypdf import PdfReader

from dashboard.app.language import TEXTS
from dashboard.match.audit.ruling_sheet import sheet
from dashboard.match.dispute_text import DisputeText, dispute_text
from dashboard.match.finding_markers import finding_markers
from dashboard.match.replay.frames import frames
from engine.audit.verdict import Finding
from engine.games.registry import RULESETS
from engine.kernel.table import Table
from engine.record.match import Match
from events.model.changes import Move, Set
from events.model.kinds import ACTS, AnyAct, Declared, Derived, Happened, Noted
from kifuda.bots.simulate import simulate
from kifuda.cli.match.findings import as_data
from tests.support.effort import LONG

NUMBER = int(os.environ.get("KIFUDA_DISPUTES", "4" if LONG else "2"))
SAMPLES = sorted((Path(__file__).parents[3] / "kifuda" / "samples").rglob("*.kfd"))
GAMES = sorted({rules.game: id for id, rules in RULESETS.items()}.values())
SPACE = re.compile(r"\s")


def printed(match: Match, finding: Finding) -> str:
    """The text of the ruling sheet, without any spaces: a line may end anywhere."""
    data = sheet(match, match.verdict, finding, leaf="", language="en")
    return SPACE.sub("", "".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages))


def replayed(match: Match, finding: Finding) -> dict[str, Any]:
    """What the replay tells of a finding, on the page as in the file."""
    markers = finding_markers(match, match.verdict)
    data = frames(match, match, markers, language="en", near="", sees_all=True)
    told: dict[str, Any] = data["marks"][match.verdict.findings.index(finding)]
    return told


def tell(match: Match, finding: Finding) -> DisputeText | None:
    """What the page tells; fails where ``audit --json``, the sheet or the replay tells something else."""
    told = dispute_text(match, finding, "en")
    data = as_data(match.id, match.verdict, match)
    one = data["findings"][match.verdict.findings.index(finding)]
    if told is None:
        assert one["dispute"] is None
        return None
    assert one["seq"] == told.seq
    on_paper = printed(match, finding)
    assert f"event#{min(told.seq, len(match) - 1)}" in on_paper
    for side in (told.recorded, told.ruled):
        assert SPACE.sub("", side) in on_paper
    if one["dispute"]["about"][0] in ("track", "count"):
        assert (told.recorded, told.ruled) == (one["dispute"]["recorded"], one["dispute"]["ruled"])
    cause = told.reasons[0].seq if told.reasons else None
    assert cause == one["dispute"]["cause"]
    if cause is not None:
        assert SPACE.sub("", f"#{cause}{TEXTS['dispute.cause'].en}:{told.reasons[0].text}") in on_paper
    marked = replayed(match, finding)["dispute"]
    assert (marked["key"], marked["about"]) == (one["dispute"]["about"], told.about)
    assert (marked["recorded"], marked["ruled"]) == (told.recorded, told.ruled)
    assert [tuple(reason) for reason in marked["reasons"]] == [*told.reasons]
    return told


@pytest.mark.sampled(11)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_of_every_sample_all_tell_the_same(path: Path) -> None:
    match = Match.read(path)
    for finding in match.verdict.findings:
        tell(match, finding)


def test_the_forgotten_poison_is_the_cause_of_the_wrong_life() -> None:
    match = Match.read(next(path for path in SAMPLES if path.stem == "disputed-forgotten-poison"))
    told = tell(match, match.verdict.findings[0])
    assert told is not None
    assert (told.about, told.recorded, told.ruled) == ("life, B (Jun)", "13", "12")
    assert told.reasons[0].change == "13 → 12" and "Poison" in told.reasons[0].text


@pytest.mark.parametrize(
    ("name", "card", "cause", "needs"),
    [
        ("disputed-overspent", "お気の毒の刃", "pays 2 for 加護法", "1 more needed"),
        ("disputed-spent-attacker", "吸血鬼の給仕", "pays 1 power card for 吸血鬼の給仕", "1 more needed"),
        ("disputed-checked-twice", "小鳥遊メイ", "小鳥遊メイ of A (Aki) is Checked", "is Checked"),
        ("disputed-fifth-summon", "獣の逆襲", "森の古き王 comes onto the field", "another turn"),
        ("disputed-fourth-chip", "蒼原の軽騎兵", "", "of the three of this turn 3 are left"),
    ],
)
def test_of_a_refused_act_it_is_told_what_it_needs_and_since_when_that_is_gone(
    name: str, card: str, cause: str, needs: str
) -> None:
    """Four chips are more than there ever are: nothing made that impossible."""
    match = Match.read(next(path for path in SAMPLES if path.stem == name))
    (finding,) = match.verdict.findings
    told, found = tell(match, finding), match.dispute(finding)
    assert told is not None and found is not None and found.cause == (told.reasons[0].seq if cause else None)
    assert needs in told.ruled and told.ruled.endswith(f"[{finding.clause}]")
    assert cause in (match.sentence(told.reasons[0].seq) if told.reasons else "")
    kind, *cards = found.about
    assert (kind, [match.table(finding.seq).face[one] for one in cards]) == ("act", [face_of(match, card)])


def face_of(match: Match, name: str) -> str:
    cards = match.installed.sets[match.opened.cards].cards
    return next(id for id, card in cards.items() if card.name.ja == name)


def acts_once_more(match: Match) -> Iterator[tuple[AnyAct, int, int]]:
    """Acts with a card of the hand that has left it when the same player is next asked for such an act: the
    act, where it would stand again, and the event by which the card left."""
    left: dict[tuple[str, str], int] = {}
    done: dict[tuple[str, str], list[Declared]] = {}
    table = Table()
    for seq, event in enumerate(match.events):
        if isinstance(event, Declared) and event.cards:
            hand, of = f"hand.{event.seat}", (event.seat, event.verb)
            for act in done.get(of, ()):
                if (hand, act.cards[0]) in left:
                    yield act, seq, left[hand, act.cards[0]]
            if table.place[event.cards[0]] == hand:
                done.setdefault(of, []).append(event)
        for change in getattr(event, "changes", ()):
            if isinstance(change, Move):
                left.pop((change.place, change.card), None)
                left[change.origin, change.card] = seq
        table.apply(event)


@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_has_left_the_hand_is_refused_because_of_that(game: str) -> None:
    rules, chance, told_of = RULESETS[game], random.Random(game), 0
    for played in simulate(rules, matches=NUMBER // 2, seed=9):
        again = list(acts_once_more(Match(played.derived)))
        for act, at, expected in chance.sample(again, k=min(len(again), 1)):
            match = Match([*played.derived[:at], (act, None)], id="disputed")
            finding = match.verdict.divergence
            assert finding is not None and (finding.seq, finding.kind) == (at, "refused")
            told, found = tell(match, finding), match.dispute(finding)
            assert told is not None and found is not None
            assert found.about == ("act", *act.cards)
            assert told.reasons[0].seq == expected
            told_of += 1
    assert told_of or "hand" not in {zone.id for zone in rules.zones}


def moments(derived: list[Derived]) -> list[int]:
    """Where a claim may be written: behind all that follows from an act."""
    return [seq for seq, (event, _) in enumerate(derived) if seq > 1 and isinstance(event, ACTS)]


def changes_of(derived: list[Derived], track: str, seat: str) -> list[tuple[int, int | None, int]]:
    """Every event by which a number changed, the one that set it first included: seq, before, after."""
    table, found = Table(), []
    before: int | None = None
    for seq, (event, _) in enumerate(derived):
        table.apply(event)
        after = table.tracks.get((track, seat))
        if after is not None and after != before:
            if seq:
                found.append((seq, before, after))
            before = after
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_claim_that_does_not_hold_is_told_with_its_cause(game: str) -> None:
    """In a simulated match somebody writes down a number that was right once, or never."""
    rules, chance, told_of = RULESETS[game], random.Random(game), 0
    tracks = [track.id for track in rules.tracks if track.shown]
    for played in simulate(rules, matches=NUMBER, seed=7):
        derived = list(played.derived)
        at = chance.choice(moments(derived))
        track, seat = chance.choice(tracks), chance.choice(rules.seats)
        history = changes_of(derived[:at], track, seat)
        value = history[-1][2] if history else 0
        once = [before for _, before, _ in history if before not in (None, value)]
        wrong = once[-1] if once and chance.random() < 0.7 else value + 1
        claim = Noted("claim", f"{track} {seat} {wrong}")
        later = (
            (event, cause if cause is None or cause < at else cause + 1) for event, cause in derived[at:]
        )
        match = Match([*derived[:at], (claim, None), *later], id="disputed")
        finding = match.verdict.divergence
        assert finding is not None and finding.seq == at and finding.kind == "claim"
        told = tell(match, finding)
        assert told is not None and (told.recorded, told.ruled) == (str(wrong), str(value))
        lost = [seq for seq, before, _ in history if before == wrong]
        changed = [seq for seq, _, _ in history]
        expected = lost[-1] if lost else changed[-1] if changed else None
        assert (told.reasons[0].seq if told.reasons else None) == expected
        told_of += 1
    assert told_of == NUMBER


@pytest.mark.parametrize("game", GAMES)
def test_another_number_in_an_event_is_told_as_this_number(game: str) -> None:
    rules, chance = RULESETS[game], random.Random(game)
    for played in simulate(rules, matches=NUMBER, seed=8):
        derived = list(played.derived)
        changed = [
            (seq, event)
            for seq, (event, _) in enumerate(derived)
            if isinstance(event, Happened) and [type(one) for one in event.changes] == [Set]
        ]
        if not changed:
            continue
        at, event = chance.choice(changed)
        right = event.changes[0]
        assert isinstance(right, Set)
        wrong = msgspec.structs.replace(right, value=right.value + 1)
        derived[at] = msgspec.structs.replace(event, changes=(wrong,)), derived[at][1]
        match = Match(derived, id="disputed")
        finding = match.verdict.divergence
        assert finding is not None and finding.seq == at
        told = tell(match, finding)
        assert told is not None and (told.recorded, told.ruled) == (str(right.value + 1), str(right.value))
        course = match.common_course
        assert course.last(at) == at - 1
        assert course.ruled(at).state() == match.table(at - 1).state()


def test_record_and_rules_are_compared_right_after_what_both_have() -> None:
    """No difference is made of what one side has not come to yet: at every event of a claimed match, the
    tables are the same."""
    match = Match.read(next(path for path in SAMPLES if path.stem == "disputed-forgotten-poison"))
    course = match.common_course
    for seq in range(len(match)):
        assert course.ruled(seq).state() == match.table(course.last(seq)).state()
