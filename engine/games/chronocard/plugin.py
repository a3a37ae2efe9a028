"""ChronoCard TCG as it is registered."""

from engine.games.chronocard.ruleset import CHRONOCARD
from engine.kernel.plugin import Plugin

PLUGIN = Plugin(
    editions=(CHRONOCARD,),
    bots="kifuda.bots.chronocard.skill:SKILL",
    samples="kifuda:samples/chronocard",
    rank=2,
    colour="blue",
)
