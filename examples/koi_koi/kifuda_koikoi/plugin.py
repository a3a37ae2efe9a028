"""Koi-Koi as it is registered."""

from engine.kernel.plugin import Plugin
from kifuda_koikoi.ruleset import KOI_KOI

PLUGIN = Plugin(
    editions=(KOI_KOI,),
    bots="kifuda_koikoi.bot:SKILL",
    formats="kifuda_koikoi.game_record:FORMATS",
    samples="kifuda_koikoi:samples",
    colour="yellow",
)
