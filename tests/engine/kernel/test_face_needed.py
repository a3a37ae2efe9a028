"""Rules that read a card which the record does not know: the act is refused, with the place of the card."""

from dataclasses import replace
from typing import Any

import pytest

from engine.audit.adjudicate import adjudicate
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import FaceNeeded, Refused, Requirement, options
from engine.record.session import Session
from events.model.changes import Create
from events.model.kinds import Happened, Passed
from tests.support.play import RULES, opened

UNKNOWN_CARD = "B.1"


def _reads_it(game: Game) -> Any:
    """Two questions; what follows from the second answer is written on a card of B."""
    yield Happened("dealt", "table", (), 1, changes=(Create(UNKNOWN_CARD, "", "hand.B"),))
    yield Ask("A", ("pass",), about="chain", clause="first")
    yield Ask("B", ("pass",), about="chain", clause="second")
    yield Happened("step", "B", (), len(game.printed(UNKNOWN_CARD).name.ja))


def test_what_cannot_be_carried_out_is_refused_and_taken_back() -> None:
    session = Session(RULES, opened(), play=_reads_it)
    session.take(Passed("A", "pass"))
    before = list(session.events)
    with pytest.raises(FaceNeeded) as refused:
        session.take(Passed("B", "pass"))
    assert refused.value.facts == {"card": UNKNOWN_CARD, "place": "hand.B"}
    assert session.events == before
    assert session.game.ask is not None and session.game.ask.seat == "B"


def test_the_audit_names_the_act_and_the_place_of_the_card() -> None:
    rules = replace(RULES, play=_reads_it)
    session = Session(rules, opened())
    session.take(Passed("A", "pass"))
    verdict = adjudicate([*session.events, (Passed("B", "pass"), None)], rules=rules)
    (finding,) = (one for one in verdict.findings if one.kind == "refused")
    assert "a card that the record does not know" in finding.what.en and "in B's hand" in finding.what.en
    assert finding.legal == ("B pass",)


def test_a_requirement_that_reads_it_allows_nothing() -> None:
    needs = Requirement("second", "never", lambda game, ask, act: bool(game.printed(UNKNOWN_CARD)))
    strict = replace(RULES.verbs["pass"], requirements=(needs,))
    rules = replace(RULES, verbs={**RULES.verbs, "pass": strict})
    session = Session(rules, opened(), play=_reads_it)
    assert list(options(session.game)) == []
    with pytest.raises(Refused) as refused:
        session.take(Passed("A", "pass"))
    assert refused.value.why == "face-needed"
    assert session.game.ask is not None and session.game.ask.seat == "A"
