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

from engine.kernel.ruleset import Ruleset
from tests.card_texts.play import Seen, play
from tests.card_texts.world import Text, World
from tests.card_texts.writer import Writer

PLACES = (
    "/engine/",
    "/tests/laws/",
    "/tests/card_texts/laws",
    "/tests/card_texts/deeds",
    "/tests/card_texts/prices",
)
"""Where an error may come from: the game, or a law."""
TOGETHER = 12
"""Texts that are played in one match."""
ROUNDS, MATCHES = 6, 1
"""Rounds of a trial, and matches of a round: the first is played from its beginning, the others from
positions with those texts that were not carried out yet."""
STANDING: dict[str, dict[str, tuple[str, ...]]] = {
    "aquarian-age": {
        "always": ("control", "faction"),
        "anywhere": ("hand",),
        "in-force": ("lasting",),
        "break": ("control", "faction"),
    },
    "chronocard": {"always": ("field",)},
    "genesis-garden": {"continuous": ("front", "rear")},
}
"""Moments of texts that act all the time while their card lies in these zones."""


@dataclass
class Failure:
    """A law was broken: ``kind`` is the error and where it came from, ``texts`` were in play."""

    kind: str
    game: str
    texts: list[Text]
    seed: int
    arranged: bool = False


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
    for again in range(ROUNDS):
        kind, texts_left = run(world, texts, seed + again, arranged=again > 0)
        if kind:
            found.failures.append(Failure(kind, world.rules.game, texts, seed + again, arranged=again > 0))
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


def run(
    world: World, texts: list[Text], seed: int, *, matches: int = MATCHES, arranged: bool = False
) -> tuple[str, list[Text]]:
    """Play matches with these texts: the kind of failure or ``""``, and the texts not carried out."""
    rules = world.with_texts(texts, Random(seed))
    seen = Seen()
    kind = ""
    wanted = tuple(text.id for text in texts) if arranged else None
    try:
        for number in range(matches):
            play(rules, seed * 100 + number, seen, texts=wanted)
    except Exception as error:
        kind = kind_of(error)
    return kind, [text for text in texts if not _came_up(rules, text, seen)]


def _came_up(rules: Ruleset, text: Text, seen: Seen) -> bool:
    """Whether a line of the text was carried out, or acted all the time where its card lay."""
    cards, standing = rules.sets["tried"], STANDING.get(rules.game, {})
    tried: Any = (cards.cards if text.sort == "card" else cards.roles)[text.id]
    return any(
        any((text.id if text.sort == "card" else "", id(line)) in seen.effects for line in one.do)
        or any((text.id, zone) in seen.lay for zone in standing.get(one.on, ()))
        for one in tried.abilities
    )


def kind_of(error: Exception) -> str:
    """The error and the place of the engine that it came from."""
    if isinstance(error, RecursionError):
        return "RecursionError"
    steps = traceback.extract_tb(error.__traceback__)
    own = [step for step in steps if any(place in step.filename for place in PLACES)]
    step = (own or list(steps))[-1]
    place = "/".join(Path(step.filename).parts[-3:])
    said = re.sub(r"[(\[{<].*|[0-9]+", "", str(error).partition("\n")[0]).strip()
    return f"{type(error).__name__}: {said} ({place}, {step.name}: {step.line})"
