"""What the notation says about a line that it cannot take, in both languages.

Not here: why the rules refuse an act (``engine.text``).
"""

from pathlib import Path

from engine.name import Name
from engine.phrase import fill, load_texts

TEXTS = load_texts(Path(__file__).with_name("texts.toml"))


def message(key: str, /, **facts: object) -> Name:
    """The text ``notation.KEY`` with ``facts`` filled in. Raises ``KeyError`` for a key without a text."""
    found = TEXTS[f"notation.{key}"]
    return Name(ja=fill(found.ja, facts), en=fill(found.en, facts))
