"""Reads a file of archetypes: TOML, one table each, with the cards that a deck has to have.

    game = "magic"

    [[archetype]]
    id = "burn"
    parent = "red"
    name = { en = "Burn", ja = "バーン" }
    has = ["4 Lightning Bolt", "Lava Spike"]
    some = { of = ["Rift Bolt", "Skewer the Critics", "Monastery Swiftspear"], least = 2 }
    copies = { of = ["Mountain", "Inspiring Vantage"], least = 12 }
    without = ["Tarmogoyf"]

``has``: every one of them, with the number of copies before it, or one · ``some``: at least this many
different ones · ``copies``: at least this many copies in all · ``without``: none of them. Cards by printed
name or id. Not here: what a condition means (``condition``), nor the tree (``tree``).
"""

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path

import msgspec
import tomli

from analytics.archetypes.condition import AtLeast, Condition
from analytics.archetypes.tree import Archetype, Tree
from analytics.store.card_names import card_names, faces_called, installed_games
from engine.kernel.bilingual import Bilingual, load_texts
from engine.text.phrase import fill

_TEXTS = load_texts(Path(__file__).with_name("texts.toml"))
COPIES = re.compile(r"(?:(\d+) +)?(\S.*)")
ENTRY = re.compile(r"^[ \t]*\[\[\s*archetype\s*\]\]", re.MULTILINE)


class BadRules(ValueError):
    """A file of archetypes that cannot be read: what is wrong in which line, and what would be accepted.

    ``key`` names the text in ``texts.toml``, ``facts`` fill it in.
    """

    def __init__(self, path: Path, line: int, key: str, **facts: object) -> None:
        self.path, self.line, self.key, self.facts = path, line, key, facts
        super().__init__(self.say())

    def say(self, language: str = "en") -> str:
        """The message: ``FILE:LINE: what is wrong``."""
        what = fill(_TEXTS[f"problem.{self.key}"][language], self.facts)
        return f"{self.path}:{self.line}: {what}"


class _Several(msgspec.Struct, forbid_unknown_fields=True):
    of: list[str]
    least: int


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    name: Bilingual
    parent: str = ""
    has: list[str] = []
    some: _Several | None = None
    copies: _Several | None = None
    without: list[str] = []


class _File(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    archetype: list[_Entry]


def read(path: Path) -> Tree:
    """The archetypes of a file. Raises ``BadRules``, ``OSError``."""
    data = path.read_bytes()
    try:
        text = data.decode()
        file = msgspec.convert(tomli.loads(text), _File)
    except UnicodeDecodeError as error:
        raise BadRules(path, data[: error.start].count(b"\n") + 1, "not-text") from None
    except tomli.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise BadRules(
            path, int(line[1]) if line else text.count("\n") + 1, "not-toml", detail=error
        ) from None
    except msgspec.ValidationError as error:
        raise BadRules(path, _line_of(text, error), "bad-field", detail=error) from None
    lines = [text.count("\n", 0, found.start()) + 1 for found in ENTRY.finditer(text)]
    lines += [1] * (len(file.archetype) - len(lines))  # another notation: line 1 stands for the file
    entries = list(zip(file.archetype, lines, strict=False))
    _check_tree(path, entries)
    archetypes = tuple(_archetype(path, line, entry, _Cards(file.game)) for entry, line in entries)
    return Tree(file.game, archetypes, sha256(data).hexdigest())


def _check_tree(path: Path, entries: list[tuple[_Entry, int]]) -> None:
    """Check that ids are unique, parents exist, and there are no circles."""
    parents: dict[str, str] = {}
    for entry, line in entries:
        if not entry.id or entry.id in parents:
            raise BadRules(path, line, "id-twice" if entry.id else "no-id", id=entry.id)
        parents[entry.id] = entry.parent
    for entry, line in entries:
        seen, at = {entry.id}, entry.parent
        while at:
            if at not in parents:
                near = ", ".join(get_close_matches(at, parents)) or ", ".join(parents)
                raise BadRules(path, line, "no-parent", id=entry.id, parent=at, accepted=near)
            if at in seen:
                raise BadRules(path, line, "circle", id=entry.id)
            seen.add(at)
            at = parents[at]


def _archetype(path: Path, line: int, entry: _Entry, cards: "_Cards") -> Archetype:
    def known(card: str) -> str:
        return cards.called(card, lambda key, **facts: BadRules(path, line, key, id=entry.id, **facts))

    parts = []
    for line_text in entry.has:
        found = COPIES.fullmatch(line_text)
        if found is None:
            raise BadRules(path, line, "no-card", id=entry.id, given=line_text)
        parts.append(AtLeast((known(found[2]),), int(found[1] or 1), copies=True))
    for several, copies in ((entry.some, False), (entry.copies, True)):
        if several is not None:
            if several.least < 1 or (not copies and several.least > len(several.of)):
                raise BadRules(path, line, "never", id=entry.id, least=several.least, of=len(several.of))
            parts.append(AtLeast(tuple(map(known, several.of)), several.least, copies))
    condition = Condition(tuple(parts), tuple(map(known, entry.without)))
    if not condition.has and not condition.without:
        raise BadRules(path, line, "no-condition", id=entry.id)
    return Archetype(entry.id, entry.name, condition, entry.parent)


class _Cards:
    """The cards of a game by name. For a game that is not installed every name is accepted as it is."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.known = card_names(game) if game in installed_games() else {}

    def called(self, name: str, bad: Callable[..., BadRules]) -> str:
        """The id of the card. Raises what ``bad`` makes for a name that is unknown or ambiguous."""
        if not self.known or name in self.known:
            return name
        found = faces_called(name, self.game)
        if len(found) == 1:
            return found[0]
        if found:
            raise bad("card-shared", given=name, accepted=", ".join(found))
        near = get_close_matches(name, list(self._names()), n=3, cutoff=0.5)
        raise bad("no-such-card", given=name, near=", ".join(near))

    def _names(self) -> Iterator[str]:
        for face, name in self.known.items():
            yield from (face, name.ja, name.en)


def _line_of(text: str, error: msgspec.ValidationError) -> int:
    """The line of the entry that an error is about, 1 if it is about the file."""
    at = re.search(r"\$\.archetype\[(\d+)\]", str(error))
    starts = [text.count("\n", 0, found.start()) + 1 for found in ENTRY.finditer(text)]
    return starts[int(at[1])] if at and int(at[1]) < len(starts) else 1
