"""Hanabi: its rules by cases and play, what each seat may see, and logs of real games."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from analytics.imports.formats.format import MatchFormat, Options
from analytics.imports.formats.registry import recognise
from analytics.imports.prepared import Record
from analytics.imports.problem import BadFile
from analytics.imports.source import Source
from engine.audit.adjudicate import adjudicate
from engine.games.registry import RULESETS
from engine.kernel.deal import Deal
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import fold
from engine.record.session import Policy, Session
from events.model.kinds import Declared, Noted, Opened, Shuffled
from events.view.view import view
from examples.conformance import check_clauses, check_matches, check_views
from kifuda.bots.simulate import simulate
from kifuda.conformance.play import played

LOGS = sorted((Path(__file__).parent / "logs").glob("*.log"))
PLAYERS = {"hanabi@2014": 2, "hanabi@2014-3p": 3, "hanabi@2014-4p": 4, "hanabi@2014-5p": 5}
TESTED = ("HA-SETUP-1", "HA-SEE-2", "HA-SEE-8", "HA-SEE-9")
"""Clauses that the tests below show."""


@pytest.fixture
def rules() -> Ruleset:
    return RULESETS["hanabi@2014"]


def read(data: bytes, name: str = "game.log", **settings: bool | int | str) -> Record:
    source = Source(name, data)
    format = recognise(source)
    assert isinstance(format, MatchFormat) and format.name == "hanabi-data"
    return format.read(source, Options(settings=settings))


def test_every_clause_is_shown_and_cited(rules: Ruleset) -> None:
    check_clauses(rules, tested=TESTED)


@pytest.mark.parametrize("edition", PLAYERS)
def test_whole_matches_are_played_and_judged(edition: str) -> None:
    matches = list(simulate(RULESETS[edition], matches=2, seed=5))
    assert {len(match.derived[0][0].players) for match in matches} == {PLAYERS[edition]}
    check_matches(matches)
    check_views(RULESETS[edition], matches[0].derived)
    mean = sum(adjudicate(match.derived).scores["table"] for match in matches) / len(matches)
    assert mean > 12  # the players talk to each other


def test_random_players_are_judged_as_well(rules: Ruleset) -> None:
    matches = list(simulate(rules, matches=8, seed=3, players=("random", "random")))
    check_matches(matches)
    assert {adjudicate(match.derived).reason for match in matches} == {"strikes"}


# --- what a seat may know ------------------------------------------------------------------------------


def twins(rules: Ruleset) -> Iterator[tuple[Session, Session]]:
    """Two matches that differ in the faces of two cards in A's hand, before any clue to A has told them
    apart."""
    (match,) = simulate(rules, matches=1, seed=11)
    shuffled = next(event for event, _ in match.derived if isinstance(event, Shuffled))
    opened = match.derived[0][0]
    assert isinstance(opened, Opened)
    order = list(shuffled.order)
    for one, other in ((0, 1), (2, 4), (1, 30), (35, 49)):
        changed = order.copy()
        changed[one], changed[other] = changed[other], changed[one]
        yield _session(rules, opened, order), _session(rules, opened, changed)


def _session(rules: Ruleset, opened: Opened, order: list[str]) -> Session:
    def shuffled(session: Session, deal: Deal) -> Shuffled:
        return Shuffled(deal.place, tuple(order), "declared")

    session = Session(rules, opened, Policy(shuffled))
    session.shuffle()
    return session


def test_what_the_own_hand_holds_shows_in_no_byte(rules: Ruleset) -> None:
    """HA-SEE-2, HA-SEE-8: neither in the view nor in what is legal."""
    for one, other in twins(rules):
        for session in (one, other):
            named = session.game.rules.sets["base"].cards[session.game.table.face["table.6"]].kind
            session.take(Declared("A", "clue", targets=("B",), words=(named,)))
        assert one.events[-3:] == other.events[-3:]
        assert view(one.events, rules, "A") == view(other.events, rules, "A")
        hand = [session.game.table.at("hand.A") for session in (one, other)]
        assert hand[0] == hand[1] and len(hand[0]) == 5  # cards keep their identities


def test_onlookers_see_hands_only_where_the_setting_says_so(rules: Ruleset) -> None:
    """HA-SEE-10; what a seat sees is the same under both."""
    (closed,), (opened,) = (
        list(simulate(rules, matches=1, seed=11, settings={"public_sees_hands": shown}))
        for shown in (False, True)
    )
    for match, shown in ((closed, False), (opened, True)):
        dealt = fold(event for event, _ in view(match.derived, rules, "")[:8])
        hands = [card for seat in rules.seats for card in dealt.at(f"hand.{seat}")]
        assert len(hands) == 10
        assert all(bool(dealt.face[card]) is shown for card in hands)
        assert not any(dealt.face[card] for card in dealt.at("deck"))
        assert list(played(rules, [match])) == []
    for seat in rules.seats:
        assert view(closed.derived, rules, seat)[1:] == view(opened.derived, rules, seat)[1:]


def test_a_remark_on_a_hand_changes_nothing_that_is_known(rules: Ruleset) -> None:
    """HA-SEE-9."""
    (match,) = simulate(rules, matches=1, seed=12)
    at = next(seq for seq, (event, _) in enumerate(match.derived) if isinstance(event, Declared))
    derived = [*match.derived[:at], (Noted("comment", "your first card is red"), None), *match.derived[at:]]
    moved = [(event, cause if cause is None or cause < at else cause + 1) for event, cause in derived]
    assert adjudicate(moved).grade == "EXACT"
    assert [event for event, _ in view(moved, rules, "A") if not isinstance(event, Noted)] == [
        event for event, _ in view(match.derived, rules, "A")
    ]


def test_a_deck_with_a_card_too_many_is_refused(rules: Ruleset) -> None:
    """HA-SETUP-1."""
    data = LOGS[0].read_bytes()
    deck = next(line for line in data.splitlines() if line.startswith(b"[("))
    spoilt = data.replace(deck, deck.replace(b"(3, 1)", b"(3, 5)"))
    with pytest.raises(BadFile, match=r"HA-SETUP-1"):
        read(spoilt)


# --- logs of real games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_real_game_is_what_the_rules_give(path: Path) -> None:
    """Every sentence of the log is checked, and the deal follows from its seed."""
    record = read(path.read_bytes(), path.name)
    verdict = record.match.verdict
    assert (record.problem, verdict.grade, verdict.findings) == (None, "EXACT", ())
    assert [one.state for one in verdict.shuffles] == ["proven"]
    assert verdict.scores == {"table": int(path.read_text().split()[-1])}
    assert record.id == f"hanabi-{path.stem.removeprefix('game')}"


def test_under_the_usual_rules_some_games_are_refused_by_their_clause() -> None:
    found = set()
    for path in LOGS:
        data = path.read_bytes()
        refused = read(data, discard_at_full="forbidden").match.verdict.divergence
        scored = read(data, score_on_strikes="zero").match.verdict.divergence
        found |= {one.clause for one in (refused, scored) if one is not None}
    assert found == {"HA-DISC-2", "HA-SCORE-2"}


def spoilt(data: bytes, old: bytes, new: bytes) -> bytes:
    assert data.count(old) >= 1
    return data.replace(old, new, 1)


def test_what_is_changed_in_a_log_is_found_with_its_line() -> None:
    data = next(path for path in LOGS if b"discards" in path.read_bytes()).read_bytes()
    lines = data.split(b"\n")
    at = next(number for number, line in enumerate(lines, start=1) if b" discards " in line)
    card = lines[at - 1].split(b" discards ")[1]
    other = b"red 5" if card != b"red 5" else b"red 1"
    changed = b"\n".join([*lines[: at - 1], lines[at - 1].replace(card, other), *lines[at:]])
    finding = read(changed).match.verdict.divergence
    assert finding is not None and (finding.kind, finding.line) == ("claim", at)
    assert finding.clause == "HA-DISC-1"


def test_another_seed_is_told_by_the_proof_of_the_shuffle() -> None:
    path = LOGS[0]
    head = path.read_bytes().split(b"\n")
    treatment = next(line for line in head if line.startswith(b"Treatment"))
    seed = treatment.split(b", ")[1].rstrip(b")\r")
    with pytest.raises(BadFile, match="deal is not possible"):
        read(spoilt(path.read_bytes(), seed + b")", b"77)"))


@pytest.mark.parametrize(
    ("end", "what"),
    [
        (b"MOVE: 0 2 0 None None None\n", "HA-END"),
        (b"something else\n", "no line of such a log"),
    ],
)
def test_reading_ends_at_what_comes_after_the_end(end: bytes, what: str) -> None:
    record = read(LOGS[0].read_bytes() + end)
    assert record.problem is not None
    assert what in record.problem.say() + record.problem.clause
    assert record.match.verdict.grade == "DIVERGED"


def test_a_log_that_is_cut_is_a_match_that_goes_on() -> None:
    data = LOGS[0].read_bytes()
    cut = data[: data.index(b"MOVE", len(data) // 2)]
    verdict = read(cut).match.verdict
    assert (verdict.grade, verdict.reason) == ("EXACT", "unfinished")


def test_a_file_without_its_beginning_is_refused() -> None:
    source = Source("x.log", b"Treatment: ('full', 12)\nno deck\n")
    format = recognise(source)
    assert isinstance(format, MatchFormat)
    with pytest.raises(BadFile, match=r"x\.log: 2:"):
        format.read(source, Options())
