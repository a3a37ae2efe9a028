"""Checks card files: every name in them must mean something, and every field must be read.

Not here: the shapes of the tables (``shape``) and the words that a ruleset accepts (``vocabulary``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.effect import locate
from engine.effect.grammar import TextError, parse, parse_condition
from engine.effect.problem import CardErrors, Problem, nearest
from engine.effect.shape import FIELDS_READ, HEADER, SHAPES, flaws
from engine.effect.source import Source, with_extended
from engine.effect.tree import Node, Number, X
from engine.effect.usage import Text, misuses
from engine.effect.vocabulary import Vocabulary


def lint(paths: Iterable[Path], vocabulary: Vocabulary) -> list[Problem]:
    """Everything that is wrong with these card files (or folders of them), in the order of the files.

    Raises ``OSError`` for a path that cannot be opened.
    """
    files = [file for path in paths for file in (sorted(path.glob("*.toml")) if path.is_dir() else [path])]
    problems: dict[Problem, None] = {}  # an unreadable file is reported once for each file that extends it
    for file in files:
        try:
            found = lint_last(with_extended(file), vocabulary)
        except CardErrors as error:
            found = list(error.problems)
        problems |= dict.fromkeys(found)
    return list(problems)


def lint_last(sources: list[Source], vocabulary: Vocabulary) -> list[Problem]:
    """Everything that is wrong with the last of ``sources``, which extends the others."""
    found = _File(sources, vocabulary).problems()
    return sorted(found, key=lambda problem: (problem.line, problem.column))


class _File:
    """The last of ``sources``, checked against the others, which it extends."""

    def __init__(self, sources: list[Source], vocabulary: Vocabulary) -> None:
        self.sources = sources
        self.source = sources[-1]
        self.vocabulary = vocabulary
        self.found: list[Problem] = []
        self.flawed: set[locate.Path] = set()

    def problems(self) -> list[Problem]:
        for flaw in flaws(self.source.data, "card set"):
            at = self.source.places.key if flaw.of_key else self.source.at
            self._add(flaw.code, at(flaw.path), flaw.message)
            self.flawed.add(flaw.path)
        self._extends()
        for kind in ("card", "role"):
            for index, table in enumerate(_tables(self.source, kind)):
                self._acting(kind, self._sound(table, (kind, index)), (kind, index))
        self._duplicates()
        self._pool()
        self._one_source()
        return self.found

    def say(self, code: str, path: locate.Path, message: str, word: str = "") -> None:
        self._add(code, self.source.at(path, word), message)

    def _add(self, code: str, at: locate.Position, message: str) -> None:
        self.found.append(Problem(code, str(self.source.path), at.line, at.column, message))

    def _word(self, word: str, accepted: Iterable[str], what: str, path: locate.Path) -> None:
        known = tuple(accepted)
        if word not in known:
            self.say("UNKNOWN-NAME", path, f"unknown {what} '{word}'; {nearest(word, known)}")

    def _sound(self, table: dict[str, Any], path: locate.Path) -> dict[str, Any]:
        """The fields whose values have the right shape; the others are already reported."""
        return {field: value for field, value in table.items() if (*path, field) not in self.flawed}

    # --- the set -----------------------------------------------------------------------------------

    def _extends(self) -> None:
        own = self.source.path
        sets = [other.stem for other in own.parent.glob("*.toml") if other != own]
        names = self.source.data.get("extends", [])
        for index, name in enumerate(names if isinstance(names, list) else ()):
            if isinstance(name, str) and name not in sets:
                message = f"no card set '{name}' beside this one; {nearest(name, sets)}"
                self.say("BAD-REF", ("extends", index), message)

    def _pool(self) -> None:
        """What cards are dealt from must be cards: the shared pool, and the decks of one player."""
        known = [card["id"] for card in self._all("card")]
        decks = enumerate(_tables(self.source, "deck"))
        lists = [(("deck", index, "cards"), deck.get("cards")) for index, deck in decks]
        for path, copies in [(("pool",), self.source.data.get("pool")), *lists]:
            for id in copies if isinstance(copies, dict) else ():
                if id not in known:
                    at = self.source.places.key((*path, id))
                    self._add("BAD-REF", at, f"no card has the id '{id}'; {nearest(id, known)}")

    def _one_source(self) -> None:
        if "pool" not in self.source.data and "deck" not in self.source.data:
            accepts = SHAPES["card set"]["pool"].accepts
            self._add(
                "MISSING", self.source.at(()), f"a card set needs 'pool': {accepts}; or tables [[deck]]"
            )

    def _duplicates(self) -> None:
        own = ("id", "number", *(("ja", "en") if self.vocabulary.names_unique else ()))
        for kind, fields in (("card", own), ("role", ("id",)), ("deck", ("id",))):
            for field in fields:
                seen: set[Any] = set()
                for source in self.sources:
                    for index, table in enumerate(_tables(source, kind)):
                        value = _field(table, field)
                        if value in seen and source is self.source:
                            path = (kind, index, *(("name", field) if field in ("ja", "en") else (field,)))
                            self.say("DUPLICATE", path, f"another {kind} has '{value}' as its {field}")
                        if value is not None:
                            seen.add(value)

    def _all(self, kind: str) -> list[dict[str, Any]]:
        """The tables of this kind that have an id, in all sources."""
        tables = [table for source in self.sources for table in _tables(source, kind)]
        return [table for table in tables if isinstance(table.get("id"), str)]

    @cached_property
    def _made(self) -> dict[str, tuple[str, ...]]:
        """The words that the files define."""
        tables = self._all("card") + self._all("role")
        tags = [tag for table in tables for tag in table.get("tags", ()) if isinstance(tag, str)]
        return {"roles": tuple(role["id"] for role in self._all("role")), "tags": tuple(tags)}

    # --- one card or role --------------------------------------------------------------------------

    def _acting(self, acting: str, table: dict[str, Any], path: locate.Path) -> None:
        words = self.vocabulary
        known = words.kinds if acting == "card" else words.role_kinds
        kind = table.get("kind")
        if kind is not None:
            self._word(kind, known, f"kind of {acting}", (*path, "kind"))
        if kind in known:
            for field in FIELDS_READ:
                self._read(field, table, path)
        for field, accepted in (("keywords", words.keywords), ("answers", words.symbols)):
            for index, word in enumerate(table.get(field, ())):
                self._word(word, accepted, field.removesuffix("s"), (*path, field, index))
        for name in table.get("stats", ()):
            self._word(name, words.stats, "printed number", (*path, "stats", name))
            least, most = words.limits.get(name, (0, table["stats"][name]))
            if not least <= table["stats"][name] <= most:
                message = f"'{name}' must be a whole number from {least} to {most}"
                self.say("SYNTAX", (*path, "stats", name), message)
        for name in table.get("diagrams", ()):
            self._word(name, words.diagrams, "diagram", (*path, "diagrams", name))
        for time, numbers in table.get("stats_at", {}).items():
            self._word(time, words.times, "state of the game", (*path, "stats_at", time))
            for name in numbers:
                self._word(name, words.stats, "printed number", (*path, "stats_at", time, name))
        if "cost_setting" in table:
            self._word(table["cost_setting"], words.settings, "setting", (*path, "cost_setting"))
        has_x = acting == "card" and table.get("cost", "X") == "X"
        for index, ability in enumerate(table.get("ability", ())):
            here = (*path, "ability", index)
            ability = self._sound(ability, here)
            if kind in known and "on" in ability:
                self._moment(kind, ability, here)
            if "symbol" in ability:
                self._word(ability["symbol"], words.symbols, "symbol", (*here, "symbol"))
            own_x = any(word in words.variable for word in ability.get("keywords", ()))
            text = Text(ability.get("on"), in_role=acting == "role", has_x=has_x or own_x, made=self._made)
            self._header(ability, text, here)
            for number, line in enumerate(ability.get("do", ())):
                self._line(line, text, (*here, "do", number))

    def _read(self, field: str, table: dict[str, Any], path: locate.Path) -> None:
        """A field that is given must be read for this kind; a needed field must be given."""
        kind, kinds = table["kind"], self.vocabulary.fields.get(field, ())
        if field in table and kind not in kinds:
            reads = f"it is for: {', '.join(kinds)}" if kinds else "nothing in this game reads it"
            at = self.source.places.key((*path, field))
            self._add("UNREAD-FIELD", at, f"'{field}' is not read for kind '{kind}'; {reads}")
        needed = field in self.vocabulary.needed.get(kind, ()) and (*path, field) not in self.flawed
        if needed and not table.get(field):
            self.say("MISSING", path, f"kind '{kind}' needs '{field}'")

    def _moment(self, kind: str, ability: dict[str, Any], path: locate.Path) -> None:
        """Whether the moment of an ability occurs for this kind, and what the ability then needs."""
        words, on = self.vocabulary, ability["on"]
        self._word(on, words.moments, "moment", (*path, "on"))
        if on not in words.moments:
            return
        if kind not in words.moments[on]:
            comes = ", ".join(moment for moment, kinds in words.moments.items() if kind in kinds)
            self.say("CONTEXT", (*path, "on"), f"'{on}' never comes for kind '{kind}'; its moments: {comes}")
        acts = kind in words.actions.get(on, ())
        for field in ("symbol", "name"):
            if field in ability and not acts:
                at = self.source.places.key((*path, field))
                message = f"'{field}' is not read here: '{on}' of kind '{kind}' is no action of its own"
                self._add("UNREAD-FIELD", at, message)
        if acts and "symbol" not in ability:
            self.say("MISSING", path, f"'{on}' of kind '{kind}' is an action and needs its 'symbol'")

    def _header(self, ability: dict[str, Any], text: Text, path: locate.Path) -> None:
        """The header of an ability; at a moment that does not read a header field, the field is an error."""
        for name in HEADER:
            moments = self.vocabulary.headers.get(name, ())
            if name in ability and text.on in self.vocabulary.moments and text.on not in moments:
                reads = f"it is for: {', '.join(moments)}" if moments else "nothing in this game reads it"
                at = self.source.places.key((*path, name))
                self._add("UNREAD-FIELD", at, f"'{name}' is not read on \"{text.on}\"; {reads}")
        if "zone" in ability:
            self._word(ability["zone"], self.vocabulary.zones, "zone", (*path, "zone"))
        for name in self.vocabulary.asked.get(str(text.on), ()):
            if name not in ability:
                code = "COST" if name == "cost" else "MISSING"
                self.say(code, path, f"an ability on \"{text.on}\" needs '{name}'")
        if "needs" in ability:
            self._line(ability["needs"], text, (*path, "needs"), read=parse_condition)
        for index, word in enumerate(ability.get("keywords", ())):
            self._word(word, self.vocabulary.keywords, "keyword", (*path, "keywords", index))
        for index, line in enumerate(ability.get("targets", ())):
            self._line(line, text, (*path, "targets", index), accepts=("choose",))
        for index, line in enumerate(ability.get("price", ())):
            self._line(line, text, (*path, "price", index), accepts=self.vocabulary.prices)

    def _line(
        self,
        line: str,
        text: Text,
        path: locate.Path,
        *,
        read: Callable[[str], Node] = parse,
        accepts: tuple[str, ...] = (),
    ) -> None:
        """One line of card text; ``accepts`` are the words that it may begin with and must count by a number
        or by x, where it names targets or a price."""
        try:
            node = read(line)
        except TextError as error:
            at = self.source.places.at(path)
            self._add(error.code, locate.Position(at.line, at.column + error.column), error.message)
            return
        if accepts and not _is_plain_line(node, accepts):
            said = " or ".join(f"'{word}'" for word in accepts)
            self.say("CONTEXT", path, f"a line of '{path[-2]}' begins with {said}, and counts by a number")
        for misuse in misuses(node, text, self.vocabulary):
            self.say(misuse.code, path, misuse.message, misuse.word)


def _is_plain_line(node: Node, accepts: tuple[str, ...]) -> bool:
    """Whether a line begins with one of these words, and its number of cards is written out."""
    counted = isinstance(getattr(node, "number", None), Number | X | None)
    return str(type(node).__struct_config__.tag) in accepts and counted


def _tables(source: Source, kind: str) -> list[dict[str, Any]]:
    found = source.data.get(kind, [])
    return [table for table in found if isinstance(table, dict)] if isinstance(found, list) else []


def _field(table: dict[str, Any], field: str) -> Any:
    """The id, the number, or the name in a language; None where it is missing or has the wrong type."""
    name = table.get("name")
    value = name.get(field) if field in ("ja", "en") and isinstance(name, dict) else table.get(field)
    return value if isinstance(value, str | int) else None
