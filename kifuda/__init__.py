"""The public names of the library.

>>> from kifuda import Match
>>> match = Match.read("spring-cup-r3-t7.kfd")  # doctest: +SKIP

Names are imported when first used, so that the command line starts fast. Not here: any implementation.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analytics.imports.reading.read import prepare
    from analytics.imports.writing.deposit import deposit
    from engine.audit.adjudicate import adjudicate
    from engine.audit.verdict import Finding, Verdict
    from engine.games.registry import RULESETS
    from engine.record.match import Match, Moment
    from events.log.sqlite_log import SqliteLog
    from kifuda.bots.simulate import simulate

__all__ = [
    "RULESETS",
    "Finding",
    "Match",
    "Moment",
    "SqliteLog",
    "Verdict",
    "adjudicate",
    "deposit",
    "prepare",
    "simulate",
]

_HOMES = {
    "RULESETS": "engine.games.registry",
    "Finding": "engine.audit.verdict",
    "Match": "engine.record.match",
    "Moment": "engine.record.match",
    "SqliteLog": "events.log.sqlite_log",
    "Verdict": "engine.audit.verdict",
    "adjudicate": "engine.audit.adjudicate",
    "deposit": "analytics.imports.writing.deposit",
    "prepare": "analytics.imports.reading.read",
    "simulate": "kifuda.bots.simulate",
}


def __getattr__(name: str) -> object:
    """Import a public name from the module that defines it."""
    if name not in _HOMES:
        raise AttributeError(f"module 'kifuda' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
