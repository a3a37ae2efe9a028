"""One trial: some texts are written, the linter looks at each, and matches are played with those it accepts.

Not here: many trials at once (``__main__``), or a shorter text that fails as well (``shrink``).
"""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.card_texts.play import play
from tests.card_texts.world import Text, World
from tests.card_texts.writer import Writer

TOGETHER = 12
"""Texts that are played in one match."""
ROUNDS, MATCHES = 3, 1
"""Rounds of a trial, and matches of a round."""


@dataclass
class Failure:
    """A law was broken: ``kind`` is the error and where it came from, ``texts`` were in play."""

    kind: str
    game: str
    texts: list[Text]
    seed: int


@dataclass
class Outcome:
    """What came of some texts."""

    written: int = 0
    refused: int = 0
    played: int = 0
    failures: list[Failure] = field(default_factory=list)


def trial(world: World, seed: int) -> Outcome:
    """Write texts until enough are accepted, and play them."""
    chance = Random(seed)
    writer = Writer(world.rules.vocabulary, chance, tags=world.tags, roles=world.roles)
    found, accepted = Outcome(), dict[str, Text]()
    while len(accepted) < TOGETHER:
        sort, template = chance.choice(world.templates)
        text = Text(sort, writer.card(template))
        found.written += 1
        failure = refused(world, text)
        if failure is None:
            accepted[text.id] = text
        elif failure:
            found.failures.append(Failure(failure, world.rules.game, [text], seed))
        else:
            found.refused += 1
    texts = list(accepted.values())
    for again in range(ROUNDS):  # in the next round the decks hold more of what was not carried out yet
        kind, texts_left = run(world, texts, seed + again)
        if kind:
            found.failures.append(Failure(kind, world.rules.game, texts, seed + again))
            break
        found.played += len(texts) - len(texts_left)
        texts = texts_left
        if not texts:
            break
    return found


def refused(world: World, text: Text) -> str | None:
    """None if the linter accepts the text, ``""`` if it refuses it as it should, else what is wrong with
    that."""
    try:
        problems = world.problems(text)
    except Exception as error:
        return kind_of(error)
    lines = text.file.count("\n") + 5
    for problem in problems:
        if not (problem.message and problem.file and 1 <= problem.line <= lines and problem.column >= 1):
            return f"a refusal without a place: {problem}"
        if problem.message.rstrip().endswith((":", ";", ",")) or "''" in problem.message:
            return f"a refusal that does not end: {problem.message}"
    return "" if problems else None


def run(world: World, texts: list[Text], seed: int, *, matches: int = MATCHES) -> tuple[str, list[Text]]:
    """Play matches with these texts: the kind of failure or ``""``, and the texts not carried out."""
    rules = world.with_texts(texts, Random(seed))
    carried_out: set[int] = set()
    kind = ""
    try:
        for number in range(matches):
            play(rules, seed * 100 + number, carried_out)
    except Exception as error:
        kind = kind_of(error)
    cards = rules.sets["tried"]
    left = []
    for text in texts:
        tried: Any = (cards.cards if text.sort == "card" else cards.roles)[text.id]
        if not any(id(line) in carried_out for one in tried.abilities for line in one.do):
            left.append(text)
    return kind, left


def kind_of(error: Exception) -> str:
    """The error and the place of the engine that it came from."""
    if isinstance(error, RecursionError):
        return "RecursionError"
    steps = traceback.extract_tb(error.__traceback__)
    own = [step for step in steps if "/engine/" in step.filename or "/tests/laws/" in step.filename]
    step = (own or list(steps))[-1]
    place = "/".join(Path(step.filename).parts[-3:])
    said = re.sub(r"[(\[{<].*", "", str(error).partition("\n")[0]).strip()
    return f"{type(error).__name__}: {said} ({place}, {step.name}: {step.line})"
