"""What the linter accepts is carried out: texts written by chance are refused with a place and a reason, or
played in a match by chance, in which nothing is raised or lost and what is announced happens.

The campaign with thousands of texts is ``make card-texts``.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.games.registry import own_games
from tests.card_texts.play import play
from tests.card_texts.trial import refused
from tests.card_texts.world import Text, World
from tests.card_texts.writer import Writer
from tests.support import effort

GAMES = tuple(rules.game for rules in own_games())
EXAMPLES = 60


@cache
def world(game: str) -> World:
    return World(game)


def written(game: str, chance: Random) -> Text:
    """A text of the grammar on a card or role of the game."""
    here = world(game)
    writer = Writer(here.rules.vocabulary, chance, tags=here.tags, roles=here.roles)
    sort, template = chance.choice(here.templates)
    return Text(sort, writer.card(template))


@pytest.mark.parametrize("game", GAMES)
@settings(
    max_examples=effort.examples(EXAMPLES),
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(chance=st.randoms(use_true_random=False), seed=st.integers(0, 999))
def test_a_text_is_refused_or_carried_out(game: str, chance: Random, seed: int) -> None:
    text = written(game, chance)
    verdict = refused(world(game), text)
    assert not verdict, f"{verdict}\n\n{text.file}"
    if verdict is None:
        try:
            rules = world(game).with_texts([text], Random(seed))
            play(rules, seed)
            play(rules, seed, texts=(text.id,))
        except Exception as error:
            error.add_note(text.file)
            raise


@pytest.mark.parametrize("game", GAMES)
def test_texts_are_refused_and_accepted(game: str) -> None:
    """The writer reaches both, and words of every kind."""
    chance = Random(7)
    verdicts = [refused(world(game), written(game, chance)) for _ in range(60)]
    assert 10 < sum(verdict is None for verdict in verdicts) < 55
