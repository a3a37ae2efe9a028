"""The bytes of a record as text.

Not here: reading the text (``read``).
"""

import re

from engine.record.notation.messages import message
from engine.record.notation.problem import Problem, Unreadable

ENCODINGS = {"cp932": "Shift-JIS", "euc_jp": "EUC-JP", "utf_16": "UTF-16"}
"""Other encodings that editors use for Japanese text."""
_KANA = re.compile("[ぁ-ヿ]")
_KANJI = re.compile("[^\uff61-\uff9f]*[一-鿿][^\uff61-\uff9f]*")
"""Text with kanji and without half-width katakana: what other alphabets turn into has these."""
_WESTERN = re.compile(rb"(?:[\t\n\r\x20-\x7e]|[\xc0-\xff](?![\x80-\xff]{2}))+")
"""Plain text with single letters of Latin-1 in it."""
UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
SAMPLE, LEAST_ZEROS = 400, 3
"""Bytes at the beginning that are looked at for the zeros of UTF-16, and more than so many of these."""


def decoded(data: bytes, name: str) -> str:
    """UTF-8 bytes as text, without a byte order mark. Raises ``Unreadable`` at the first wrong byte."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - before.rfind(b"\n")
        what = message("not-utf8", byte=f"0x{data[error.start]:02X}", guess=likely_encodings(data))
        raise Unreadable(Problem(line, column, "", what, "", ("UTF-8",)), name) from None


def likely_encodings(data: bytes) -> str:
    """The names of encodings that bytes which are no UTF-8 are probably in; ``""`` if none is likely."""
    if data.startswith(UTF_16_MARKS) or data[:SAMPLE].count(0) > max(len(data[:SAMPLE]) // 4, LEAST_ZEROS):
        return "UTF-16"
    fitting = []
    western = _WESTERN.fullmatch(data) is not None  # two of its letters may be one of kanji
    for encoding, name in ENCODINGS.items():
        if encoding == "utf_16" and 0 not in data:  # each end of a line has a zero there
            continue
        try:
            text = data.decode(encoding)
        except UnicodeError:
            continue
        if _KANA.search(text) or (not western and _KANJI.fullmatch(text)):
            fitting.append(name)
    if not fitting and western:
        fitting.append("Latin-1")
    return " / ".join(fitting)
