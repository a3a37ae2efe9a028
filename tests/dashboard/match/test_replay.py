"""The replay page: the event in words, the steps, and nothing that a viewer may not know."""

import pytest

from dashboard.app.escape import escaped
from dashboard.app.language import TEXTS
from dashboard.match.replay.stepping import chain_stops
from engine.record.match import Match
from engine.text.sentence import clause_text, sentence
from events.model.kinds import Began
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN, POISON, RULING
from tests.dashboard.opening import LANGUAGES, load, opened, run, text_of


def turns_of(match: Match) -> list[int]:
    """Seqs at which turns begin."""
    events = enumerate(match.events)
    return [seq for seq, event in events if isinstance(event, Began) and event.span == "turn"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_replay_tells_the_event_and_its_clause(log_of: LogOf, language: str) -> None:
    log = log_of("one")
    match = load(log, CLEAN)
    at = next(seq for seq, event in enumerate(match.events) if getattr(event, "trail", ()))
    app = opened(log, "replay", language, match=CLEAN, at=str(at))
    players = match.opened.players
    told = sentence(match.events[at], match.table(at - 1), match.rules, language, players=players)
    assert app.subheader[0].value == f"#{at}  {escaped(told)}"
    page = text_of(app)
    for clause in match.events[at].clauses:
        assert clause_text(match.rules, clause, "en") in page
        assert clause_text(match.rules, clause, "ja") in page


def test_the_buttons_step_by_event_act_chain_and_turn(log_of: LogOf) -> None:
    log = log_of("one")
    match = load(log, CLEAN)
    turns = turns_of(match)
    app = opened(log, "replay", match=CLEAN)
    assert app.slider(key="at").value == turns[0]
    expected = {
        "step-turn-on": turns[1],
        "step-on": turns[1] + 1,
        "step-turn-back": turns[1],
        "step-last": len(match) - 1,
        "step-back": len(match) - 2,
        "step-first": 0,
    }
    for button, goal in expected.items():
        app.button(key=button).click()
        run(app, log)
        assert app.slider(key="at").value == goal, button
    app.button(key="step-act-on").click()
    run(app, log)
    assert app.slider(key="at").value == next(match.acts())
    chains = chain_stops(match)
    for button, goal in (
        ("step-chain-on", chains[1]),
        ("step-chain-on", chains[2]),
        ("step-chain-back", chains[1]),
    ):
        app.button(key=button).click()
        run(app, log)
        assert app.slider(key="at").value == goal


@pytest.mark.parametrize("viewer", ["A", "B", "public"])
def test_what_a_viewer_may_not_know_is_not_sent(log_of: LogOf, viewer: str) -> None:
    """No name of a card in the hands that the viewer does not see, unless it was seen elsewhere."""
    log = log_of("one")
    match = load(log, CLEAN)
    at = turns_of(match)[3]
    assert match.rules is not None
    hidden = {seat for seat in match.rules.seats if seat != viewer}
    names = {card.id: card.name.ja for card in match.rules.sets["base"].cards.values()}
    table = match.table(at)
    unseen = {names[table.face[card]] for seat in hidden for card in table.at(f"hand.{seat}")}
    everything = text_of(opened(log, "replay", match=CLEAN, at=str(at)))
    assert all(name in everything for name in unseen)
    app = opened(log, "replay", match=CLEAN, at=str(at), **{"as": viewer})
    seen = {names[face] for face in _faces_in_sight(match, viewer, at)}
    assert unseen - seen, "the position shows nothing that could be hidden"
    assert [name for name in sorted(unseen - seen) if name in text_of(app)] == []


def _faces_in_sight(match: Match, viewer: str, at: int) -> set[str]:
    """What lies face up anywhere within the events that the page tells, and all of the viewer's own."""
    found = set()
    for seq in range(max(at - 6, 0), min(at + 9, len(match))):
        table = match.table(seq)
        for card, place in table.place.items():
            open_to_all = place.split(".")[0] not in ("hand", "dealt", "aside") and card not in table.down
            if open_to_all or place.endswith(f".{viewer}"):
                found.add(table.face[card])
    return found


def test_marks_lead_to_the_divergence(log_of: LogOf) -> None:
    log = log_of("disputed")
    divergence = load(log, POISON).verdict.divergence
    assert divergence is not None
    app = opened(log, "replay", match=POISON)
    app.button(key="mark-0").click()
    run(app, log)
    assert app.slider(key="at").value == divergence.seq
    assert escaped(divergence.what.en) in [error.value for error in app.error]


def test_another_match_begins_at_its_beginning(log_of: LogOf) -> None:
    log = log_of("disputed")
    app = opened(log, "replay", match=POISON, at="150")
    app.selectbox(key="match").set_value(RULING)
    run(app, log)
    assert app.slider(key="at").value < 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_a_record_can_be_shown(log_of: LogOf, language: str) -> None:
    """A match with fouls, rulings, claims and sealed cards, event by event and through other eyes."""
    log = log_of("disputed")
    app = opened(log, "replay", language, match=RULING, at="0")
    for seq in range(0, len(load(log, RULING)), 3):
        app.slider(key="at").set_value(seq)
        app.segmented_control(key="as").set_value(("table", "A", "B", "public")[seq % 4])
        run(app, log)
        assert app.subheader[0].value.startswith(f"#{seq} ")


def test_a_claim_that_holds_is_said_to_hold(log_of: LogOf) -> None:
    match = load(log_of("disputed"), RULING)
    claims = (seq for seq, event in enumerate(match.events) if getattr(event, "topic", "") == "claim")
    wrong = {finding.seq for finding in match.verdict.findings}
    at = next(seq for seq in claims if seq not in wrong)
    app = opened(log_of("disputed"), "replay", match=RULING, at=str(at))
    assert TEXTS["replay.holds"].en in [caption.value for caption in app.caption]
    divergence = load(log_of("disputed"), POISON).verdict.divergence
    assert divergence is not None
    app = opened(log_of("disputed"), "replay", match=POISON, at=str(divergence.seq))
    assert TEXTS["replay.holds"].en not in [caption.value for caption in app.caption]
