"""Genesis Garden as it is registered."""

from engine.games.genesis_garden.ruleset import GENESIS_GARDEN
from engine.kernel.plugin import Plugin

PLUGIN = Plugin(
    editions=(GENESIS_GARDEN,),
    bots="kifuda.bots.genesis_garden.skill:SKILL",
    samples="kifuda:samples/genesis-garden",
    rank=3,
    colour="green",
)
