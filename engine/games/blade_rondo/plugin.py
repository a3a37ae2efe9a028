"""Blade Rondo as it is registered."""

from engine.games.blade_rondo.ruleset import BLADE_RONDO
from engine.kernel.plugin import Plugin

PLUGIN = Plugin(
    editions=(BLADE_RONDO,),
    bots="kifuda.bots.blade_rondo.skill:SKILL",
    samples="kifuda:samples/blade-rondo",
    rank=1,
    colour="red",
)
