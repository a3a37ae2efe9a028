"""Whatever bytes come from outside, whoever reads them gives what they say, or refuses them in its own words.

The samples are changed at random, from a fixed seed; ``make campaign`` lets coverage guide the changes.
"""

import random

import pytest

from tests.campaign.attacks.fuzz import NAMES
from tests.campaign.targets import TARGETS, Target, offence

TRIES = {"cards": 60, "cases": 25, "record": 120, "bundle": 300}
PIECES = (
    b"", b"\x00", b"\xff", b"\n", b"\n\n", b"=", b"[", b"]", b"{", b'"', b"+", b"-1", b"9" * 25, b"9" * 5000,
    b"1e999", b"null", b"true", "月".encode(), "٣".encode(), b"\xed\xa0\x80", b"[" * 3000, b"# ", b"0",
    b"1.5", b"+++\n",
)  # fmt: skip


def changed(data: bytes, chance: random.Random) -> bytes:
    """The bytes with one to four changes: a piece cut out, put in, doubled, or one byte made another."""
    for _ in range(chance.randint(1, 4)):
        begin = chance.randrange(len(data) + 1)
        end = min(len(data), begin + chance.choice((0, 1, 1, 4, 40)))
        piece = chance.choice((chance.choice(PIECES), chance.randbytes(2), data[begin:end] * 2))
        data = data[:begin] + piece + data[end:]
    return data


@pytest.mark.parametrize("name", TARGETS)
def test_changed_samples_are_read_or_refused(name: str) -> None:
    target, chance = TARGETS[name], random.Random(name)
    samples = target.samples()
    for _ in range(TRIES.get(name, 600)):
        data = changed(chance.choice(samples), chance)
        assert offence(target, data) == "", data


def refused(target: Target, data: bytes) -> bool:
    try:
        target.read(data)
    except target.refusals:
        return True
    return False


@pytest.mark.parametrize("name", TARGETS)
def test_the_samples_themselves_are_read(name: str) -> None:
    target = TARGETS[name]
    assert [data for data in target.samples() if refused(target, data)] == []


def test_an_error_of_another_kind_is_an_offence() -> None:
    def careless(data: bytes) -> object:
        if not data:
            raise ValueError
        return data[7]

    target = Target(careless, (ValueError,), list)
    assert offence(target, b"long enough") == ""
    assert offence(target, b"short") == "IndexError: index out of range"
    assert offence(target, b"") == "ValueError without a word"


def test_every_target_is_fuzzed() -> None:
    assert set(NAMES) == set(TARGETS)
