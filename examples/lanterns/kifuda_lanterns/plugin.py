"""Lanterns as it is registered."""

from engine.kernel.plugin import Plugin
from kifuda_lanterns.ruleset import LANTERNS

PLUGIN = Plugin(editions=(LANTERNS,), bots="kifuda_lanterns.bot:SKILL")
