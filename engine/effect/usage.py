"""Whether the words in a line of card text mean anything in their place.

Not here: parsing the line (``grammar``), or fields outside the text (``lint``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, get_args

from engine.effect import form, tree
from engine.effect.problem import nearest
from engine.effect.tree import Node
from engine.effect.vocabulary import Vocabulary

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
    "roles": "role",
    "traits": "trait or tag",
    "names": "name",
}
"""List of words → what a message calls a word of it."""


class Misuse(NamedTuple):
    """A word without meaning, and what would have one."""

    code: str
    word: str
    message: str


@dataclass(slots=True)
class Text:
    """The place of a line: the moment ``on`` (None if unknown), in a role or not, with an X to pay or not.

    ``made``: the words that the card files define. ``named`` collects the cards that earlier lines have set
    aside.
    """

    on: str | None
    in_role: bool
    has_x: bool
    made: Mapping[str, tuple[str, ...]]
    named: list[str] = field(default_factory=list)


def misuses(node: Node, text: Text, words: Vocabulary) -> Iterator[Misuse]:
    """Every misuse in ``node``, in the order of its sentence."""
    yield from _placed(node, text, words)
    for slot in form.slots(type(node)):
        value = getattr(node, slot)
        if isinstance(value, Node):
            yield from misuses(value, text, words)
        elif isinstance(value, str) and value:
            yield from _word(node, slot, value, text, words)


def _placed(node: Node, text: Text, words: Vocabulary) -> Iterator[Misuse]:
    """Whether this word, with these parts, may be used at this moment."""
    tag = str(type(node).__struct_config__.tag)
    yield from _timed(tag, _opening(type(node)), text, words)
    if isinstance(node, tree.X) and not text.has_x:
        yield Misuse("CONTEXT", "x", "'x' has no value here: only a use of a card with cost \"X\" has one")
    if isinstance(node, tree.Attack) and node.style in words.styles:
        if node.style in words.measured and node.amount is None:
            message = f"an attack of style '{node.style}' needs an amount: 'attack {node.style} 3'"
            yield Misuse("MISSING", node.style, message)
        if node.style not in words.measured and node.amount is not None:
            yield Misuse("CONTEXT", node.style, f"an attack of style '{node.style}' takes no amount")


def _timed(tag: str, word: str, text: Text, words: Vocabulary) -> Iterator[Misuse]:
    moments = words.only_at.get(tag)
    if moments is not None and text.on is not None and text.on not in moments:
        message = f"'{word}' has no meaning on \"{text.on}\"; it has on: {', '.join(moments)}"
        yield Misuse("CONTEXT", word.split()[0], message)


def _word(node: Node, slot: str, value: str, text: Text, words: Vocabulary) -> Iterator[Misuse]:
    filling = next(f for f in form.fillings(type(node))[slot] if isinstance(f, form.DefinedWord | form.OneOf))
    if isinstance(filling, form.OneOf):
        if value in ("bearer", "while here") and not (text.in_role or text.on in words.lasting):
            yield Misuse(
                "CONTEXT", value, f"'{value}' has a meaning only in a role: this card is not attached"
            )
        if value == "controller":
            yield from _timed(value, value, text, words)
    elif filling.words == "names" and not isinstance(node, tree.Named):
        text.named.append(value)
    elif filling.words == "traits":
        known = _known(filling.words, text, words)
        for trait in value.split():
            if trait not in known:
                yield Misuse(
                    "UNKNOWN-NAME", trait, f"unknown {LABELS['traits']} '{trait}'; {nearest(trait, known)}"
                )
    elif value not in (known := _known(filling.words, text, words)):
        if filling.words == "names":  # a misspelt 'self' or 'opponent' is read as a name too
            known += ("self", "action", *get_args(tree.Who))
        code = "BAD-REF" if filling.words in ("names", "roles") else "UNKNOWN-NAME"
        yield Misuse(code, value, f"unknown {LABELS[filling.words]} '{value}'; {nearest(value, known)}")


def _known(defined: str, text: Text, words: Vocabulary) -> tuple[str, ...]:
    if defined == "names":
        return (*words.names, *text.named)
    if defined == "traits":
        return (*words.traits, *text.made["tags"])
    if defined in text.made:
        return text.made[defined]
    known: tuple[str, ...] = getattr(words, defined)
    return (*known, "cost") if defined == "stats" else known


def _opening(word: type[Node]) -> str:
    """The fixed words with which a sentence begins."""
    first = form.pieces(word)[0]
    return first.strip(" (") if isinstance(first, str) else ""
