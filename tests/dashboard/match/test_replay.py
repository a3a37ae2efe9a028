"""The replay page: every event in words, how the table changes, and nothing that a viewer may not know."""

import json
import re
from pathlib import Path
from unittest.mock import patch

import pytest
import streamlit as st

from dashboard.app.language import TEXTS
from dashboard.match.card_names import CardNames
from dashboard.match.finding_markers import finding_markers
from dashboard.match.replay.browser_replay import html_file, words
from dashboard.match.replay.frames import frames
from dashboard.match.replay.stepping import turn_stops
from dashboard.match.table_writer import TableWriter
from engine.games.registry import RULESETS
from engine.record.match import Match
from engine.text.sentence import clause_text, sentence
from events.model.changes import Create, Know
from events.view.view import PUBLIC, view
from kifuda.bots.simulate import simulate
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN, POISON, RULING
from tests.dashboard.opening import LANGUAGES, load, opened, run, table_of, text_of

FOLDER = Path(__file__).parents[3]
MOST_BYTES = 1_000_000
GAMES = sorted({rules.game: id for id, rules in RULESETS.items()}.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_replay_tells_the_event_and_its_clause(log_of: LogOf, language: str) -> None:
    log = log_of("one")
    match = load(log, CLEAN)
    at = next(seq for seq, event in enumerate(match.events) if getattr(event, "trail", ()))
    table = table_of(opened(log, "replay", language, match=CLEAN, at=str(at)))
    players = match.opened.players
    told = sentence(match.events[at], match.table(at - 1), match.rules, language, players=players)
    assert table["at"] == at
    assert table["events"][at]["t"] == CardNames(match.rules, language).translated(told)
    for clause in match.events[at].clauses:
        assert table["clauses"][clause] == clause_text(match.rules, clause, language)


@pytest.mark.parametrize("viewer", ["A", "B", "public"])
def test_what_a_viewer_may_not_know_is_not_sent(log_of: LogOf, viewer: str) -> None:
    """The whole match is sent at once: no name of a card that the viewer never sees is anywhere in it."""
    log = log_of("one")
    match = load(log, CLEAN)
    assert match.rules is not None
    with patch.object(st, "download_button") as download:
        app = opened(log, "replay", match=CLEAN, at="30", **{"as": viewer})
    (file,) = re.findall(r'id="match">(.*?)</script>', download.call_args.kwargs["data"](), re.DOTALL)
    seen = view(match.derived, match.rules, PUBLIC if viewer == "public" else viewer)
    faces = [
        {
            change.face
            for event, _ in derived
            for change in changes(event)
            if isinstance(change, Create | Know)
        }
        for derived in (match.derived, seen)
    ]
    cards = match.rules.sets["base"].cards
    hidden = {cards[face].name for face in faces[0] - faces[1] if face}
    assert hidden, "the match shows everything"
    # Clauses name cards as examples, whatever is played.
    sent = json.dumps(
        [told | {"clauses": {}} for told in (table_of(app), json.loads(file))], ensure_ascii=False
    )
    everything = text_of(opened(log, "replay", match=CLEAN, at="30"))
    assert all(name.en in everything for name in hidden)
    assert [name.en for name in hidden if name.en in sent or name.ja in sent] == []


def changes(event: object) -> tuple[object, ...]:
    found: tuple[object, ...] = getattr(event, "changes", ())
    return found


def test_marks_say_what_is_in_dispute_and_why(log_of: LogOf) -> None:
    log = log_of("disputed")
    divergence = load(log, POISON).verdict.divergence
    assert divergence is not None
    mark = table_of(opened(log, "replay", match=POISON))["marks"][0]
    assert (mark["seq"], mark["sort"]) == (divergence.seq, "dispute")
    assert (mark["dispute"]["recorded"], mark["dispute"]["ruled"]) == ("13", "12")
    assert mark["dispute"]["key"] == ["track", "life", "B"]
    bare = table_of(opened(log, "replay", match=POISON, **{"as": "A"}))["marks"][0]
    assert set(bare) == {"seq", "index", "kind", "sort"}


def test_another_match_begins_at_its_beginning(log_of: LogOf) -> None:
    log = log_of("disputed")
    app = opened(log, "replay", match=POISON, at="150")
    assert table_of(app)["at"] == 150
    app.selectbox(key="match").set_value(RULING)
    run(app, log)
    assert table_of(app)["at"] == turn_stops(load(log, RULING))[0]


def test_a_claim_that_holds_is_said_to_hold(log_of: LogOf) -> None:
    match = load(log_of("disputed"), POISON)
    events = table_of(opened(log_of("disputed"), "replay", match=POISON))["events"]
    claims = [seq for seq, event in enumerate(match.events) if getattr(event, "topic", "") == "claim"]
    wrong = {finding.seq for finding in match.verdict.findings}
    assert {seq for seq, event in enumerate(events) if "ok" in event} == set(claims) - wrong
    assert words("en")["holds"] == TEXTS["table.holds"].en


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_every_game_is_small_and_has_the_numbers_of_its_cards(game: str) -> None:
    (played,) = simulate(RULESETS[game], matches=1, seed=3)
    match = Match(played.derived, id="simulated")
    assert match.rules is not None
    made = frames(match, match, finding_markers(match, match.verdict), language="en", near="A", sees_all=True)
    sent = json.dumps(made).encode()
    assert len(sent) / len(match) * 500 < MOST_BYTES
    assert [op for event in made["events"] for op in event["ops"] if op[0] == "now"]
    assert bool(made["curve_name"]) == bool(match.rules.curve)
    # A card has the same colour in every match: kinds have theirs by their place among all of the game.
    cards = [card for one in match.rules.sets.values() for card in one.cards.values()]
    assert list(made["kinds"]) == list(dict.fromkeys(card.kind for card in cards))
    assert all(name.removeprefix("◆").isascii() for name in made["kinds"].values())
    writer = TableWriter(match, "ja")
    stats = {name for card in cards for name, _, _ in writer.faces[writer.face(card.id)]["stats"]}
    assert [name for name in stats if name.isascii() and not name.isupper()] == [], "names of the program"


def test_hostile_names_end_no_element_of_the_file() -> None:
    (played,) = simulate(RULESETS["blade-rondo@1.03"], matches=1, seed=3)
    match = Match(played.derived, id="</script><img src=x onerror=alert(1)>")
    page = html_file(match, match, viewer=None, at=3, language="en")
    assert "<img" not in page and page.count("</script>") == 2


def test_counters_are_sent_when_they_change() -> None:
    [played] = simulate(RULESETS["fertcg@web"], matches=1, seed=3)
    match = Match(played.derived, id="league-3")
    sent: dict[tuple[str, str], object] = {}
    for event in frames(match, match, [], language="en", near="A", sees_all=True)["events"]:
        for word, of, *value in event["ops"]:
            if word in ("count", "last"):
                assert sent.get((word, of), []) != value[0]
                sent[word, of] = value[0]
    assert len(sent) > 5
    whole = TableWriter(match, "en").snapshot(match.game(len(match) - 1))
    expected = {(word, of): value for word, of, value, *_ in whole if word in ("count", "last")}
    assert {about: value for about, value in sent.items() if value} == expected


def test_only_whose_turn_it_is_has_a_budget_and_it_stands_with_every_event() -> None:
    """What is left once 鼓動法 has ended is not less than nothing (BR-base-4-4), and from the voltage step on
    there is V to spend (BR-base-4-6)."""
    match = Match.read(FOLDER / "kifuda/samples/blade-rondo/spring-cup-r1-t1.kfd")
    assert match.rules is not None
    shown: dict[str, dict[str, list[object]]] = {}
    seen = set()
    for seq, event in enumerate(frames(match, match, [], language="en", near="A", sees_all=True)["events"]):
        shown |= {of: numbers for word, of, numbers, *_ in event["ops"] if word == "now"}
        table = match.table(seq)
        left = table.track("V", table.seat) - table.track("spent", table.seat)
        left += sum(grant.amount for grant in table.effects(table.seat, "budget"))
        budgets = {seat: shown[seat]["budget"][1] for seat in "AB" if shown.get(seat)}
        assert budgets == ({table.seat: max(left, 0)} if table.seat else {}), seq
        seen.add(left)
    assert min(seen) < 0 < max(seen)
