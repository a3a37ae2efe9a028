"""The data files of a game's folder: clauses, settings, cards and texts.

Not here: checks of these files (the loaders), or cases (``engine.case``).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

from engine.effect.vocabulary import Vocabulary
from engine.kernel.bilingual import Bilingual, load_texts
from engine.kernel.card import CardSet, load_set
from engine.kernel.clause import Clause, Setting, load_clauses, load_settings


class GameData(TypedDict):
    """Fields of a ``Ruleset`` that are data files in its folder."""

    clauses: Mapping[str, Clause]
    settings: Mapping[str, Setting]
    sets: Mapping[str, CardSet]
    vocabulary: Vocabulary
    texts: Mapping[str, Bilingual]
    meanings: Mapping[str, Bilingual]


def load_game(folder: Path, vocabulary: Vocabulary) -> GameData:
    """Read the clauses, settings, texts, meanings of words (``words.toml``) and all card sets of a game.

    Raises as the loaders do for a missing or invalid file.
    """
    return GameData(
        clauses=load_clauses(folder / "clauses.toml"),
        settings=load_settings(folder / "settings.toml"),
        sets={path.stem: load_set(path, vocabulary) for path in sorted((folder / "cards").glob("*.toml"))},
        vocabulary=vocabulary,
        texts=load_texts(folder / "texts.toml"),
        meanings=load_texts(folder / "words.toml"),
    )
