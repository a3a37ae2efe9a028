"""How messages call the words of the card language and what stands in their slots.

Not here: what is wrong with them (``usage``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from engine.effect import form, tree
from engine.effect.print import show
from engine.effect.tree import Node
from engine.effect.vocabulary import Vocabulary
from engine.effect.word import ACTION, BEARER, DAMAGE, OWN_ACTION, PLACE, Style, Tokens, X

LABELS = {
    "zones": "zone",
    "tracks": "track",
    "quantities": "quantity",
    "measures": "value",
    "stats": "printed number",
    "styles": "style of attack",
    "ignorable": "word after 'ignoring'",
    "deeds": "deed",
    "symbols": "symbol",
    "times": "state of the game",
    "delays": "moment to wait for",
    "durations": "duration",
    "roles": "role",
    "traits": "trait or tag",
    "names": "name",
}
"""List of words → what a message calls a word of it."""

KINDS_OF_PARTS = {
    "number": "a number",
    "track": "a track of a player",
    "stat": "a printed number",
    "current": "a current value",
    "count": "count(…)",
    "dealt": "damage dealt",
    "half": "half …",
    "negative": "minus …",
    "cards": "cards in a zone",
    "named": "a name that an earlier line set",
    "": "nothing",
}
"""Tag of a word → what a message calls it as a part of a sentence; any other is called by itself."""


def tag(node: Node) -> str:
    """The name of a word of the language."""
    return str(type(node).__struct_config__.tag)


def is_effect(node: Node) -> bool:
    """Whether this word does something, or combines what does."""
    return isinstance(node, get_args(tree.Effect))


def opening(word: type[Node]) -> str:
    """The fixed words with which a sentence begins; else the name of the word."""
    first = form.pieces(word)[0]
    text = first.strip(" (:") if isinstance(first, str) else ""
    return text or KINDS_OF_PARTS.get(name := str(word.__struct_config__.tag), name)


def shown(value: object) -> str:
    """A part of a line as it is written."""
    return show(value) if isinstance(value, Node) else str(value)


def described(accepted: Tokens) -> str:
    """What a slot accepts, for a message."""
    return listed(KINDS_OF_PARTS.get(token, f"'{token}'") for token in accepted)


def listed(words: Iterable[str]) -> str:
    """``a, b or c``; ``nothing`` where there is none."""
    *some, last = tuple(words) or ("nothing",)
    return f"{', '.join(some)} or {last}" if some else last


_KIN = (
    (tree.Damage, tree.Heal, tree.Add, tree.SetTo, tree.Modify),
    (tree.Destroy, tree.MoveTo, tree.TurnTo, tree.Push, tree.Summon, tree.AttachTo),
    (tree.Nullify, tree.Forbid, tree.Correct, tree.RaiseCost, tree.ReduceCost),
    (tree.May, tree.MayPay, tree.UnlessPaid, tree.Either, tree.UseAgain),
    (tree.Both, tree.Then, tree.If, tree.Later),
    (tree.Draw, tree.Reveal, tree.Choose, tree.MoveTo),
    (tree.Number, tree.X, tree.TrackOf, tree.StatOf, tree.Current, tree.Count, tree.Half, tree.Negative),
    (tree.Compare, tree.Time, tree.Symbol),
)
"""Words that may stand for one another where a game lacks one."""


def kin(word: type[Node]) -> list[type[Node]]:
    """The words that are nearest in meaning."""
    return [one for group in _KIN if word in group for one in group if one is not word]


# --- whole messages ----------------------------------------------------------------------------------

_LACKS = {
    ACTION: "there is no action at hand",
    BEARER: "this card is not attached to anything, and nothing uses it",
    X: "no amount is named with the act",
    DAMAGE: "no action at hand deals damage",
    PLACE: "this text does not act while its card is in place",
    OWN_ACTION: "this text is no action of its own",
}
"""What is missing where a text refers to something that its moment does not give."""


def unknown_word(words: Vocabulary, node: Node) -> str:
    """That a game does not have a word, and the nearest that it has."""
    name = opening(type(node))
    for header, entries in (("price", words.prices), ("targets", words.targets)):
        if type(node) in entries:
            return f"'{name}' stands in a line of '{header}' only in {words.game}"
    related = [one for one in kin(type(node)) if one in words.words]
    if related:
        return f"{words.game} has no word '{name}'; nearest: {quoted(related)}"
    if not is_effect(node):
        return f"{words.game} has no word '{name}'"
    return f"{words.game} has no word '{name}'; its words: {quoted(filter(does_something, words.words))}"


def elsewhere(words: Vocabulary, on: str, name: str, moments: Iterable[str]) -> str:
    """That a word is carried out at other moments, if at any."""
    known = [moment for moment in moments if moment in words.moments]
    where = f"it has on: {', '.join(known)}" if known else f"nor anywhere else in {words.game}"
    return f"'{name}' has no meaning on \"{on}\"; {where}"


def lacking(words: Vocabulary, name: str, refers: str) -> str:
    """That something is referred to which is not there, and where it is."""
    giving = [
        on
        for on, moment in words.moments.items()
        if refers in moment.gives or any(refers in gives for gives in moment.gives_kind.values())
    ]
    keywords = [word for word, keyword in words.keywords.items() if refers in keyword.gives]
    if refers == X and words.x_cost:
        keywords = ['a cost of "X"', *keywords]
    some = [f"on: {', '.join(giving)}"] if giving else []
    some += [f"with {' or '.join(keywords)}"] if keywords else []
    where = f"it has a meaning {', '.join(some)}" if some else f"nor is there ever in {words.game}"
    return f"'{name}' means nothing here: {_LACKS[refers]}; {where}"


def style_flaws(node: tree.Attack, style: Style) -> Iterator[tuple[str, str]]:
    """What is wrong with an attack of a style: the slot, and the message."""
    if style.measured and node.amount is None:
        yield "style", f"an attack of style '{node.style}' needs an amount: 'attack {node.style} 3'"
    elif not style.measured and node.amount is not None:
        yield "amount", f"an attack of style '{node.style}' takes no amount"
    if node.ignoring and node.ignoring not in style.ignores:
        yield "ignoring", f"an attack of style '{node.style}' cannot ignore '{node.ignoring}'"


def does_something(word: type[Node]) -> bool:
    """Whether this class of words does something, or combines what does."""
    return word in get_args(tree.Effect)


def quoted(words: Iterable[type[Node]]) -> str:
    """Words by their opening, for a message."""
    return listed(f"'{opening(word)}'" for word in words)
