"""Changes of a file: of bytes, lines, numbers and keys. What comes of them may be accepted, or refused.

Not here: what is changed.
"""

from __future__ import annotations

import random
import re

PIECES = (
    b"", b"\x00", b"\xff", b"\n", b"\n\n", b"=", b"[", b"]", b'"', b"-1", b"9" * 25, b"1e999", b"null",
    b"true", b"+++\n", b"# ", b"0", "月".encode(), "\u202e".encode(), "\u200d".encode(), "٣".encode(),
    "e\u0301".encode(), b",", b";", b"<", b"&amp;", b"\\u0000", b"\r",
)  # fmt: skip
NUMBERS = (
    b"0", b"1", b"-1", b"7", b"100", b"255", b"65536", b"2147483648", b"9007199254740991",
    b"9007199254740992", b"9223372036854775807", b"9223372036854775808", b"-9223372036854775809",
    b"1" + b"0" * 40, b"1.5", b"1e9", b"0x10", b"01",
)  # fmt: skip
NUMBER = re.compile(rb"-?\d+")
KEY = re.compile(rb'^\s*"?([A-Za-z_]\w*)"?\s*[=:]', re.MULTILINE)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The bytes with one to three changes."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        data = chance.choice((_bytes, _lines, _numbers, _numbers, _keys))(data, chance)
    return data


def _bytes(data: bytes, chance: random.Random) -> bytes:
    begin = chance.randrange(len(data) + 1)
    end = min(len(data), begin + chance.choice((0, 1, 1, 4, 40)))
    piece = chance.choice((chance.choice(PIECES), chance.randbytes(1), data[begin:end] * 2))
    return data[:begin] + piece + data[end:]


def _lines(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    at, other = (chance.randrange(len(lines)) for _ in range(2))
    match chance.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            lines = lines[: at + 1]
    return b"\n".join(lines)


def _numbers(data: bytes, chance: random.Random) -> bytes:
    found = list(NUMBER.finditer(data))
    if not found:
        return data
    place = chance.choice(found)
    return data[: place.start()] + chance.choice(NUMBERS) + data[place.end() :]


def _keys(data: bytes, chance: random.Random) -> bytes:
    found = list(KEY.finditer(data))
    if not found:
        return data
    place, other = (chance.choice(found) for _ in range(2))
    new = chance.choice((other[1], place[1][:-1], place[1] + b"s", b"_" + place[1]))
    return data[: place.start(1)] + new + data[place.end(1) :]
