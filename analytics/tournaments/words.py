"""Texts about tournaments that all outputs share: outcomes, columns of a table, reasons of differences.

Not here: texts of the command line alone or of pages alone.
"""

from pathlib import Path

from analytics.imports.tournament import Round
from engine.kernel.bilingual import load_texts
from engine.text.phrase import fill

TEXTS = load_texts(Path(__file__).with_name("texts.toml"))
READINGS = ("points", "tiebreakers", "bye", "draw", "drop", "no-show")
"""What published rules say of a table, in this order: the ends of the keys of these texts."""


def round_title(round: Round, language: str) -> str:
    """What a round is called: its name in the file, or its number in words where that is all it has."""
    number = str(round.number)
    return (
        fill(TEXTS["tournament.of-round"][language], {"n": number})
        if round.name in ("", number)
        else round.name
    )
