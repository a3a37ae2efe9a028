"""Messages about lines of a record that cannot be read, in both languages.

Not here: why the rules refuse an act (``engine.text.messages``).
"""

from pathlib import Path

from engine.kernel.bilingual import Bilingual, load_texts
from engine.text.phrase import fill

TEXTS = load_texts(Path(__file__).with_name("texts.toml"))


def message(key: str, /, **facts: object) -> Bilingual:
    """The text ``notation.KEY`` with ``facts`` filled in, each in its language where it has two. Raises
    ``KeyError`` for a key without a text."""
    found = TEXTS[f"notation.{key}"]
    ja, en = ({name: _in(language, fact) for name, fact in facts.items()} for language in ("ja", "en"))
    return Bilingual(ja=fill(found.ja, ja), en=fill(found.en, en))


def _in(language: str, fact: object) -> object:
    return fact[language] if isinstance(fact, Bilingual) else fact


def toml_said(complaint: str) -> Bilingual:
    """A complaint of the TOML reader, which speaks English, in both languages if it is a common one."""
    for key, found in TEXTS.items():
        if key.startswith("toml.") and complaint.startswith(found.en):
            return Bilingual(ja=found.ja + complaint[len(found.en) :], en=complaint)
    return Bilingual(ja=complaint, en=complaint)
