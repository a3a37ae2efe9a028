"""Names of players that look the same and are not: in letters of other scripts, or other forms of a sign.

They stay different players, for nobody can tell from a file who is meant. The table has letters that fonts
draw alike, of scripts in which players write their names; Unicode's own (UTS 39) has thousands. Not here:
signs by which an id could be taken for another (``engine.record.notation.head.look_alike``).
"""

from collections.abc import Iterable, Iterator
from unicodedata import normalize

ALIKE = {
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁ": "ABESIJKMHOPCTYXaesijopcyxhd",
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο": "ABEZHIKMNOPTYXo",
    "へべぺりー一ニハロカエタトオ": "ヘベペリ——二八口力工夕卜才",
}
"""Letters, and those of other scripts that look like them."""
_TABLE = {
    ord(sign): other for signs, others in ALIKE.items() for sign, other in zip(signs, others, strict=True)
}


def shape(name: str) -> str:
    """What a name looks like: equal for names that a reader cannot tell apart."""
    return normalize("NFKC", name).translate(_TABLE)


def alike_names(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each name that looks like one before it, after that one."""
    first: dict[str, str] = {}
    for name in dict.fromkeys(names):
        other = first.setdefault(shape(name), name)
        if other != name:
            yield other, name


def codes(name: str, other: str) -> str:
    """The signs of a name that the other one has not, each with its number."""
    return ", ".join(f"{sign} (U+{ord(sign):04X})" for sign in dict.fromkeys(name) if sign not in other)
