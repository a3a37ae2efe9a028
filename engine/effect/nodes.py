"""Every piece of a text of card language, the text itself first.

Not here: what the pieces mean.
"""

from collections.abc import Iterator

from engine.effect import tree


def nodes(node: tree.Node) -> Iterator[tree.Node]:
    """Yield ``node`` and everything inside it, in the order in which it is written."""
    yield node
    for field in node.__struct_fields__:
        inner = getattr(node, field)
        if isinstance(inner, tree.Node):
            yield from nodes(inner)
