"""Reading stored bytes at its limits: what is shared, how much of it, which form an entry is said to have."""

from pathlib import Path

import pytest

from events.model import codec
from events.model.codec import LARGEST, Entry, canonical, decode, encode, encode_event, events_of, forget
from events.model.kinds import AnyEvent, Noted
from events.model.upcast import FORMAT, Unreadable, upcast

OLD = (Path(__file__).with_name("golden") / "v1.jsonl").read_bytes().splitlines()[0]
GOOD = encode(Entry(event=Noted("comment", "月"), match="m", seq=2, at=5, command="c", cause=1))


def refused(data: bytes) -> str:
    with pytest.raises(Unreadable) as error:
        decode(data)
    return str(error.value)


# --- what is kept in memory ------------------------------------------------------------------------


def notes(count: int) -> list[AnyEvent]:
    return [Noted("comment", f"{number}") for number in range(count)]


def test_a_log_in_which_no_event_recurs_fills_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "_KNOWN_AT_MOST", 3)
    forget()
    for event in notes(10):
        (found,) = events_of([canonical(event)])
        assert found == event
        assert 0 < len(codec._known) <= 3
    assert len(codec._known) == 1, "three, three, three, and one"
    forget()
    assert len(codec._known) == 0


def test_events_that_were_found_canonical_fill_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "_CHECKED_AT_MOST", 3)
    monkeypatch.setattr(codec, "_checked", set())
    for event in notes(10):
        assert canonical(event) == canonical(event)
        assert 0 < len(codec._checked) <= 3
    assert canonical(notes(10)[9]) in codec._checked


def test_what_was_let_go_is_read_again() -> None:
    data = [canonical(Noted("comment", "kept"))]
    (before,) = events_of(data)
    forget()
    (after,) = events_of(data)
    assert before == after and before is not after


# --- forms -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [0, FORMAT + 1, 10, -1, 2**70])
def test_a_form_that_is_not_known_here_is_named(version: int) -> None:
    known = f"format {version} cannot be read here, only formats 1 to {FORMAT}"
    assert refused(b'[%d,"",null]\n{}' % version) == known
    assert refused(b'{"v":%d}' % version) == known


@pytest.mark.parametrize("version", [b"true", b'"2"', b"2.0", b"null", b"[2]"])
def test_a_form_that_is_no_number_is_no_form(version: bytes) -> None:
    for data in (b"[" + version + b',"",null]\n{}', b'{"v":' + version + b"}"):
        assert refused(data) == f"no entry: one begins with [{FORMAT},"


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\n" + GOOD, b" " + OLD[1:], b"\xff" + GOOD, b"[" + GOOD, b"2"]
)
def test_bytes_of_no_form_are_no_entry(data: bytes) -> None:
    assert refused(data) == f"no entry: one begins with [{FORMAT},"


def test_the_form_is_said_in_the_first_line_whatever_follows() -> None:
    spoilt = GOOD.replace(b"[%d," % FORMAT, b"[7,").partition(b"\n")[0]
    for rest in (b"", b"\n", b"\n\xff", b"\n{}\n{}"):
        assert refused(spoilt + rest) == f"format 7 cannot be read here, only formats 1 to {FORMAT}"


def test_todays_form_is_not_touched_whatever_is_in_it() -> None:
    for data in (GOOD, b"[3,", b"[3,\xff\n"):
        assert upcast(data) == data


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b'"v":1', b'"v":1,"x":0', "unknown field `x`"),
        (b'"command":', b'"commands":', "unknown field `commands`"),
        (b'"seq":', b'"seq":"x","sequel":', "Expected `int`, got `str`"),
        (b'"match":"', b'"match":"\xff', "no entry"),
    ],
)
def test_an_entry_of_the_first_form_that_was_changed_is_refused(old: bytes, new: bytes, told: str) -> None:
    assert OLD.count(old) == 1
    assert told in refused(OLD.replace(old, new))


def test_an_entry_of_the_first_form_without_cause_and_link_has_none() -> None:
    event = b'{"kind":"Noted","text":"x","topic":"comment"}'
    data = b'{"at":5,"command":"c","event":' + event + b',"match":"m","position":0,"seq":0,"v":1}'
    found = decode(data)
    assert (found.cause, found.prev, found.at) == (None, "", 5)
    assert upcast(data) == b'[3,"",null,0,"m","c",5,""]\n' + event


# --- entries ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b',2,"m",', b',"2","m",'),
        (b'"m"', b"1"),
        (b'"m","c",5,""]', b'"m","c",5]'),
        (b'"m","c",5,""]', b'"m","c",5,"",0]'),
        (b'"m","c",5,""]', b'"m","c",5.5,""]'),
        (b'"m","c",5,""]', b'"m","c",5,"x"]'),
        (b'"c"', b"null"),
        (b'"kind":"Noted"', b'"kind":"Notes"'),
        (b'"kind":"Noted",', b""),
        (b'"topic":"comment"', b'"topic":1'),
        (b"\n", b"\n\n{}\n"),
        (b"}", b"}}"),
        (b"}", b""),
    ],
)
def test_a_changed_entry_is_refused_and_not_made_to_fit(old: bytes, new: bytes) -> None:
    assert GOOD.count(old) == 1
    assert refused(GOOD.replace(old, new))


@pytest.mark.parametrize("value", [3, None, b"m", ["m"]])
def test_an_id_that_is_no_text_is_shown(value: object) -> None:
    entry = Entry(event=Noted("comment", ""), match="m", seq=0, at=0, command="c")
    for name in ("match", "command", "prev"):
        spoilt = Entry(**{field: getattr(entry, field) for field in entry.__struct_fields__} | {name: value})
        with pytest.raises(Unreadable) as error:
            encode(spoilt)
        assert str(error.value).endswith(f"#0: expected a text, not {value!r}")


def test_half_a_character_in_an_id_is_shown_with_the_reason() -> None:
    entry = Entry(event=Noted("comment", ""), match="m\ud800", seq=0, at=0, command="c")
    with pytest.raises(Unreadable, match=r"#0: 'm\\ud800': .*surrogates not allowed"):
        encode(entry)


@pytest.mark.parametrize("line", [LARGEST - 1, LARGEST, -LARGEST, 10**15, 999_999_999_999_999])
def test_the_longest_numbers_that_every_reader_holds_are_kept(line: int) -> None:
    entry = Entry(event=Noted("comment", "", line=line), match="m", seq=0, at=0, command="c")
    assert decode(encode(entry)) == entry


@pytest.mark.parametrize("line", [LARGEST + 1, -LARGEST - 1, 9_999_999_999_999_999, 10**16])
def test_the_first_numbers_that_not_every_reader_holds_are_not(line: int) -> None:
    with pytest.raises(Unreadable) as error:
        canonical(Noted("comment", "", line=line))
    assert str(error.value) == f"event.line: {line} must lie within ±{LARGEST}"


def test_an_event_that_is_asked_for_again_and_again_stays_the_same_object(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(codec, "_KNOWN_AT_MOST", 3)
    forget()
    often, *others = [encode_event(Noted("comment", str(number))) for number in range(20)]
    (first,) = events_of([often])
    for other in others:
        assert events_of([other, often])[1] is first
    assert events_of([others[0]])[0] == Noted("comment", "1")
    forget()
    assert events_of([often])[0] is not first
