"""Texts in both languages of the project, and files of them.

Not here: filling in the gaps of a text (``engine.text``).
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import tomli


class Bilingual(msgspec.Struct, frozen=True):
    """The same text in Japanese and in English. Card and rule terms keep their Japanese form."""

    ja: str
    en: str

    def __getitem__(self, language: str) -> str:
        """The text in ``language`` (``ja`` or ``en``)."""
        return self.ja if language == "ja" else self.en


def load_texts(path: Path) -> dict[str, Bilingual]:
    """Texts by ``group.key``, from TOML tables ``[group.key]`` that hold ``en`` and ``ja``.

    Raises ``ValueError`` naming the file and the key if a text lacks a language or is no text.
    """
    return {key: _bilingual(path, key, found) for key, found in _tables(path)}


def _tables(path: Path) -> Iterator[tuple[str, object]]:
    for group, texts in tomli.loads(path.read_text("utf-8")).items():
        if not isinstance(texts, dict):
            raise ValueError(f"{path}: {group} is no group of texts; accepted: tables [{group}.KEY]")
        for key, found in texts.items():
            yield f"{group}.{key}", found


def _bilingual(path: Path, key: str, found: object) -> Bilingual:
    match found:
        case {"en": str(en), "ja": str(ja), **rest} if en and ja and not rest:
            return Bilingual(ja=ja, en=en)
    raise ValueError(f"{path}: {key} has to hold en and ja, both texts, and nothing else")
