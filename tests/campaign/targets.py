"""Everything that reads bytes from outside: the reader, the errors that it may raise, samples to begin with.

Coverage is measured by importing this under instruments. Not here: who makes up the bytes (``fuzz``).
"""

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.case.file import read_cases
from engine.case.problem import CaseErrors
from engine.effect.grammar import TextError, parse
from engine.effect.print import show
from engine.effect.problem import CardErrors
from engine.games.blade_rondo.ruleset import BLADE_RONDO
from engine.kernel.card import load_set
from engine.record.notation.problem import Unreadable as UnreadableRecord
from engine.record.notation.read import read_bytes
from events.model.codec import decode, encode
from events.model.upcast import Unreadable as UnreadableEntry
from events.seal import Malformed
from events.seal.checkpoint import Checkpoint, SignedCheckpoint
from events.seal.cosignature import CosignerKey
from events.seal.merkle import Tree, leaf
from events.seal.note import Note, SignerKey
from events.seal.note import parse as parse_note
from events.seal.proof import EntryProof, GrowthProof
from events.seal.slip import Slip, path_of
from events.seal.verifiers import parse_key
from tests.events.samples import entries
from tests.evidence.logs import MATCH, both, keep

ROOT = Path(__file__).parents[2]
GAME = ROOT / "engine" / "games" / "blade_rondo"

KEY = SignerKey("example.org/杯", bytes(range(32)))
TREE = Tree(leaf(bytes([number])) for number in range(11))
NOTE = Note(Checkpoint(KEY.name, 11, TREE.root()).text, ()).signed_by(KEY)


class Target(NamedTuple):
    """``read`` may raise ``refusals`` and nothing else, whatever it is given."""

    read: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...]
    samples: Callable[[], list[bytes]]


def _read_effect(data: bytes) -> object:
    return parse(data.decode("utf-8", "replace"))


def _read_key(data: bytes) -> object:
    text = data.decode("utf-8", "replace")
    return SignerKey.parse(text) if text.startswith("PRIVATE") else parse_key(text)


def _read_slip(data: bytes) -> object:
    return Slip.of(SignedCheckpoint.parse(data))


def _read_bundle(data: bytes) -> object:
    """Both verifiers read it, and must answer alike."""
    return both(data)


@cache
def _evidence() -> tuple[bytes, bytes, bytes]:
    """The bundle of a match and of a view, and the slip of the match."""
    with tempfile.TemporaryDirectory() as folder:
        kept = keep(Path(folder) / "log.db")
        slip = path_of(kept.path, MATCH).read_bytes()
        return kept.whole(), kept.view("A", private=True), slip


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """A folder with the real card files, which others may extend; removed when the process ends."""
    folder = tempfile.TemporaryDirectory(prefix="kifuda-fuzz-")
    for path in (GAME / "cards").glob("*.toml"):
        (Path(folder.name) / path.name).write_bytes(path.read_bytes())
    return folder


def _written(data: bytes) -> Path:
    path = Path(_folder().name) / "fuzzed.toml"
    path.write_bytes(data)
    return path


def _read_cards(data: bytes) -> object:
    return load_set(_written(data), BLADE_RONDO.vocabulary)


def _read_cases(data: bytes) -> object:
    return read_cases(_written(data))


def _effects() -> list[bytes]:
    """Every line of card text that a real card has."""
    abilities = [
        ability
        for cards in BLADE_RONDO.sets.values()
        for card in cards.cards.values()
        for ability in card.abilities
    ]
    return sorted({show(effect).encode() for ability in abilities for effect in ability.do})


def _files(pattern: str, *, below: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted(below.rglob(pattern))]


TARGETS: dict[str, Target] = {
    "entry": Target(decode, (UnreadableEntry,), lambda: [encode(entry) for entry in entries()]),
    "note": Target(parse_note, (Malformed,), lambda: [NOTE.encode()]),
    "checkpoint": Target(SignedCheckpoint.parse, (Malformed,), lambda: [NOTE.encode()]),
    "entry-proof": Target(
        EntryProof.parse, (Malformed,), lambda: [EntryProof(4, TREE.inclusion(4), NOTE, b"x").encode()]
    ),
    "growth-proof": Target(
        GrowthProof.parse, (Malformed,), lambda: [GrowthProof(6, TREE.consistency(6), NOTE).encode()]
    ),
    "key": Target(
        _read_key,
        (Malformed,),
        lambda: [
            text.encode() for text in (KEY.reveal(), str(KEY.verifier), str(CosignerKey.of(KEY.verifier)))
        ],
    ),
    "slip": Target(_read_slip, (Malformed,), lambda: [_evidence()[2]]),
    "bundle": Target(_read_bundle, (), lambda: [*_evidence()[:2]]),
    "record": Target(
        read_bytes, (UnreadableRecord,), lambda: _files("*.kfd", below=ROOT / "kifuda" / "samples")
    ),
    "effect": Target(_read_effect, (TextError,), _effects),
    "cards": Target(_read_cards, (CardErrors,), lambda: _files("*.toml", below=GAME / "cards")),
    "cases": Target(_read_cases, (CaseErrors,), lambda: _files("*.toml", below=GAME / "cases")),
}


def offence(target: Target, data: bytes) -> str:
    """What is wrong with how these bytes were taken; "" for a reading, or a refusal with words."""
    try:
        target.read(data)
    except target.refusals as refusal:
        return "" if str(refusal) else f"{type(refusal).__name__} without a word"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""
