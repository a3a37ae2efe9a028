"""What is said of tournaments wherever they are shown: outcomes, numbers of a table, why some differ.

Not here: what only the command line or only a page says.
"""

from pathlib import Path

from engine.kernel.bilingual import load_texts

TEXTS = load_texts(Path(__file__).with_name("texts.toml"))
