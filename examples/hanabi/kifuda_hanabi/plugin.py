"""Hanabi as it is registered."""

from engine.kernel.plugin import Plugin
from kifuda_hanabi.ruleset import hanabi

PLUGIN = Plugin(
    editions=(hanabi(5), hanabi(4), hanabi(3), hanabi(2)),
    bots="kifuda_hanabi.bot:SKILL",
    formats="kifuda_hanabi.experiment_log:FORMATS",
    samples="kifuda_hanabi:samples",
    colour="sky",
)
