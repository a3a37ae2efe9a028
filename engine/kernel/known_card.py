"""A printed card of which too little is known to play it.

The rules never read it: it is in no pool and no deck, and no digest of a match holds it. Not here: the cards
that are played (``card``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from engine.effect import locate
from engine.effect.problem import Problem
from engine.effect.shape import is_playable
from engine.effect.source import Source, files_in, read
from engine.effect.vocabulary import Vocabulary
from engine.kernel.bilingual import Bilingual

CODE = "FACTS"
"""The code of a note on such a card. It is no error."""
ALWAYS = ("kind", "cost", "text", "ability")
"""What every card needs that is played, in the order in which it is said."""


class KnownCard(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a card. ``lacks`` are the fields of its card file that are missing to play it.

    ``""`` and ``None`` stand for what is not known; the cost ``"X"`` is one that the player chooses.
    ``text`` is the gist in own words, ``note`` says where the facts are weak.
    """

    id: str
    name: Bilingual
    lacks: tuple[str, ...]
    kind: str = ""
    cost: int | str | None = None
    text: Bilingual | None = None
    number: int | None = None
    cost_setting: str = ""
    limited: bool | None = None
    keywords: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    stats: dict[str, int] = {}
    diagrams: dict[str, tuple[str, ...]] = {}
    note: str = ""

    @property
    def missing(self) -> str:
        """What it lacks, as messages list it."""
        return ", ".join(self.lacks)


def lacking(table: Mapping[str, Any], vocabulary: Vocabulary) -> tuple[str, ...]:
    """The fields that are missing in the table of a card held as facts; at least ``ability``, its text as
    lines.

    A field that may be left out of other cards, such as ``limited``, is unknown where it is not given.
    """
    kind = str(table.get("kind", ""))
    needed = [*ALWAYS[:2], "stats", "limited", "answers", *ALWAYS[2:]]
    read = {"limited": vocabulary.fields.get("limited", ())} | {
        name: tuple(of for of, fields in vocabulary.needed.items() if name in fields)
        for name in ("stats", "answers")
    }
    missing: list[str] = []
    for name in needed:
        if name == "stats" and name in table:
            numbers = vocabulary.needed_stats.get(kind, ())
            missing += [f"stats.{number}" for number in numbers if number not in table[name]]
        elif name not in table and (name in ALWAYS or kind in read[name]):
            missing.append(name)
    return tuple(missing)


def notes(paths: Iterable[Path], vocabulary: Vocabulary) -> list[Problem]:
    """What cards that are held as facts lack, in files (or folders of them) without problems.

    Raises as ``read`` does.
    """
    return [note for file in files_in(paths) for note in _notes(read(file), vocabulary)]


def _notes(source: Source, vocabulary: Vocabulary) -> Iterator[Problem]:
    for index, table in enumerate(source.data.get("card", ())):
        if not is_playable(table):
            path: locate.Path = ("card", index)
            at, missing = source.at(path), ", ".join(lacking(table, vocabulary))
            said = f"'{table['id']}' {table['name']['ja']} is held as facts; to be played it lacks: {missing}"
            yield Problem(CODE, str(source.path), at.line, at.column, said)
