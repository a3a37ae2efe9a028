"""Who vouches for shuffles: a proof that holds, and every way in which one does not.

Not here: the algorithm (``test_provable``).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

import engine.shuffle.proofs
from engine.audit.adjudicate import adjudicate
from engine.audit.verdict import Verdict
from engine.games.registry import RULESETS
from engine.record.match import Match
from engine.shuffle.commitments import COMMIT, REVEAL, commit, reveal
from engine.shuffle.proofs import check_proofs
from engine.shuffle.provable import ALGORITHM
from engine.text.phrase import KERNEL
from events.model.kinds import ACTS, Chose, Derived, Ended, Noted, Opened, Retracted, Shuffled
from kifuda.bots.simulate import SimulatedMatch, simulate

RULES = RULESETS["blade-rondo@1.03"]
Events = list[Derived]


@cache
def proven() -> SimulatedMatch:
    (match,) = simulate(RULES, matches=1, seed=3, proven=True)
    return match


def judged(events: Events) -> Verdict:
    return adjudicate(events, match=proven().id)


def codes(verdict: Verdict) -> list[str]:
    return [finding.code for finding in verdict.findings]


def places(events: Events, topic: str) -> list[int]:
    return [seq for seq, (event, _) in enumerate(events) if type(event) is Noted and event.topic == topic]


def shuffle_at(events: Events) -> int:
    return next(seq for seq, (event, _) in enumerate(events) if type(event) is Shuffled)


def noted(event: object) -> Noted:
    assert isinstance(event, Noted)
    return event


# --- what holds ------------------------------------------------------------------------------------------


def test_a_proof_that_holds_is_said_to_hold() -> None:
    verdict = judged(list(proven().derived))
    assert (verdict.grade, verdict.findings) == ("EXACT", ())
    (vouched,) = verdict.shuffles
    assert (vouched.how, vouched.state, vouched.place) == (ALGORITHM, "proven", "pool")
    assert vouched.seq == shuffle_at(list(proven().derived))


def test_commitments_stand_before_the_order_and_secrets_after_the_match() -> None:
    events = list(proven().derived)
    assert [noted(events[seq][0]).by for seq in places(events, COMMIT)] == ["table", "A", "B"]
    assert max(places(events, COMMIT)) < shuffle_at(events)
    ended = next(
        seq for seq, (event, _) in enumerate(events) if type(event) is Ended and event.span == "match"
    )
    assert min(places(events, REVEAL)) > ended


def test_other_matches_say_who_vouches_for_them() -> None:
    (match,) = simulate(RULES, matches=1, seed=3)
    assert [one.state for one in adjudicate(match.derived).shuffles] == ["simulated"]
    declared = [
        (replace(event, how="declared") if type(event) is Shuffled else event, cause)
        for event, cause in match.derived
    ]
    verdict = adjudicate(declared)
    assert [one.state for one in verdict.shuffles] == ["declared"]
    assert verdict.findings == ()


def test_without_its_id_a_match_stays_unchecked() -> None:
    verdict = adjudicate(proven().derived)
    assert [one.state for one in verdict.shuffles] == ["unchecked"]
    assert verdict.findings == ()


def test_before_the_end_the_proof_is_awaited() -> None:
    events = list(proven().derived)
    verdict = judged(events[: len(events) // 2])
    assert [one.state for one in verdict.shuffles] == ["awaited"]
    assert "shuffle" not in [finding.kind for finding in verdict.findings]


def test_secrets_may_be_told_in_any_order() -> None:
    events = list(proven().derived)
    turned = events[:-3] + events[-3:][::-1]
    assert [one.state for one in judged(turned).shuffles] == ["proven"]


def test_a_proof_is_checked_where_the_rules_are_not_installed() -> None:
    events = list(proven().derived)
    opened = events[0][0]
    assert isinstance(opened, Opened)
    events[0] = (replace(opened, edition="9.99"), None)
    verdict = judged(events)
    assert (verdict.grade, [one.state for one in verdict.shuffles]) == ("OUTCOME_ONLY", ["proven"])
    assert codes(judged(events[:-1])) == ["no-reveal"]


# --- what does not ---------------------------------------------------------------------------------------


def _another_order(events: Events) -> Events:
    """Two cards that stay out of the match have changed places: no rule can tell."""
    at = shuffle_at(events)
    shuffled = events[at][0]
    assert isinstance(shuffled, Shuffled)
    order = list(shuffled.order)
    first, second = next((i, j) for i in range(30, 40) for j in range(i, 40) if order[i] != order[j])
    order[first], order[second] = order[second], order[first]
    events[at] = (replace(shuffled, order=tuple(order)), None)
    return events


def _unknown_card(events: Events) -> Events:
    at = shuffle_at(events)
    shuffled = events[at][0]
    assert isinstance(shuffled, Shuffled)
    events[at] = (replace(shuffled, order=(*shuffled.order[:-1], "")), None)
    return events


def _how(how: str) -> Callable[[Events], Events]:
    def altered(events: Events) -> Events:
        at = shuffle_at(events)
        events[at] = (replace(events[at][0], how=how), None)
        return events

    return altered


def _without(topic: str, party: str) -> Callable[[Events], Events]:
    """The note is a comment instead, so that causes stay right."""

    def altered(events: Events) -> Events:
        for seq in places(events, topic):
            if noted(events[seq][0]).by == party:
                events[seq] = (Noted("comment", ""), None)
        return events

    return altered


def _another_secret(events: Events) -> Events:
    at = places(events, REVEAL)[1]
    events[at] = (reveal(1, "A", bytes(32)), None)
    return events


def _commit_of_another_match(events: Events) -> Events:
    secret = bytes.fromhex(noted(events[places(events, REVEAL)[2]][0]).text.split()[1])
    events[places(events, COMMIT)[2]] = (commit("another-match", 1, "B", secret), None)
    return events


def _commit_after_the_shuffle(events: Events) -> Events:
    at = places(events, COMMIT)[2]
    late = events[at]
    events[at] = (Noted("comment", ""), None)
    keep = next(seq for seq, (event, _) in enumerate(events) if type(event) is Chose)
    return [*events[:keep], late, *((event, _later(cause, keep)) for event, cause in events[keep:])]


def _later(cause: int | None, since: int) -> int | None:
    return cause if cause is None or cause < since else cause + 1


def _second_commit(events: Events) -> Events:
    events[places(events, COMMIT)[1]] = (commit(proven().id, 1, "table", bytes(32)), None)
    events.append((Noted("comment", ""), None))
    return events


def _early_reveal(events: Events) -> Events:
    keep = next(seq for seq, (event, _) in enumerate(events) if type(event) is Chose)
    told = events[places(events, REVEAL)[0]]
    return [*events[:keep], told, *((event, _later(cause, keep)) for event, cause in events[keep:])]


def _stranger(events: Events) -> Events:
    return [*events, (reveal(1, "judge", bytes(32)), None)]


def _no_statement(events: Events) -> Events:
    return [*events, (Noted(REVEAL, "1 mellon", by="A"), None)]


BROKEN: dict[str, tuple[Callable[[Events], Events], set[str]]] = {
    "wrong order": (_another_order, {"wrong-order"}),
    "a card that the record does not know": (_unknown_card, {"unknown-order"}),
    "another algorithm": (_how("md5/v0"), {"unknown-algorithm"}),
    "commitments that nobody keeps": (_how("simulated"), {"unclaimed-commit"}),
    "missing reveal": (_without(REVEAL, "B"), {"no-reveal"}),
    "too few parties": (_without(COMMIT, "table"), {"no-commit"}),
    "another secret": (_another_secret, {"wrong-reveal"}),
    "commitment for another match": (_commit_of_another_match, {"wrong-reveal"}),
    "commitment after the shuffle": (_commit_after_the_shuffle, {"late-commit"}),
    "second commitment": (_second_commit, {"second-commit", "no-commit"}),
    "secret told early": (_early_reveal, {"early-reveal"}),
    "a party from elsewhere": (_stranger, {"strange-party"}),
    "no secret at all": (_no_statement, {"unreadable-pledge"}),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_proof_that_does_not_hold_is_found(name: str) -> None:
    alter, expected = BROKEN[name]
    events = alter(list(proven().derived))
    verdict = judged(events)
    assert set(codes(verdict)) == expected
    assert verdict.grade == "DIVERGED"
    assert not any(finding.follows for finding in verdict.findings)
    for finding in verdict.findings:
        assert finding.kind == "shuffle"
        assert finding.clause == "BR-base-5-2"
        assert finding.what.en.endswith(".") and "…" not in finding.what.en + finding.what.ja
    if expected.isdisjoint({"strange-party", "unreadable-pledge", "unclaimed-commit"}):
        assert [one.state for one in verdict.shuffles] == ["unproven"]


def test_an_order_that_follows_from_a_seed_is_checked() -> None:
    """Of a program that shuffles by a seed; what the seed gives, the ruleset knows."""
    events = list(proven().derived)
    at = shuffle_at(events)
    opened, shuffled = events[0][0], events[at][0]
    assert isinstance(opened, Opened) and isinstance(shuffled, Shuffled)
    events = [(event, cause) for event, cause in events if not isinstance(event, Noted)]
    at = shuffle_at(events)
    orders = {"7": shuffled.order, "8": shuffled.order[::-1]}
    rules = dataclasses.replace(
        RULES, seeded_orders={"dice": lambda opened: orders.get(opened.head.get("seed", ""))}
    )
    found = {}
    for seed in ("7", "8", "9"):
        events[0] = (replace(opened, head={"seed": seed}), None)
        events[at] = (replace(shuffled, how="dice"), events[at][1])
        shuffles, findings = check_proofs(events, "m", rules)
        found[seed] = ([one.state for one in shuffles], [finding.code for finding in findings])
    assert found == {
        "7": (["proven"], []),
        "8": (["unproven"], ["wrong-order"]),
        "9": (["unproven"], ["no-seed"]),
    }


def test_every_code_is_tried_and_has_its_text() -> None:
    tried = {code for _, expected in BROKEN.values() for code in expected} | {"no-seed"}
    assert tried == set(
        re.findall(r'"([a-z]+-[a-z]+)"', Path(engine.shuffle.proofs.__file__).read_text("utf-8"))
    )
    assert [code for code in tried if f"finding.{code}" not in KERNEL] == []


def test_a_secret_that_was_told_stays_told_when_play_is_taken_back() -> None:
    """Told at the end, and then the end was taken back and the match played on."""
    events = list(proven().derived)
    since = max(seq for seq, (event, _) in enumerate(events) if type(event) in ACTS)
    shift = len(events) + 1 - since
    again = [
        (event, cause if cause is None or cause < since else cause + shift) for event, cause in events[since:]
    ]
    verdict = judged([*events, (Retracted(since, "the end was played again"), None), *again])
    assert set(codes(verdict)) == {"", "early-reveal"}
    assert [one.state for one in verdict.shuffles] == ["unproven"]


def test_the_number_of_a_shuffle_counts_those_that_stand() -> None:
    """A deal that was taken back needs new commitments: those of the first one went with it."""
    events = list(proven().derived)
    back: Derived = (Retracted(1, "dealt again"), None)
    dealt = events[: shuffle_at(events) + 2]
    again = [(event, cause if cause is None else cause + len(dealt)) for event, cause in events[1:]]
    verdict = judged([*dealt, back, *again])
    assert [one.state for one in verdict.shuffles] == ["proven"]
    assert verdict.grade == "AMENDED"


def test_a_match_knows_its_id() -> None:
    assert [one.state for one in Match(proven().derived, id=proven().id).verdict.shuffles] == ["proven"]
    assert Match(proven().derived, id="another").verdict.grade == "DIVERGED"
