"""The shortest text that still fails: abilities, lines and parts are left out as long as the failure stays.

Not here: finding failures (``trial``).
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any, get_args

from engine.effect import form, tree
from engine.effect.grammar import parse
from engine.effect.print import show
from engine.effect.tree import Node
from tests.card_texts.trial import Failure, refused, run
from tests.card_texts.world import Text, World

SEEDS = 12
"""So many matches are tried before a text counts as one that does not fail."""
EFFECTS = get_args(tree.Effect)


def shortest(world: World, failure: Failure) -> Failure:
    """The failure with as few and as short texts as can be found."""
    if failure.kind.startswith("a refusal") or not _fails(world, failure.texts, failure):
        return failure
    texts = next(([text] for text in failure.texts if _fails(world, [text], failure)), failure.texts)
    for text in list(texts):
        rest = [one for one in texts if one is not text]
        if rest and _fails(world, rest, failure):
            texts = rest
    shorter = True
    while shorter:
        shorter = False
        for number, text in enumerate(texts):
            for table in _shorter(text.table):
                tried = [*texts[:number], Text(text.sort, table), *texts[number + 1 :]]
                if refused(world, tried[number]) is None and _fails(world, tried, failure):
                    texts, shorter = tried, True
                    break
    return replace(failure, texts=texts)


def _fails(world: World, texts: list[Text], failure: Failure) -> bool:
    seeds = [failure.seed, *range(SEEDS)]
    head = failure.kind.partition("(")[0].partition(":")[0]
    for seed in seeds:
        kind, _ = run(world, texts, seed, matches=1, arranged=failure.arranged)
        if kind == failure.kind or (
            kind
            and kind.partition(":")[0] == head
            and kind.rpartition("(")[2] == failure.kind.rpartition("(")[2]
        ):
            return True
    return False


def _shorter(table: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for number, ability in enumerate(table["ability"]):
        if len(table["ability"]) > 1:
            yield _without(table, "ability", number)
        for field in ("targets", "price", "needs", "keywords", "zone", "cost"):
            if field in ability:
                shorter = deepcopy(table)
                del shorter["ability"][number][field]
                yield shorter
        for at, line in enumerate(ability.get("do", ())):
            if len(ability["do"]) > 1:
                shorter = deepcopy(table)
                del shorter["ability"][number]["do"][at]
                yield shorter
            for part in _parts(parse(line)):
                shorter = deepcopy(table)
                shorter["ability"][number]["do"][at] = show(part)
                yield shorter


def _without(table: dict[str, Any], field: str, number: int) -> dict[str, Any]:
    shorter = deepcopy(table)
    del shorter[field][number]
    return shorter


def _parts(node: Node) -> Iterator[Node]:
    """The effects within an effect."""
    for slot in form.slots(type(node)):
        value = getattr(node, slot)
        if isinstance(value, EFFECTS):
            yield value
