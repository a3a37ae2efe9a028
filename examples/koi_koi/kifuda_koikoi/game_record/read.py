"""Reads such a file as a match: the deals and acts are the file's, everything else that it says is a claim.

Not here: the fields (``shape``).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

import msgspec

from analytics.imports.formats.format import Options
from analytics.imports.prepared import Record
from analytics.imports.problem import BadFile, Problem, deal_refused
from analytics.imports.source import Source
from engine.record.notation.head.toml import literal
from engine.record.notation.problem import Unreadable
from engine.record.notation.read import read_transcript
from events.model.kinds import Noted
from kifuda_koikoi.game_record.shape import Basic, Card, File, Info, Turn
from kifuda_koikoi.match_course import parts_of

SEATS = ("A", "B")
SETTINGS: Mapping[str, bool | int | str] = {
    "first_dealer": "given",
    "accounts": "transfer",
    "bankruptcy": True,
    "dealt_four": "redeal",
    "dealt_pairs": "play_on",
    "field_deal": "redeal_four",
    "viewing_points": "one_then_three",
    "double_from_seven": False,
    "double_after_koikoi": False,
    "koikoi_bonus": "ladder",
    "dealers_right": 1,
    "both_ribbons": 10,
}
"""The house rules of the program, where they differ from the usual ones."""
MAX_BYTES = 2_000_000
BEGINS = re.compile(rb'\s*\{\s*"info"\s*:\s*\{')
FIELDS = (b'"player1InitPts"', b'"numRound"')
DAY = re.compile(r"[12][0-9]{3}-[01][0-9]-[0-3][0-9]")
Lines = Iterator[tuple[int, str | Noted]]


def recognises(source: Source) -> bool:
    """Whether the file begins as such a record does."""
    return BEGINS.match(source.data[:200]) is not None and all(one in source.data[:2000] for one in FIELDS)


def read(source: Source, options: Options) -> Record:
    """The match in a file; reading ends at the first act that the rules refuse. Raises ``BadFile``."""
    file = _decoded(source, source.data, File, "")
    rounds = [(name, _round(source, name, of_round)) for name, of_round in file.record.items()]
    if not rounds:
        raise _bad(source, "record", "–", "round1, round2 …")
    digest = sha256(source.data).hexdigest()
    match = f"koi-koi-{digest[:16]}"
    head = "\n".join(_head(file, match, rounds, {**SETTINGS, **options.settings})) + "\n"
    text = source.data.decode("utf-8", "replace")
    try:
        reading = read_transcript(head, list(_lines(file, rounds)), text, name=source.name)
    except Unreadable as unreadable:
        raise deal_refused(source.name, "record", unreadable.problem) from None
    return Record(source.name, digest, match, reading.events, reading.refusal)


# --- the file ------------------------------------------------------------------------------------------

Round = tuple[Basic, list[tuple[str, Turn]]]


def _decoded(source: Source, data: bytes | msgspec.Raw, kind: type, place: str):  # type: ignore[no-untyped-def]  # the kind that is given
    if len(data) > MAX_BYTES:
        raise BadFile([Problem(source.name, place, "log-too-large", {"most": str(MAX_BYTES // 10**6)})])
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _bad(source, place, str(error), f"a record of KoiKoi-AI ({kind.__name__})") from None


def _bad(source: Source, place: str, given: str, accepted: str) -> BadFile:
    return BadFile([Problem(source.name, place, "log-line", {"given": given[:120], "accepted": accepted})])


def _round(source: Source, name: str, parts: dict[str, msgspec.Raw]) -> Round:
    if "basic" not in parts:
        raise _bad(source, f"record.{name}", ", ".join(parts)[:60], "basic, turn1, turn2 …")
    basic = _decoded(source, parts["basic"], Basic, f"record.{name}.basic")
    turns = [
        (turn, _decoded(source, raw, Turn, f"record.{name}.{turn}"))
        for turn, raw in parts.items()
        if turn != "basic"
    ]
    return basic, turns


# --- the head ------------------------------------------------------------------------------------------


def _head(
    file: File, match: str, rounds: Sequence[tuple[str, Round]], settings: Mapping[str, bool | int | str]
) -> Iterator[str]:
    info = file.info
    yield "+++"
    yield "kfd = 1"
    yield f"match = {literal(match)}"
    yield 'ruleset = "koi-koi@common"'
    yield 'cards = "base"'
    yield f"players = {literal(list(_names(info)))}"
    yield 'source = "KoiKoi-AI"'
    if day := DAY.match(info.start_time):
        yield f"played = {day[0]}"
    house = {"rounds": info.rounds, "start_points": info.player1_points, **settings}
    yield from (f"settings.{name} = {literal(value)}" for name, value in house.items())
    for number, (_, (basic, _)) in enumerate(rounds, start=1):
        cards = (basic.hand1, basic.hand2, basic.field, list(reversed(basic.pile)))
        for part, faces in zip(parts_of(str(number)), cards, strict=True):
            yield f"known.{part} = {literal([_face(card) for card in faces])}"
    yield "+++"


def _names(info: Info) -> tuple[str, str]:
    """Both names; without the second where it is the first one again."""
    first, second = info.player1_name, info.player2_name
    return first, second if second != first else f"{second} (2)"


def _face(card: Card) -> str:
    return f"M{card[0]}-{card[1]}"


# --- acts and claims -------------------------------------------------------------------------------------


def _lines(file: File, rounds: Sequence[tuple[str, Round]]) -> Lines:
    """The lines of the record; the file is one line, so the place in it is noted before what it says."""
    accounts = [file.info.player1_points, file.info.player2_points]
    for index, (name, (basic, turns)) in enumerate(rounds):
        yield _place(f"record.{name}.basic")
        if index == 0:
            yield 1, f"A {'deal' if basic.dealer == 1 else 'leave'}"
        yield 1, f"=> dealer {SEATS[basic.dealer - 1]} 1"
        yield 1, f"=> round {index + 1}"
        for turn_name, turn in turns:
            yield _place(f"record.{name}.{turn_name}")
            yield from ((1, line) for line in _turn(turn))
        if basic.player1_points is None or basic.player2_points is None:
            continue
        yield _place(f"record.{name}.basic")
        for seat, points in enumerate((basic.player1_points, basic.player2_points)):
            accounts[seat] += points
            yield 1, f"=> account {SEATS[seat]} {accounts[seat]}"
    result = file.result
    if result.over and result.player1_points is not None and result.player2_points is not None:
        yield _place("result")
        yield 1, f"=> score A {result.player1_points}"
        yield 1, f"=> score B {result.player2_points}"


def _place(path: str) -> tuple[int, Noted]:
    return 1, Noted("line", path, 1)


def _turn(turn: Turn) -> Iterator[str]:
    seat = SEATS[turn.player - 1]
    yield f"{seat} play {_face(turn.played)}"
    yield from _capture(seat, turn.played, turn.captured)
    if turn.turned is not None:
        yield f"=> {_face(turn.turned)} to shown"
        yield from _capture(seat, turn.turned, turn.captured_too)
    if turn.goes_on is not None:
        yield f"{seat} {'koikoi' if turn.goes_on else 'shobu'}"


def _capture(seat: str, card: Card, captured: Sequence[Card]) -> Iterator[str]:
    """What a card took: itself comes first in the list, then the field cards."""
    if not captured:
        yield f"=> {_face(card)} to field"
        return
    taken = [_face(one) for one in captured if one != card]
    yield " ".join((seat, "take", *taken))
    yield f"=> {_face(card)} to captured {seat}"
