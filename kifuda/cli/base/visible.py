"""Text whose control characters are signs that can be seen.

Not here: what is shown (``output``).
"""

_CONTROLS = [code for code in (*range(0x20), 0x7F) if chr(code) not in "\t\n"]
_TURNING = [*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
"""Further controls, and those that turn the direction of what follows."""
_SIGNS = {code: chr(0x2421 if code == 0x7F else 0x2400 + code) for code in _CONTROLS} | dict.fromkeys(
    _TURNING, "\N{REPLACEMENT CHARACTER}"
)


def visible(text: str) -> str:
    """The text with its control characters as signs: those of a name would act on the terminal."""
    return text.translate(_SIGNS)
