"""Logs of another program as matches: who plays, which copies are one match, what is refused."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics.imports.formats.format import Options
from analytics.imports.problem import BadFile
from analytics.imports.ptcgl.read import MAX_MIB, read, recognises
from analytics.imports.source import Source
from engine.kernel.table import fold
from events.model.codec import encode_event
from events.model.kinds import Declared, Ended, Noted
from tests.ptcgl.reading import BEGIN, HARBOUR, after_setup, everything, match_of, notes
from tests.support import effort


def test_who_saved_the_log_sits_at_the_first_seat() -> None:
    match = match_of(HARBOUR)
    assert match.opened.players == {"A": "Mika", "B": "Tor's Crew"}
    assert match.opened.head["viewpoint"] == "A"
    swapped = BEGIN.replace("Mika", "Zoe").replace("Rui", "Mika").replace("Zoe", "Rui")
    assert match_of(swapped).opened.players == {"A": "Rui", "B": "Mika"}


def test_copies_of_a_log_are_one_match() -> None:
    plain = match_of(HARBOUR)
    for copy in (
        HARBOUR.replace("\n", "\r\n"),
        "\ufeff" + HARBOUR,
        HARBOUR + "\n\n",
        HARBOUR.replace("\n", " \n"),
    ):
        again = match_of(copy)
        assert (again.id, again.derived) == (plain.id, plain.derived)


def test_the_raw_text_stays_in_the_match() -> None:
    assert notes(match_of(HARBOUR), "record") == [("record", HARBOUR)]


def test_every_event_knows_its_line() -> None:
    match = match_of(HARBOUR)
    lines = HARBOUR.split("\n")
    line = 0
    for event in match.events[1:-1]:
        if isinstance(event, Noted):
            assert lines[event.line - 1].endswith(event.text)
            assert event.line >= line
            line = event.line
    attack = next(seq for seq, e in enumerate(match.events) if isinstance(e, Declared) and e.verb == "attack")
    note = match.written(attack)
    assert note is not None
    assert "used Roll on" in lines[note.line - 1]
    assert match.written(0) is None
    assert match.written(len(match) - 1) is None
    assert note.text in "\n".join(match.explain(attack).split("\n")[1:])


def test_a_log_of_two_lines() -> None:
    match = match_of("Setup\nOpponent conceded. Mika wins.\n")
    end = match.events[-2]
    assert isinstance(end, Ended)
    assert (match.opened.players, end.winner, end.reason) == ({"A": "Mika", "B": ""}, "A", "concession")
    assert match.opened.head["viewpoint"] == "A"
    lost = match_of("Setup\nYou conceded. Mika wins.\n")
    assert (lost.opened.players, lost.table(len(lost) - 1).result.winner) == ({"A": "", "B": "Mika"}, "B")


@pytest.mark.parametrize(
    ("result", "winner", "reason", "conceded"),
    [
        ("Opponent conceded. Mika wins.", "A", "concession", "B"),
        ("You conceded. Rui wins.", "B", "concession", "A"),
        ("Opponent was inactive for too long. Mika wins.", "A", "inactivity", ""),
        ("No Benched Pokémon for backup. Rui wins.", "B", "nobody left", ""),
        ("For a reason nobody heard of. Rui wins.", "B", "other", ""),
    ],
)
def test_how_a_match_ends(result: str, winner: str, reason: str, conceded: str) -> None:
    match = after_setup("Turn # 1 - Rui's Turn", result)
    verdict = match.verdict
    assert (verdict.grade, verdict.winner, verdict.reason) == ("OUTCOME_ONLY", winner, reason)
    assert verdict.turns == 1
    assert verdict.findings == ()
    gave_up = [e.seat for e in match.events if isinstance(e, Declared) and e.verb == "concede"]
    assert gave_up == [conceded] * bool(conceded)


def test_a_result_worded_for_the_wrong_side_is_doubted() -> None:
    match = after_setup("Opponent conceded. Rui wins.")
    assert notes(match) == [("misnamed", "Opponent conceded. Rui wins.")]
    assert match.verdict.winner == "B", "the winner is named"


def test_a_log_that_stops_is_unfinished() -> None:
    verdict = after_setup("Turn # 1 - Rui's Turn", "Rui drew a card.").verdict
    assert (verdict.winner, verdict.reason, verdict.turns) == ("", "unfinished", 1)


def test_turns_are_counted_with_and_without_their_numbers() -> None:
    heads = ["Turn # 1 - Rui's Turn", "Turn # 1 - Mika's Turn", "Rui's Turn", "Mika’s Turn"]
    assert after_setup(*heads).verdict.turns == 4


def test_a_line_that_is_not_understood_is_kept_and_reading_goes_on() -> None:
    match = after_setup("Turn # 1 - Rui's Turn", "Rui juggled 3 cards.", "Rui drew a card.")
    assert notes(match) == [("skipped", "Rui juggled 3 cards.")]
    (found,) = match.verdict.findings
    assert (found.kind, found.line, found.recorded) == ("skipped", 13, "Rui juggled 3 cards.")
    assert match.verdict.divergence is None, "nothing was judged"
    assert len(match.table(len(match) - 1).at("hand.B")) == 7


# --- what is a log, and what is none --------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["Setup\nOpponent conceded. Mika wins.", BEGIN, "Turn # 3 - Mika's Turn\n", "\ufeff" + BEGIN]
)
def test_logs_are_recognised(text: str) -> None:
    assert recognises(Source("log.txt", text.encode()))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"Setup",
        b'{"players": []}',
        b"<tournament>",
        b"A keep 1 2 3\n",
        b"Everybody danced. Mika wins.",
        b"\xff\xfe\x00",
        b"name,points\nMika,3\n",
    ],
)
def test_other_files_are_not(data: bytes) -> None:
    assert not recognises(Source("log.txt", data))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"Setup\nnothing\n", "game.txt: no sentence of this log tells who plays"),
        (b"Mika won the coin toss.\n\xff\n", "game.txt: 2: the log is not in UTF-8"),
        (
            b"Mika won the coin toss.\nRui decided to go first.\nTurn # 1 - Zoe's Turn\n",
            "game.txt: 3: a third player, Zoe, beside Mika, Rui",
        ),
        (b"x" * (MAX_MIB * 2**20 + 1), f"game.txt: the log is larger than {MAX_MIB} MiB"),
    ],
)
def test_a_bad_file_is_reported_with_its_place(data: bytes, message: str) -> None:
    with pytest.raises(BadFile) as bad:
        read(Source("game.txt", data), Options())
    assert str(bad.value).startswith(message)
    assert bad.value.say("ja") != bad.value.say("en")


END = "Opponent conceded. Mika wins.\n"
PLAYED = BEGIN + "Turn # 1 - Rui's Turn\nRui ended their turn.\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (PLAYED + END + PLAYED + END, 15, "a second match begins here (“Setup”)"),
        (PLAYED + PLAYED + END, 14, "a second match begins here (“Setup”)"),
        (BEGIN + BEGIN + END, 12, "a second match begins here (“Setup”)"),
        (BEGIN + BEGIN.removeprefix("Setup\n"), 12, "a second match begins here (“Mika won the coin toss.”)"),
        (PLAYED + END + "Turn # 2 - Mika's Turn\n", 15, "after the match has ended in line 14"),
        (PLAYED + END + "Mika played Tide Bell.\n", 15, "after the match has ended in line 14"),
        (PLAYED + END + "You conceded. Rui wins.\n", 15, "after the match has ended in line 14"),
    ],
)
def test_a_log_holds_one_match(text: str, line: int, message: str) -> None:
    """The same log twice would be one match of twice the turns."""
    with pytest.raises(BadFile) as bad:
        read(Source("game.txt", text.encode()), Options())
    assert str(bad.value).startswith(f"game.txt: {line}: ")
    assert message in str(bad.value)


def test_what_is_no_play_may_follow_the_result() -> None:
    match = match_of(PLAYED + END + END + "Good game!\n")
    assert match.verdict.winner == "A"
    assert [text for topic, text in notes(match, "skipped")] == ["Good game!"]


# --- whatever happens to a log --------------------------------------------------------------------------


LINES = HARBOUR.split("\n")


def sound(text: str) -> None:
    """A log is read into events that fold, can be stored and shown; or it is refused."""
    try:
        match = match_of(text)
    except BadFile:
        return
    fold(match.events)
    for event in match.events:
        encode_event(event)
    assert match.verdict.grade == "OUTCOME_ONLY"
    places = match.table(len(match) - 1).place
    assert len(places) == 120, "no card is made or lost"
    kept = [line for line in LINES if line and not line.lstrip().startswith("•")]
    assert len(notes(match, "line", "skipped")) <= len(kept) + text.count("\n")


@settings(max_examples=effort.examples(60), deadline=None)
@given(st.integers(0, 2**32))
def test_shuffled_and_cut_logs_never_fail(seed: int) -> None:
    chance = random.Random(seed)
    lines = LINES.copy()
    for _ in range(chance.randint(1, 12)):
        at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(4):
            case 0:
                lines[at], lines[to] = lines[to], lines[at]
            case 1:
                lines.insert(at, lines[to])
            case 2:
                del lines[min(at, to) : min(at, to) + chance.randint(1, 5)]
                lines = lines or [""]
            case _:
                cut = chance.randint(0, len(lines[at]))
                lines[at] = (
                    lines[at][:cut] + chance.choice(["", "Mika", "9", "•", "- ", "\u3042"]) + lines[at][cut:]
                )
    sound("\n".join(lines))


@settings(max_examples=effort.examples(60), deadline=None)
@given(st.lists(st.sampled_from(sorted(set(LINES))), max_size=40))
def test_sentences_in_any_order_never_fail(lines: list[str]) -> None:
    sound("\n".join(["Mika won the coin toss.", "Tor's Crew decided to go first.", *lines]))


def test_every_event_has_words_of_its_own() -> None:
    for sentence in everything(match_of(HARBOUR)):
        assert not any(sign in sentence for sign in ("{", "}", "…", "None", "“")), sentence
