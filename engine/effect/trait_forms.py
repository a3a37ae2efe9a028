"""How a text says the traits of cards: one, one that they lack (``non-broken``), one of several
(``icon-ghost/icon-witch``).

Not here: whether a trait is true of a card (``select``).
"""

from collections.abc import Callable, Collection, Iterator

from engine.effect.problem import Misuse, nearest

NON = "non-"
"""Before a trait that a card must not have."""
OR = "/"
"""Between traits of which a card must have one."""


def is_true(trait: str, known: Callable[[str], bool]) -> bool:
    """Whether a card has a trait as it is said; ``known`` tells of a single one."""
    if OR in trait:
        return any(is_true(one, known) for one in trait.split(OR))
    return not known(trait.removeprefix(NON)) if trait.startswith(NON) else known(trait)


def misuses_of(
    traits: str, at: int, *, known: Collection[str], forms: Collection[str], game: str
) -> Iterator[Misuse]:
    """What is wrong with the traits of a line, which begin at ``at``: unknown ones, and forms that the game
    does not have."""
    for trait in traits.split():
        begin = at + traits.index(trait)
        for one in trait.split(OR):
            bare, here = one.removeprefix(NON), begin + trait.index(one)
            if bare not in known:
                yield Misuse("UNKNOWN-NAME", here, f"unknown trait or tag '{bare}'; {nearest(bare, known)}")
            elif one != bare and NON not in forms:
                yield Misuse("CONTEXT", here, f"in {game} no text asks for cards without a trait: no '{NON}'")
        if OR in trait and OR not in forms:
            yield Misuse(
                "CONTEXT", begin, f"in {game} cards have every trait that is said, not one of several"
            )
