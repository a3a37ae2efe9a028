"""FERTCG as it is registered."""

from engine.games.fertcg.ruleset import FERTCG
from engine.kernel.plugin import Plugin

PLUGIN = Plugin(
    editions=(FERTCG,),
    bots="kifuda.bots.fertcg.skill:SKILL",
    samples="kifuda:samples/fertcg",
    rank=4,
    colour="orange",
)
