"""The view law where shuffles can be proven: no viewer gets a secret while the order is hidden from it.

Not here: proofs (``tests/engine/shuffle/test_proofs``), and views of everything else (``test_view``).
"""

from collections.abc import Iterator, Sequence
from functools import cache

import pytest

import events.view.view
from engine.games.registry import RULESETS
from engine.shuffle.commitments import COMMIT, REVEAL, reveal
from events.model.codec import encode_event
from events.model.kinds import Derived, Ended, Noted, Shuffled
from events.view.view import PUBLIC, view
from kifuda.bots.dice import Dice
from kifuda.bots.simulate import simulate
from tests.laws.hooks import HOOKS
from tests.laws.matches import SEED, WORLDS

VIEWED = [(*world, viewer) for world in WORLDS for viewer in (*RULESETS[world[0]].seats, PUBLIC)]
BOTS = ("random", "random")
viewed = pytest.mark.parametrize(("ruleset", "cards", "viewer"), VIEWED)


@cache
def proven(ruleset: str, cards: str) -> tuple[Derived, ...]:
    (match,) = simulate(RULESETS[ruleset], matches=1, seed=SEED, players=BOTS, cards=cards, proven=True)
    return match.derived


def notes(derived: Sequence[Derived], topic: str) -> list[Noted]:
    return [event for event, _ in derived if isinstance(event, Noted) and event.topic == topic]


def told_before_the_order(derived: Sequence[Derived], said: Sequence[Noted]) -> list[Derived]:
    """The match with ``said`` right before its first shuffle."""
    at = next(seq for seq, (event, _) in enumerate(derived) if isinstance(event, Shuffled))
    moved = [
        (event, cause if cause is None or cause < at else cause + len(said)) for event, cause in derived[at:]
    ]
    return [*derived[:at], *((note, None) for note in said), *moved]


def twins(
    ruleset: str, cards: str, viewer: str, *, early: bool
) -> Iterator[tuple[list[Derived], list[Derived]]]:
    """A match and another one that the viewer cannot tell from it, with the same commitments; ``early``: each
    with its own secrets told before the deal."""
    rules = RULESETS[ruleset]
    (plain,) = simulate(rules, matches=1, seed=SEED, players=BOTS, cards=cards)
    commits = notes(proven(ruleset, cards), COMMIT)
    first, other = (
        [reveal(1, party, bytes([fill]) * 32) for party in ("table", *rules.seats) if early]
        for fill in (1, 2)
    )
    for _, twin in HOOKS[rules.game].twins(rules, plain.derived, viewer, Dice("proven", viewer)):
        yield (
            told_before_the_order(plain.derived, [*commits, *first]),
            told_before_the_order(twin, [*commits, *other]),
        )


def in_bytes(derived: Sequence[Derived]) -> list[tuple[bytes, int | None]]:
    return [(encode_event(event), cause) for event, cause in derived]


@pytest.mark.sampled(10)
@viewed
def test_commitments_tell_nothing(ruleset: str, cards: str, viewer: str) -> None:
    rules = RULESETS[ruleset]
    for match, twin in twins(ruleset, cards, viewer, early=False):
        assert in_bytes(view(match, rules, viewer)) == in_bytes(view(twin, rules, viewer))


@pytest.mark.sampled(10)
@viewed
def test_secrets_told_early_stay_hidden(ruleset: str, cards: str, viewer: str) -> None:
    rules = RULESETS[ruleset]
    for match, twin in twins(ruleset, cards, viewer, early=True):
        assert in_bytes(view(match, rules, viewer)) == in_bytes(view(twin, rules, viewer))


def test_a_view_that_tells_them_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events.view.view, "_public", lambda note, match_ended: True)
    ruleset, cards, viewer = VIEWED[0]
    rules = RULESETS[ruleset]
    pairs = list(twins(ruleset, cards, viewer, early=True))
    assert all(
        in_bytes(view(one, rules, viewer)) != in_bytes(view(other, rules, viewer)) for one, other in pairs
    )
    assert pairs


@viewed
def test_secrets_are_public_once_the_match_is_over(ruleset: str, cards: str, viewer: str) -> None:
    derived = proven(ruleset, cards)
    seen = view(derived, RULESETS[ruleset], viewer)
    assert notes(seen, COMMIT) == notes(derived, COMMIT) != []
    assert notes(seen, REVEAL) == notes(derived, REVEAL) != []
    ended = next(
        seq for seq, (event, _) in enumerate(seen) if isinstance(event, Ended) and event.span == "match"
    )
    assert notes(seen[:ended], REVEAL) == []
