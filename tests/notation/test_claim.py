"""Claims and turn lines: what holds, what does not, and what cannot be understood."""

from pathlib import Path

import pytest

import kifuda
from engine.audit.adjudicate import adjudicate
from engine.games.registry import RULESETS
from engine.kernel.game import Game
from engine.record.match import Match
from engine.record.notation.line.claim import Outcome
from engine.record.notation.line.claim import check as check_claim
from engine.record.notation.line.tokens import read_line
from engine.record.notation.problem import Misread
from engine.record.notation.read import read
from engine.record.notation.write import write
from events.model.kinds import ACTS, Noted, Opened, Shuffled
from kifuda.bots.simulate import simulate
from tests.notation.records import PAPER, PAPER_KEPT, body, line_of, reading_of
from tests.support.play import RULES

SAMPLES = Path(kifuda.__file__).with_name("samples")
FIGHT = ("A breath 加熱法", "A end", "B set 霧紡ぎのパール", "B end", "A use 斬撃剣")


def check(game: Game, text: str) -> Outcome:
    """The claim, with or without its sign, against the match as it stands."""
    line = read_line(text if text.lstrip().startswith("=>") else f"=> {text}", 0)
    assert line is not None
    return check_claim(game, line)


def game_after(*lines: str, head: str | None = None) -> Game:
    """The game after the acts of a record."""
    reading = reading_of(*lines, head=head) if head else reading_of(*lines)
    assert reading.refusal is None
    opened = reading.events[0][0]
    assert isinstance(opened, Opened)
    game = Game(RULES, opened)
    game.begin()
    for event, _ in reading.events:
        if isinstance(event, (*ACTS, Shuffled)):
            game.act(event)
    return game


HOLDING = {
    "=> life B 14": (*FIGHT, "B pass"),
    "=> ライフ B 14 [BR-5.2-12]": (*FIGHT, "B pass"),
    "=> damage B 1": (*FIGHT, "B pass"),
    "=> ダメージ B 1": (*FIGHT, "B pass"),
    "=> ATK A 1": FIGHT[:1],
    "=> 攻撃力 A 1": FIGHT[:1],
    "=> V A 2": FIGHT[:4],
    "=> count hand B 6": FIGHT[:4],
    "=> 枚数 手札 B 6": FIGHT[:4],
    "=> 霧紡ぎのパール in play B": FIGHT[:4],
    "=> 霧紡ぎのパール in プレイエリア": FIGHT[:4],
    "=> B.7 in play B": FIGHT[:4],
    "=> 斬撃剣 in hand": FIGHT,
    "=> nullified": (*FIGHT, "B reveal 霧紡ぎのパール", "A refuse"),
    "=> 無効": (*FIGHT, "B reveal 霧紡ぎのパール", "A refuse"),
    "=> failed": (*FIGHT, "B reveal 霧紡ぎのパール", "A refuse"),
    "=> failed [BR-3.1-2]": (*FIGHT, "B reveal 霧紡ぎのパール", "A refuse"),
}


@pytest.mark.parametrize("claim", HOLDING)
def test_a_claim_that_holds(claim: str) -> None:
    assert check(game_after(*HOLDING[claim]), claim).holds


WRONG = {
    "=> life B 13": ("life B 14", "BR-5.2-12", (*FIGHT, "B pass")),
    "=> damage B 2": ("damage B 1", "BR-5.2-9", (*FIGHT, "B pass")),
    "=> damage A 1": ("damage A –", "BR-base-6.2-1", (*FIGHT, "B pass")),
    "=> damage B 0": ("nullified", "BR-OP-3", (*FIGHT, "B reveal 霧紡ぎのパール", "A refuse")),
    "=> ATK A 2": ("ATK A 1", "BR-base-3-3", FIGHT[:1]),
    "=> count hand B 7": ("count hand B 6", "BR-base-6.2-2", FIGHT[:4]),
    "=> 霧紡ぎのパール in hand B": (
        "霧紡ぎのパール in hand A, 霧紡ぎのパール in play B",
        "BR-base-6.2-2",
        FIGHT[:4],
    ),
    "=> B.7 in hand": ("B.7 in play B", "BR-base-6.2-2", FIGHT[:4]),
    "=> nullified": ("not nullified", "BR-5.2-0", (*FIGHT, "B pass")),
    "=> failed [BR-5.2-8]": ("failed [BR-OP-3]", "BR-OP-3", (*FIGHT, "B reveal 霧紡ぎのパール", "A refuse")),
}


@pytest.mark.parametrize("claim", WRONG)
def test_a_claim_that_does_not_hold_says_what_does_and_why(claim: str) -> None:
    ruled, clause, lines = WRONG[claim]
    outcome = check(game_after(*lines), claim)
    assert not outcome.holds
    assert outcome.ruled.startswith(ruled)
    assert outcome.clauses[0] == clause
    assert all(one in RULES.clauses for one in outcome.clauses)


def test_a_wrong_life_total_cites_every_step_that_made_it() -> None:
    outcome = check(game_after(*FIGHT, "B pass"), "life B 13")
    assert outcome.clauses == ("BR-5.2-12", "BR-5.2-9", "BR-5.2-8", "BR-5.2-7", "BR-5.2-6")


def test_the_clause_that_made_one_of_several_cards_go_elsewhere_comes_first() -> None:
    match = Match.read(SAMPLES / "aquarian-age" / "disputed-damage-pile.kfd")
    finding = match.verdict.divergence
    assert finding is not None and finding.clause == "AA-OP-6"
    assert set(finding.clauses) > {
        "AA-3-3",
        "AA-OP-6",
    }  # the cards turned up before it went by AA-3-3 as well


def test_a_claim_about_an_unknown_card_holds_as_long_as_it_could_be() -> None:
    game = game_after("A end", "B set ??", head=PAPER + PAPER_KEPT)
    assert check(game, "月光のルチル in play B").holds
    assert not check(game, "絶対剣 in play B").holds  # it was laid face down, so it is a response
    assert not check(game, "斬撃剣 in hand B").holds  # A holds both


@pytest.mark.parametrize(
    ("claim", "column", "candidate"),
    [
        ("=> lief B 14", 4, "life"),
        ("=> life C 14", 9, "B"),
        ("=> life B x", 11, ""),
        ("=> life B", 10, ""),
        ("=> life B 14 15", 14, ""),
        ("=> life B 14 [BR-5.2-99]", 14, "BR-5.2-9"),
        ("=> count hnd A 3", 10, "hand"),
        ("=> 斬激剣 in hand A", 4, "斬撃剣"),
        ("=> 斬撃剣 in hnd A", 11, "hand"),
        ("=>", 3, "nullified"),
        ("=> nullified twice", 14, ""),
    ],
)
def test_a_claim_that_says_nothing(claim: str, column: int, candidate: str) -> None:
    with pytest.raises(Misread) as raised:
        check(game_after("A end"), claim)
    assert raised.value.column == column
    assert candidate == "" or candidate in raised.value.candidates


# --- in a record -----------------------------------------------------------------------------------------


def test_reading_goes_on_after_a_wrong_claim() -> None:
    lines = (*FIGHT, "B pass", "=> life B 12", "A end", "B end", "A use 斬撃剣", "  => life B 11")
    reading = reading_of(*lines)
    assert reading.refusal is None
    assert [finding.line for finding in reading.findings] == [
        line_of(body(*lines), "life B 12"),
        line_of(body(*lines), "life B 11"),
    ]
    assert [finding.ruled for finding in reading.findings] == ["life B 14", "life B 13"]
    verdict = adjudicate(reading.events)
    assert verdict.grade == "DIVERGED"
    assert [finding.follows for finding in verdict.findings] == [False, True]
    assert [finding.seq for finding in verdict.findings] == [finding.seq for finding in reading.findings]


@pytest.mark.parametrize("id", [id for id, rules in RULESETS.items() if "agreed-end" in rules.anytime_acts])
@pytest.mark.parametrize("claim", ["damage A 5", "nullified", "A agreed-end"])
def test_a_claim_after_the_end_is_refused_for_the_end(id: str, claim: str) -> None:
    """Nothing that happened has a clause for it, and no part of a turn goes on."""
    (match,) = simulate(RULESETS[id], matches=1, seed=3, players=("random", "random"))
    text = write(list(match.derived), match.id).split("\n")
    begun = next(at for at, line in enumerate(text) if line.startswith("== 2 "))
    (finding,) = read("\n".join([*text[:begun], "! agreed-end A", f"=> {claim}"])).findings
    ended = read("\n".join([*text[:begun], "! agreed-end A", "! agreed-end A"])).refusal
    assert ended is not None and finding.clause == ended.clause


@pytest.mark.parametrize("of", ["", " [BR-5.2-12]"])
def test_a_claim_against_a_ruling_cites_the_clause_of_the_ruling_or_of_the_end(of: str) -> None:
    """BR-base-10-1: life A 0 ends the match."""
    (finding,) = reading_of(f'! ruling life A 0 by "Ilse"{of}', "=> life A 5").findings
    assert finding.clause == (of.strip(" []") or "BR-base-10-1")
    (finding,) = reading_of('! ruling life A 7 by "Ilse"', "=> life A 5").findings
    assert finding.clause == RULESETS["blade-rondo@1.03"].frame_clause


def test_a_claim_is_checked_after_all_that_follows_up_to_the_next_choice() -> None:
    reading = reading_of("A end", "=> V B 1", "=> V A 1", "B end", "=> V A 2")
    assert reading.findings == []
    claims = [event for event, _ in reading.events if isinstance(event, Noted) and event.topic == "claim"]
    assert [claim.text for claim in claims] == ["=> V B 1", "=> V A 1", "=> V A 2"]


def test_right_turn_lines_leave_no_trace_and_wrong_ones_are_findings() -> None:
    right = reading_of("== 1 A", "A end", "== 2 B", "B end", "== 3 A")
    assert right.findings == []
    assert not any(isinstance(event, Noted) and event.topic == "mark" for event, _ in right.events)
    wrong = reading_of("== 1 A", "A end", "== 3 B", "B end")
    assert [(one.kind, one.recorded, one.ruled) for one in wrong.findings] == [("mark", "3 B", "2 B")]
    assert adjudicate(wrong.events).findings[0].clause == "BR-base-5-6"


@pytest.mark.parametrize("mark", ["== B", "== 3", "==", "== B 3"])
def test_a_turn_line_that_names_no_turn(mark: str) -> None:
    reading = reading_of("A end", mark, "B end")
    assert reading.refusal is not None and reading.refusal.text == mark
    (finding,) = adjudicate(reading.events).findings
    assert finding.what == reading.refusal.what
