"""The table of the record page without a browser: what is offered, what is done with what was tapped, and why
something else is not legal."""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st
from msgspec import convert

from dashboard.app.language import say
from dashboard.match.recording import session, table
from dashboard.match.recording.legal_acts import Tapped, act_of, offered, unseen, why_not
from engine.audit.adjudicate import adjudicate
from engine.games.blade_rondo.board import budget
from engine.games.registry import RULESETS
from engine.kernel.game import Game
from engine.kernel.legality import options
from engine.record.live_recording import Recording
from engine.record.match import Match
from engine.record.notation.choice import has_subject
from engine.record.notation.glossary import glossary_of
from engine.record.notation.line.parsed_act import read_act
from engine.record.notation.line.tokens import read_line
from engine.record.notation.read import read_file
from engine.record.notation.resolve import resolve
from engine.record.notation.spell import in_language
from engine.text.messages import refusal
from events.log.sqlite_log import SqliteLog
from events.model.kinds import ACTS, Declared, Retracted, Shuffled
from kifuda.bots.simulate import simulate
from tests.dashboard.opening import LANGUAGES
from tests.support.record import CLEAN

SAMPLES = Path(__file__).parents[3] / "kifuda" / "samples" / "fertcg"
SAMPLE_OF_UNITS = next(path for path in sorted(SAMPLES.glob("*.kfd")) if "disputed" not in path.name)
HEAD = "+++".join(CLEAN.split("+++")[:2]) + "+++\n"
UNKNOWN = "\n".join(line for line in HEAD.splitlines() if line.startswith(("+++", "kfd", "match", "ruleset")))
UNKNOWN = UNKNOWN.replace("\n+++", '\ncards = "base"\nplayers = ["Hina", "Goro"]\n+++', 1)


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqliteLog]:
    monkeypatch.setattr(st, "session_state", {})
    with SqliteLog(tmp_path / "desk.db", writing=True) as source:
        yield source


def page_in(language: str, *, writes: bool = True, keeper: str = "mio") -> Any:
    source = SimpleNamespace(may_record=lambda match: writes, keeper_at=lambda match, seq: keeper)
    return SimpleNamespace(
        language=language, source=source, say=lambda key, **facts: say(language, key, **facts)
    )


def recording(log: SqliteLog, head: str = HEAD, keeper: str = "mio") -> Recording:
    clock = count(1)
    made = Recording.begin(log, head, keeper=keeper, clock=lambda: next(clock))
    while made.deal is not None:
        made.dealt({}, size=made.size)
    return made


def send(one: Recording, kind: str, *, language: str = "en", size: int | None = None, **said: object) -> None:
    message = {"kind": kind, "size": one.size if size is None else size, **said}
    table.receive(page_in(language), one, message)


def told() -> tuple[str, str]:
    shown: dict[str, str] = st.session_state.get(table.TOLD, {"sort": "", "text": ""})
    return shown["sort"], shown["text"]


def kept(one: Recording) -> None:
    """Both hands are kept: A decides what to do in the first turn."""
    for _ in "AB":
        [subset] = offered(one.game, "en")["subsets"]
        cards = subset["cards"][:7]
        send(one, "act", act={"seat": subset["seat"], "verb": "keep", "cards": cards, "order": cards})


@pytest.mark.parametrize("id", RULESETS)
def test_what_is_offered_are_the_legal_acts(id: str) -> None:
    """And an act with a subject has it first, so that it is what is tapped first."""
    rules = RULESETS[id]
    [match] = simulate(rules, matches=1, seed=4)
    game = Game(rules, match.derived[0][0])  # type: ignore[arg-type]  # a match is opened first
    game.begin()
    for event, _ in match.derived[1:400]:
        if isinstance(event, ACTS):
            made = offered(game, "en")
            listed = {act_of(game, _tapped(act)) for act in made["acts"]}
            big = {one["verb"] for one in made["subsets"]}
            assert listed == {act for act in options(game) if act.verb not in big}
            for act in listed:
                assert set(made["verbs"][act.verb]) == {"label", "names", "answer", "subject", "winner"}
        if isinstance(event, (*ACTS, Shuffled)):
            game.act(event)


def _tapped(act: Any) -> Tapped:
    seat, verb, cards, targets, words, number = act
    return convert(
        {"seat": seat, "verb": verb, "cards": cards, "targets": targets, "words": words, "number": number},
        Tapped,
    )


def test_cards_that_are_paid_with_are_tapped_after_the_card_they_pay_for() -> None:
    without = {
        rules.game: {name for name, verb in rules.verbs.items() if not has_subject(verb)}
        for rules in RULESETS.values()
    }
    assert without["blade-rondo"] == {"keep", "reveal", "show", "pick", "coins"}
    assert without["chronocard"] == {"charm", "pick", "show"}
    assert without["genesis-garden"] == {"reveal", "swap", "pick", "discard"}
    assert without["fertcg"] == {"reveal", "pick"}
    assert without["aquarian-age"] == {"pay", "pick", "show"}


def test_of_many_like_cards_one_entry_tells_all(log: SqliteLog) -> None:
    one = recording(log)
    made = offered(one.game, "en")
    assert made["acts"] == []
    [subset] = made["subsets"]
    assert (len(subset["cards"]), subset["sizes"], subset["alike"]) == (15, [7], False)


def test_of_cards_that_nobody_saw_any_will_do(log: SqliteLog) -> None:
    one = recording(log, UNKNOWN)
    [subset] = offered(one.game, "en")["subsets"]
    assert subset["alike"]
    kept(one)
    assert one.game.table.at("hand.A")


def test_a_card_of_a_hidden_hand_may_be_what_the_rules_leave_open(log: SqliteLog) -> None:
    """What is offered with it under a face is what the engine takes with that face, and no more."""
    one = recording(log, UNKNOWN)
    kept(one)
    seat = one.game.ask.seat if one.game.ask else ""
    card = one.game.table.at(f"hand.{seat}")[0]
    found = unseen(one.game, card)
    assert len(found) > 5
    for face, (one_card, acts) in found.items():
        assert acts
        for act in acts:
            tapped = {"unknown": one_card, "face": face} if face else {}
            made = {**dict(zip(("seat", "verb", "cards", "targets", "words", "number"), act, strict=True))}
            one.game.check(act_of(one.game, convert({**made, **tapped}, Tapped)))
    face, (one_card, [act, *_]) = next(iter(found.items()))
    names = ("seat", "verb", "cards", "targets", "words", "number")
    send(one, "unseen", card=card)
    assert st.session_state[table.UNSEEN] == card
    shown = table.table_data(one.game, session.match_of(one), "en", shown=card)["unseen"]["faces"]
    assert shown.keys() == found.keys()
    send(one, "act", act={**dict(zip(names, act, strict=True)), "unknown": one_card, "face": face})
    assert told()[0] == "recorded"
    assert one.game.table.face[one_card] == face
    assert adjudicate(one.derived).grade != "DIVERGED"


def in_words(acts: list[Any], card: str) -> list[str]:
    """Acts as JSON with the card of which they are called "it"."""
    return sorted(json.dumps(act, ensure_ascii=False).replace(f'"{card}"', "it") for act in acts)


def test_whichever_card_of_a_hidden_hand_is_tapped_the_same_is_offered(log: SqliteLog) -> None:
    one = recording(log, UNKNOWN)
    kept(one)
    told = []
    for card in one.game.table.at("hand.A"):
        found = unseen(one.game, card)
        assert found[""][0] == card, "it is the one that was tapped"
        told.append({face: in_words(acts, of) for face, (of, acts) in found.items()})
        assert any('"set"' in act for act in told[-1][""])
    assert len(told) == 7 and all(one == told[0] for one in told)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("id", RULESETS)
def test_of_a_hand_that_nobody_saw_all_cards_are_alike(id: str) -> None:
    """In every game: an act that is offered has the card with which it is offered, else whoever tapped it
    would come to an end without a word."""
    rules = RULESETS[id]
    hands = [zone.id for zone in rules.zones if zone.look == "fan"]
    [match] = simulate(rules, matches=1, seed=4)
    game = Game(rules, match.derived[0][0])  # type: ignore[arg-type]  # a match is opened first
    game.begin()
    acts = 0
    for event, _ in match.derived[1:]:
        if isinstance(event, ACTS) and acts < 60:
            acts += 1
            cards = [card for hand in hands for card in game.table.at(f"{hand}.{event.seat}")]
            if acts % 12 == 0 and cards:
                assert same_offers(game, cards)
        if isinstance(event, (*ACTS, Shuffled)):
            game.act(event)


def same_offers(game: Game, cards: list[str]) -> bool:
    """Whether the same is offered with each of some cards, were their faces not known."""
    table, known = game.table, {card: game.table.face[card] for card in cards}
    table.face.update(dict.fromkeys(cards, ""))
    told = []
    for card in cards[:3]:
        found = unseen(game, card)
        assert all(of in (*act[2], *act[3]) for of, acts in found.values() for act in acts)
        told.append({face: in_words(acts, of) for face, (of, acts) in found.items()})
    table.face.update(known)
    return all(one.keys() == told[0].keys() for one in told)


def test_what_lies_face_down_on_the_table_is_the_card_that_is_tapped(log: SqliteLog) -> None:
    one = recording(log, UNKNOWN)
    kept(one)
    lying = one.game.table.at("hand.A")[:2]
    one.game.table.down.update(dict.fromkeys(lying, True))
    for card in lying:
        assert {of for of, _ in unseen(one.game, card).values()} == {card}


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_nothing_left_to_pay_a_card_that_nobody_saw_says_so(log: SqliteLog, language: str) -> None:
    """Whatever it is; while it could be a card that can be paid, its name is what is missing."""
    one = recording(log, UNKNOWN)
    kept(one)
    game = one.game
    [card, *_] = game.table.at("hand.A")
    assert unseen(game, card)
    game.table.tracks["spent", "A"] = budget(game, "A")
    assert not unseen(game, card)
    send(one, "why", card=card, language=language)
    sort, text = told()
    assert sort == "refused" and "BR-5.1-1" not in text
    assert ("the budget is 0" if language == "en" else "使えるコストは0") in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_tap_is_left_without_a_word(log: SqliteLog, language: str) -> None:
    one = recording(log)
    kept(one)
    card = next(act for act in options(one.game) if act.cards).cards[0]
    assert why_not(one.game, card) is None
    send(one, "why", card=card, language=language)
    assert told() == ("refused", say(language, "tap.no-act"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_refused_is_written_in_the_words_of_the_page(log: SqliteLog, language: str) -> None:
    one = recording(log)
    kept(one)
    card = next(card for card in one.game.table.at("hand.A") if why_not(one.game, card) is not None)
    send(one, "why", card=card, language=language)
    send(one, "foul", language=language)
    line, problem = st.session_state[session.REFUSED]
    shown = [problem.text, *(in_language(one.game.rules, act, language) for act in problem.candidates)]
    verbs = {act.split()[1] for act in shown if act != "…"}
    known = one.game.rules.verbs.values()
    assert verbs <= {verb.japanese[0] if language == "ja" else verb.name for verb in known}
    assert line.split()[1] in one.game.rules.verbs, "the record has one language"
    for act in shown[1:-1]:
        written = read_line(act, 0)
        if written is not None and "(" not in act and "…" not in act:
            resolve(one.game, read_act(written, glossary_of(one.game)))  # it is read, and legal


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_tapped_says_why_with_its_clause(log: SqliteLog, language: str) -> None:
    one = recording(log)
    kept(one)
    game, size = one.game, one.size
    refusals = {}
    for card in (*game.table.at("hand.A"), *game.table.at("hand.B"), *game.table.at("breath.A")):
        refused = why_not(game, card)
        tappable = any(card in (*act.cards, *act.targets) for act in options(game))
        assert (refused is None) == tappable, card
        if refused is not None:
            send(one, "why", card=card, language=language)
            refusals[card] = told()
            assert refusals[card][0] == "refused"
            assert f"[{refused.clause}]" in refusals[card][1]
            says = session.match_of(one).clause_text(refused.clause, language)
            assert st.session_state[table.TOLD]["clause"] == f"{refused.clause}: {says}"
    assert refusals and one.size == size, "nothing was recorded"
    assert all(len(text) > 10 for _, text in refusals.values())


@pytest.mark.parametrize(("language", "wrong"), [("ja", "サプライズカード"), ("en", "surprise card")])
def test_a_unit_is_called_no_surprise_card_while_the_other_player_may_answer(
    log: SqliteLog, language: str, wrong: str
) -> None:
    """It says where the unit stands, which is why it cannot answer, not that it is not the moment."""
    read = read_file(SAMPLE_OF_UNITS)
    match = Match(read.events, id="units")
    found = 0
    for seq in range(len(match)):
        game = match.game(seq)
        if game.ask is None or game.ask.verbs != ("play", "pass"):
            continue
        for card, place in game.table.place.items():
            shown = game.card(card)
            if shown is None or shown.kind != "unit" or place.partition(".")[0] in ("deck", "hand"):
                continue
            refused = why_not(game, card)
            if refused is not None and refused.why == "not-in-hand":
                found += 1
                assert wrong not in refusal(game.rules, refused, game, language)
        if found > 3:
            break
    assert found


def test_what_happened_all_the_same_goes_on_as_a_foul(log: SqliteLog) -> None:
    one = recording(log)
    kept(one)
    card = one.game.table.at("hand.B")[0]
    send(one, "why", card=card)
    send(one, "foul")
    line, problem = st.session_state[session.REFUSED]
    assert line.startswith("B ") and problem.clause


def test_a_tap_takes_nothing_back_that_was_imported(log: SqliteLog) -> None:
    one = recording(log)
    kept(one)
    size = one.size
    for keeper, left in (("", size), ("mio", size + 1)):
        page = page_in("en", keeper=keeper)
        assert table._data(page, one)["undo"] is (keeper != "")
        table.receive(page, one, {"kind": "undo", "size": one.size})
        assert one.size >= left and isinstance(one.derived[-1][0], Retracted) is (keeper != "")


def test_undo_and_redo_go_one_act_at_a_time(log: SqliteLog) -> None:
    one = recording(log)
    kept(one)
    seat = one.game.ask.seat if one.game.ask else ""
    first = next(act for act in options(one.game) if act.verb == "breath")
    send(one, "act", act={"seat": seat, "verb": "breath", "cards": first.cards, "number": first.number})
    after = {**one.game.table.place}
    send(one, "act", act={"seat": seat, "verb": "end"})
    send(one, "undo")
    assert told()[0] == "undone" and isinstance(one.derived[-1][0], Retracted)
    assert one.derived[-1][0].why == table.SLIP
    assert one.game.table.place == after
    send(one, "undo")
    assert one.game.table.place != after
    send(one, "redo")
    assert one.game.table.place == after
    send(one, "redo")
    assert one.game.ask is not None and one.game.ask.seat != seat
    size = one.size
    send(one, "redo")
    assert one.size == size, "there is nothing left"
    assert adjudicate(one.derived).grade == "AMENDED"


def test_what_is_recorded_meanwhile_ends_what_can_be_done_again(log: SqliteLog) -> None:
    one = recording(log)
    kept(one)
    send(one, "undo")
    other = Recording(log, one.match, keeper="ken", clock=lambda: 9)
    other.note("B was late", size=other.size)
    size = other.size
    send(one, "redo")
    assert other.size == size == log.count(one.match)
    assert st.session_state[session.OVERTAKEN]


def test_what_is_tapped_on_a_table_that_was_is_not_recorded(log: SqliteLog) -> None:
    """Two taps in a row, or another scorekeeper: the second is about a match that has gone on."""
    one = recording(log)
    kept(one)
    size, seat = one.size, one.game.ask.seat if one.game.ask else ""
    act = {"seat": seat, "verb": "end"}
    send(one, "act", act=act)
    grown = one.size
    send(one, "act", act=act, size=size)
    assert one.size == grown
    assert st.session_state[session.OVERTAKEN]


@pytest.mark.parametrize(
    "said",
    [
        None, [], "act", {}, {"kind": "act"}, {"kind": "drop", "size": 0},
        {"kind": "act", "size": "open", "act": {"seat": "A", "verb": "<img src=x>"}},
        {"kind": "act", "size": "open", "act": {"seat": "A", "verb": "use", "cards": ["nothing"]}},
        {"kind": "act", "size": "open", "act": {"seat": "Z", "verb": "use", "cards": ["A.1"]}},
        {"kind": "act", "size": "open", "act": {"seat": "A", "verb": "use", "cards": ["A.1"], "changes": []}},
        {"kind": "act", "size": "open", "act": {"seat": "A", "verb": "end", "unknown": "A.1", "face": "no"}},
        {"kind": "why", "size": "open", "card": "nothing"},
        {"kind": "unseen", "size": "open", "card": "nothing"},
        {"kind": "why", "size": "open", "card": "A.1", "verb": "nothing", "first": "nothing"},
    ],
)  # fmt: skip
def test_what_a_browser_makes_up_is_not_recorded(log: SqliteLog, said: Any) -> None:
    one = recording(log)
    kept(one)
    size = one.size
    if isinstance(said, dict) and said.get("size") == "open":
        said = {**said, "size": size}
    table.receive(page_in("en"), one, said)
    assert one.size == size == log.count(one.match)


def test_words_that_match_nothing_are_no_seat(log: SqliteLog) -> None:
    """Whoever searches for a card and mistypes it is told so; a line of a record gets its own answer."""
    one = recording(log)
    kept(one)
    send(one, "line", line="あいうえお <b>")
    assert told() == ("refused", say("en", "tap.nothing", line="あいうえお <b>"))
    send(one, "line", line="A use nothing")
    assert told()[0] == "refused" and "nothing" in told()[1] and "No card and no act" not in told()[1]


def test_who_may_not_write_on_a_match_taps_in_vain(log: SqliteLog) -> None:
    one = recording(log)
    kept(one)
    size, seat = one.size, one.game.ask.seat if one.game.ask else ""
    said = {"kind": "act", "size": size, "act": {"seat": seat, "verb": "end"}}
    table.receive(page_in("en", writes=False), one, said)
    assert log.count(one.match) == size
    table.receive(page_in("en"), one, said)
    assert log.count(one.match) > size


def test_an_act_is_taken_in_the_order_of_the_taps(log: SqliteLog) -> None:
    one = recording(log)
    cards = offered(one.game, "en")["subsets"][0]["cards"][:7]
    turned = cards[::-1]
    act = act_of(one.game, Tapped("A", "keep", tuple(cards), order=tuple(turned)))
    assert act.cards == tuple(turned)
    assert not isinstance(act, Declared)
