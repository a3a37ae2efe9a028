"""Texts about tournaments that all outputs share: outcomes, columns of a table, reasons of differences.

Not here: texts of the command line alone or of pages alone.
"""

from pathlib import Path

from engine.kernel.bilingual import load_texts

TEXTS = load_texts(Path(__file__).with_name("texts.toml"))
