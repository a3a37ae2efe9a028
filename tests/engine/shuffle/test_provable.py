"""Provable shuffles: the algorithm against vectors, against a second implementation, and for fairness.

The vectors stand in ``docs/shuffles.md`` as well. Not here: what a record says of its shuffles
(``test_proofs``).
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections import Counter
from itertools import count, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.shuffle.provable import ALGORITHM, _below, commitment, seed, shuffled

MATCH = "example-match"
PARTIES = ("table", "A", "B")
SECRETS = {party: bytes(range(32 * at, 32 * at + 32)) for at, party in enumerate(PARTIES)}
CARDS = tuple(f"card-{number:02}" for number in range(1, 11))
COMMITMENTS = {
    "table": "a85944336017bfe6b18760e5b1d4e9cb36ddbd8f9c53ee8c26d06aa3124bc5cb",
    "A": "eb51b1ea57ff7418d9ec02025cc60976b59a46418905abc98f2f742e30d961c6",
    "B": "adcc9ada2b9933d4fc7c393b3ef06e7f53896aad0eb9e76d8cc5c9b392542db0",
}
SEED = "ee36d1664a120be17005f09d8b7d566b841851d7d7d454ecfdba5d596be07013"
ORDER = "card-06 card-10 card-08 card-05 card-09 card-07 card-02 card-01 card-04 card-03"
SECOND_ORDER = "card-10 card-02 card-08 card-05 card-09 card-06 card-07 card-03 card-04 card-01"
"""The order of the second shuffle of the match, with the same secrets."""


def secrets() -> list[tuple[str, bytes]]:
    return [(party, SECRETS[party]) for party in PARTIES]


# --- fixed vectors ---------------------------------------------------------------------------------------


def test_fixed_secrets_give_fixed_commitments_and_a_fixed_order() -> None:
    assert ALGORITHM == "hmac-sha256-fisher-yates/v1"
    assert {party: commitment(MATCH, 1, party, SECRETS[party]) for party in PARTIES} == COMMITMENTS
    assert seed(MATCH, 1, secrets()).hex() == SEED
    assert shuffled(CARDS, seed(MATCH, 1, secrets())) == tuple(ORDER.split())
    assert shuffled(CARDS, seed(MATCH, 2, secrets())) == tuple(SECOND_ORDER.split())


# --- written a second time, from the description -----------------------------------------------------------


def told(*fields: bytes) -> bytes:
    return b"".join(struct.pack(">I", len(field)) + field for field in fields)


def second_order(cards: list[str], match: str, number: int, given: list[tuple[str, bytes]]) -> list[str]:
    """Nothing of the engine: only ``hashlib`` and ``hmac``."""
    name = b"hmac-sha256-fisher-yates/v1"
    message = told(name + b"/seed", match.encode(), b"%d" % number)
    for party, secret in given:
        message += told(party.encode(), secret)
    key = hmac.new(name + b"/seed", message, hashlib.sha256).digest()
    stream = (
        word
        for block in count()
        for word in struct.unpack(">4Q", hmac.new(key, struct.pack(">Q", block), hashlib.sha256).digest())
    )
    cards = sorted(cards)
    for last in reversed(range(1, len(cards))):
        word = next(stream)
        while word >= 2**64 - 2**64 % (last + 1):
            word = next(stream)
        other = word % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def test_the_vectors_agree_with_a_second_implementation() -> None:
    assert second_order(list(CARDS), MATCH, 1, secrets()) == ORDER.split()
    for party, secret in secrets():
        message = told(b"hmac-sha256-fisher-yates/v1/commit", MATCH.encode(), b"1", party.encode(), secret)
        assert hashlib.sha256(message).hexdigest() == COMMITMENTS[party]


secret_bytes = st.binary(min_size=32, max_size=32)


@given(
    st.lists(st.text(max_size=4), max_size=60),
    st.text(max_size=8),
    st.integers(1, 9),
    st.lists(secret_bytes, min_size=3, max_size=3),
)
def test_any_shuffle_agrees_with_a_second_implementation(
    cards: list[str], match: str, number: int, given: list[bytes]
) -> None:
    named = list(zip(PARTIES, given, strict=True))
    order = shuffled(cards, seed(match, number, named))
    assert list(order) == second_order(cards, match, number, named)
    assert Counter(order) == Counter(cards)
    assert shuffled(reversed(cards), seed(match, number, named)) == order


# --- what it has to be --------------------------------------------------------------------------------


@given(st.data())
def test_a_commitment_binds_secret_party_match_and_number(data: st.DataObject) -> None:
    facts = st.tuples(st.sampled_from("ab"), st.integers(1, 3), st.sampled_from(PARTIES), secret_bytes)
    one, other = data.draw(facts), data.draw(facts)
    assert (commitment(*one) == commitment(*other)) == (one == other)


def test_fields_do_not_run_into_each_other() -> None:
    secret = SECRETS["A"]
    assert commitment("m1", 1, "A", secret) != commitment("m", 11, "A", secret)
    assert commitment("m", 1, "A", secret) != commitment("m", 1, "", b"A" + secret[:31])


@pytest.mark.parametrize("party", PARTIES)
def test_each_secret_alone_makes_another_order(party: str) -> None:
    orders = set()
    for value in range(40):
        changed = [(name, bytes([value] * 32) if name == party else secret) for name, secret in secrets()]
        orders.add(shuffled(CARDS, seed(MATCH, 1, changed)))
    assert len(orders) == 40


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=f"a secret has 32 bytes, not {length}"):
        commitment(MATCH, 1, "A", bytes(length))
    with pytest.raises(ValueError, match=f"a secret has 32 bytes, not {length}"):
        seed(MATCH, 1, [("A", bytes(length))])


CHI_SQUARE = {2: 10.8, 3: 20.5, 4: 49.7, 5: 172.4}
"""Exceeded by a fair shuffle of so many cards once in a thousand runs (n! − 1 degrees of freedom)."""


@pytest.mark.parametrize("size", CHI_SQUARE)
def test_every_order_is_as_likely_as_any_other(size: int) -> None:
    cards = [str(card) for card in range(size)]
    orders = list(permutations(cards))
    runs = 100 * len(orders)
    seen = Counter(shuffled(cards, hashlib.sha256(b"%d" % run).digest()) for run in range(runs))
    assert set(seen) == set(orders)
    expected = runs / len(orders)
    assert sum((seen[order] - expected) ** 2 / expected for order in orders) < CHI_SQUARE[size]


def test_words_beyond_the_last_whole_multiple_are_passed_over() -> None:
    """With 3 cards a word of 2^64 - 1 would favour one of them; it is drawn again."""
    assert _below(3, iter([2**64 - 1, 7])) == 1
    assert _below(2, iter([2**64 - 1])) == 1
