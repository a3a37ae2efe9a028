"""Aquarian Age as it is registered."""

from engine.games.aquarian_age.ruleset import EDITIONS
from engine.kernel.plugin import Plugin

PLUGIN = Plugin(
    editions=EDITIONS,
    bots="kifuda.bots.aquarian_age.skill:SKILL",
    samples="kifuda:samples/aquarian-age",
    rank=5,
    colour="purple",
)
