"""The bytes of a record as text.

Not here: reading the text (``read``).
"""

import re

from engine.record.notation.messages import message
from engine.record.notation.problem import Problem, Unreadable

ENCODINGS = {"cp932": "Shift-JIS", "euc_jp": "EUC-JP", "utf_16": "UTF-16"}
"""Other encodings that editors use for Japanese text."""
_KANA = re.compile("[ぁ-ヿ]")


def decoded(data: bytes, name: str) -> str:
    """UTF-8 bytes as text, without a byte order mark. Raises ``Unreadable`` at the first wrong byte."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - before.rfind(b"\n")
        what = message("not-utf8", byte=f"0x{data[error.start]:02X}", guess=_guess(data))
        raise Unreadable(Problem(line, column, "", what, "", ("UTF-8",)), name) from None


def _guess(data: bytes) -> str:
    """The encodings in which the bytes would be Japanese text."""
    fitting = []
    for encoding, name in ENCODINGS.items():
        try:
            text = data.decode(encoding)
        except UnicodeError:
            continue
        if _KANA.search(text):
            fitting.append(name)
    return " / ".join(fitting)
