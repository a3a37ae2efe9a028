"""Full-width signs, letters and digits, as a Japanese keyboard gives them, as the plain ones.

Not here: look-alikes of other scripts (``head.look_alike``).
"""

_FULL_WIDTH = {sign + 0xFEE0: sign for sign in range(ord("!"), ord("~") + 1)}


def narrow(text: str) -> str:
    """``text`` in plain signs, each at the column where it was."""
    return text.translate(_FULL_WIDTH)


def form(word: str) -> str:
    """The form in which a word is looked up: in any case and width."""
    return narrow(word).casefold()
