"""The stored form of an entry: canonical, readable again, and the same for ever.

``golden/vN.jsonl`` holds entries as format N stores them, ``golden/vN.explicit.jsonl`` what they mean, every
default spelled out. Lines are only ever added to the newest: what breaks one breaks logs that exist.
"""

import json
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from events.model import codec
from events.model.changes import AnyChange, Step
from events.model.codec import Entry, decode, encode, encode_event, leaf_hash
from events.model.kinds import Act, AnyEvent, Declared, Event, Noted, Opened
from events.model.upcast import FORMAT, Unreadable, upcast
from tests import strategies
from tests.events import samples

GOLDEN = Path(__file__).with_name("golden")
KINDS = (
    "Began Chose Declared Determined Ended Failed Fouled Happened Noted Opened Paid Passed Resolved Retracted"
    " Revealed Ruled Shuffled Triggered"
)
CHANGES = "attach create expire flip grant know move set turn"


def entry(event: AnyEvent, **other: Any) -> Entry:
    fields: dict[str, Any] = {"match": "m", "seq": 0, "at": 0, "command": "c"}
    return Entry(event=event, **(fields | other))


def explicit(value: Any) -> Any:
    """Plain data with every field, defaults included, and the name of every struct."""
    if isinstance(value, msgspec.Struct):
        fields = {name: explicit(getattr(value, name)) for name in value.__struct_fields__}
        return {"": type(value).__name__, **fields}
    if isinstance(value, bytes):
        return b64encode(value).decode()
    if isinstance(value, tuple):
        return [explicit(inner) for inner in value]
    return value


# --- the same for ever -----------------------------------------------------------------------------


def golden(version: int) -> list[tuple[bytes, Any]]:
    lines = (GOLDEN / f"v{version}.jsonl").read_bytes().splitlines()
    each = 1 if version == 1 else 2
    stored = [b"\n".join(lines[start : start + each]) for start in range(0, len(lines), each)]
    meant = (GOLDEN / f"v{version}.explicit.jsonl").read_bytes().splitlines()
    return [(data, json.loads(meaning)) for data, meaning in zip(stored, meant, strict=True)]


def goldens(*versions: int) -> pytest.MarkDecorator:
    cases = [
        pytest.param(data, meaning, id=f"v{version}-{number}")
        for version in versions
        for number, (data, meaning) in enumerate(golden(version))
    ]
    return pytest.mark.parametrize(("data", "meaning"), cases)


def holds(meaning: Any, value: Any) -> bool:
    """Whether ``value`` says what was meant; fields that came later may have joined it."""
    if isinstance(meaning, dict) and isinstance(value, dict):
        return all(name in value and holds(inner, value[name]) for name, inner in meaning.items())
    if isinstance(meaning, list) and isinstance(value, list):
        return len(meaning) == len(value) and all(map(holds, meaning, value))
    return bool(meaning == value) and type(meaning) is type(value)


@goldens(*range(1, FORMAT + 1))
def test_golden_entries_of_every_format_are_read_the_same(data: bytes, meaning: Any) -> None:
    meaning.pop("position", None)  # the place in a log, which entries held up to format 2
    assert holds(meaning, explicit(decode(data)))


@goldens(FORMAT)
def test_golden_entries_of_the_last_format_are_written_the_same(data: bytes, meaning: Any) -> None:
    assert encode(decode(data)) == upcast(data) == data


def test_an_older_entry_is_read_as_if_it_had_been_stored_today() -> None:
    """Format 3 has a salt, which entries of older formats lack."""
    news = [encode(msgspec.structs.replace(decode(data), salt=b"")) for data, _ in golden(3)]
    for version in (1, 2):
        olds = [upcast(data) for data, _ in golden(version)]
        assert olds == news[: len(olds)]


def test_golden_entries_cover_every_kind_change_and_field() -> None:
    stored = [decode(data) for data, _ in golden(FORMAT)]
    missing = [sample for sample in samples.entries() if sample not in stored]
    assert missing == [], "add lines to the golden files"
    structs = [kept for kept in stored] + [kept.event for kept in stored]
    structs += [change for kept in stored for change in getattr(kept.event, "changes", ())]
    for kind in (Entry, *get_args(AnyEvent), *get_args(AnyChange)):
        for field in msgspec.structs.fields(kind):
            values = [getattr(found, field.name) for found in structs if type(found) is kind]
            assert values, f"no golden entry has a {kind.__name__}"
            if not (field.required or issubclass(kind, Act)):
                assert set(map(repr, values)) - {repr(default(field))}, f"{kind.__name__}.{field.name}"
                assert repr(default(field)) in map(repr, values), f"{kind.__name__}.{field.name}"


def default(field: msgspec.structs.FieldInfo) -> Any:
    made = field.default_factory
    return field.default if made is msgspec.NODEFAULT else made()


def test_kinds_and_changes_have_the_names_they_always_had() -> None:
    assert " ".join(sorted(kind.__struct_config__.tag for kind in get_args(AnyEvent))) == KINDS
    assert " ".join(sorted(change.__struct_config__.tag for change in get_args(AnyChange))) == CHANGES


# --- canonical -------------------------------------------------------------------------------------


@given(strategies.entries)
def test_what_is_encoded_is_decoded_again(kept: Entry) -> None:
    assert decode(encode(kept)) == kept


@given(strategies.entries)
def test_bytes_are_those_of_rfc_8785(kept: Entry) -> None:
    header, event = encode(kept).split(b"\n")
    assert header == rfc8785.dumps(json.loads(header))
    assert event == rfc8785.dumps(json.loads(event)) == encode_event(kept.event)


@pytest.mark.parametrize("kind", strategies.KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_is_decoded_again(kind: type[Event]) -> None:
    @given(strategies.structs(kind))
    def check(event: AnyEvent) -> None:
        kept = entry(event)
        assert decode(encode(kept)) == kept

    check()


@given(strategies.entries)
def test_a_link_holds_what_a_fold_needs(kept: Entry) -> None:
    header, event = encode(kept).split(b"\n")
    link = codec.decode_link(header)
    assert (codec.events_of([event]), link.cause, link.prev) == ([kept.event], kept.cause, kept.prev)


@given(strategies.entries)
def test_events_of_the_same_bytes_are_the_same_object(kept: Entry) -> None:
    stored = [encode_event(kept.event) for _ in range(2)]
    first, second = codec.events_of(stored)
    assert first is second is codec.events_of(stored[:1])[0]


# --- refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [codec.LARGEST, -codec.LARGEST])
def test_the_largest_integers_are_kept(number: int) -> None:
    kept = entry(Noted("comment", "", line=number), at=number)
    assert decode(encode(kept)) == kept


@pytest.mark.parametrize("number", [2**53, -(2**53), 2**64, -(2**70)])
def test_integers_that_not_every_reader_holds_are_refused(number: int) -> None:
    with pytest.raises(Unreadable, match=rf"^m#0: event\.line: {number} must lie within"):
        encode(entry(Noted("comment", "", line=number)))
    with pytest.raises(Unreadable, match=r"^m#0: entry\.at: .* must lie within"):
        encode(entry(Noted("comment", ""), at=number))
    with pytest.raises(Unreadable, match=r"^m#0: entry\.cause: .* must lie within"):
        encode(entry(Noted("comment", ""), cause=number))
    with pytest.raises(Unreadable, match=r"event\.trail\[0\]\[1\]: .* must lie within"):
        event = samples.FULL[8]
        encode(entry(msgspec.structs.replace(event, trail=(Step("base", number, "", ""),))))


@given(st.integers(1, 2**53 - 1), st.text("0123456789abc", min_size=10, max_size=40))
def test_digits_in_a_text_are_no_integers(line: int, text: str) -> None:
    kept = entry(Noted("comment", text, line=line))
    assert decode(encode(kept)) == kept


@pytest.mark.parametrize("value", [1.0, 1.5, float("nan"), True, None, "3", b"3", (3,)])
def test_a_value_of_the_wrong_type_is_refused(value: Any) -> None:
    with pytest.raises(Unreadable, match=r"^m#0: "):
        encode(entry(Noted("comment", "", line=value)))


def test_text_must_be_nfc() -> None:
    composed, decomposed = "が", "か\u3099"
    assert decode(encode(entry(Noted("comment", composed)))).event == Noted("comment", composed)
    with pytest.raises(Unreadable, match=r"^m#0: event\.text: .* must be in Unicode NFC"):
        encode(entry(Noted("comment", decomposed)))
    with pytest.raises(Unreadable, match=r"#0: text: .* must be in Unicode NFC"):
        encode(entry(Noted("comment", ""), match=decomposed))
    # In JSON the `n` of an escaped line feed stands before the tilde; that does not make it an ñ.
    beside = Noted("comment", "\n\u0303")
    assert decode(encode(entry(beside))).event == beside


def test_keys_must_be_ascii() -> None:
    with pytest.raises(Unreadable, match=r"^m#0: event\.head: key '大会' must be ASCII"):
        encode(entry(Opened("g", "e", "c", {}, {}, {}, head={"大会": "x"})))


def test_half_a_surrogate_pair_is_refused() -> None:
    with pytest.raises(Unreadable, match="surrogates not allowed"):
        encode(entry(Noted("comment", "\ud800")))


GOOD = encode(entry(Declared("A", "use")))
OLD = golden(1)[0][0]
NO_ENTRY = "no entry: one begins with [3,"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", NO_ENTRY),
        (b"{}", NO_ENTRY),
        (b"[]", NO_ENTRY),
        (b"[true,1]", NO_ENTRY),
        (b'{"v":true}', NO_ENTRY),
        (b'[3,"",null]', "Expected `array` of at least length"),
        (GOOD.replace(b"[3,", b"[4,"), "format 4 cannot be read here, only formats 1 to 3"),
        (GOOD.replace(b"[3,", b"[0,"), "format 0 cannot be read here, only formats 1 to 3"),
        (GOOD.replace(b"[3,", b"["), NO_ENTRY),
        (GOOD.replace(b"\n", b""), "trailing characters"),
        (GOOD.replace(b"]\n", b",1]\n"), "Expected `array` of at most length"),
        (GOOD + b"\n{}", "trailing characters"),
        (OLD.replace(b'"event"', b'"evnet"'), "unknown field `evnet`"),
        (OLD.replace(b'"event"', b'"evnet"').replace(b'"v":1', b'"v":4'), "format 4 cannot be read"),
        (OLD.replace(b'"seq":1,', b'"seq":1,,'), NO_ENTRY),
        (GOOD.replace(b"Declared", b"Declaimed"), "Invalid value 'Declaimed'"),
        (GOOD.replace(b'"seat":"A",', b""), "missing required field `seat`"),
        (GOOD.replace(b'"A"', b'"\xff"'), "can't decode byte 0xff"),
        (GOOD.replace(b'"A"', b"1"), "Expected `str`, got `int`"),
    ],
)
def test_bytes_that_are_no_entry_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        decode(data)
    assert message in str(caught.value)


@given(st.integers(0, len(GOOD) - 1))
def test_an_entry_cut_short_is_refused(length: int) -> None:
    with pytest.raises(Unreadable):
        decode(GOOD[:length])


# --- hashes ----------------------------------------------------------------------------------------


def test_leaf_hash_is_that_of_rfc_6962() -> None:
    # The hash of the empty leaf, as the test vectors of Certificate Transparency give it.
    assert leaf_hash(b"") == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert leaf_hash(GOOD) == sha256(b"\x00" + GOOD).hexdigest() != sha256(GOOD).hexdigest()
