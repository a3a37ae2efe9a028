"""The printer: a tree of card text as its one line.

Not here: the grammar that reads it back (``grammar``); both follow the same sentences.
"""

from __future__ import annotations

from engine.effect import form
from engine.effect.tree import If, Node


def show(node: Node) -> str:
    """The line that ``parse`` turns into ``node`` again; for parts of a line too."""
    return "".join(_piece(node, piece) for piece in form.pieces(type(node)))


def columns(node: Node) -> dict[str, int]:
    """Field → how many characters of ``show(node)`` stand before its value; those that are left out are not
    there."""
    found: dict[str, int] = {}
    at = 0
    for piece in form.pieces(type(node)):
        inner = piece.pieces if isinstance(piece, form.Part) else (piece,)
        if isinstance(piece, form.Part) and not _piece(node, piece):
            continue
        for one in inner:
            text = _piece(node, one)
            if isinstance(one, form.Slot):
                value = getattr(node, one.field)
                bracket = isinstance(value, Node) and text == f"({show(value)})" != show(value)
                found[one.field] = at + bracket
            at += len(text)
    return found


def _piece(node: Node, piece: form.Piece) -> str:
    if isinstance(piece, str):
        return piece
    value = getattr(node, piece.field)
    if isinstance(piece, form.Part):
        return "" if value in ("", None) else "".join(_piece(node, inner) for inner in piece.pieces)
    if not isinstance(value, Node):
        return str(value)
    if isinstance(node, If) and piece.field == "then" and node.otherwise is not None and _takes_else(value):
        return f"({show(value)})"
    return show(value)


def _takes_else(effect: Node) -> bool:
    """Whether an ``else`` after ``effect`` would be read as belonging to an ``if`` inside it."""
    if isinstance(effect, If) and effect.otherwise is None:
        return True
    last = form.pieces(type(effect))[-1]
    if isinstance(last, str):
        return False
    value = getattr(effect, last.field)
    return isinstance(value, Node) and _takes_else(value)
