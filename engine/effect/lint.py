"""Checks card files: every name in them must mean something, and every field must be read.

Not here: the shapes of the tables (``shape``), the words that a ruleset accepts (``vocabulary``), or the
lines of text (``usage``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.effect import locate
from engine.effect.grammar import TextError, parse, parse_condition
from engine.effect.problem import CardErrors, Problem, nearest
from engine.effect.shape import FIELDS_READ, HEADER, SHAPES, flaws, is_playable
from engine.effect.source import Source, files_in, with_extended
from engine.effect.tree import Node
from engine.effect.usage import misuses
from engine.effect.vocabulary import Vocabulary
from engine.effect.word import Text, Word
from engine.effect.word import X as X_NAMED
from engine.effect.wording import listed, opening


def lint(paths: Iterable[Path], vocabulary: Vocabulary) -> list[Problem]:
    """Everything that is wrong with these card files (or folders of them), in the order of the files.

    Raises ``OSError`` for a path that cannot be opened.
    """
    problems: dict[Problem, None] = {}  # an unreadable file is reported once for each file that extends it
    for file in files_in(paths):
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
        known = [card["id"] for card in self._all("card") if is_playable(card)]
        held = [card["id"] for card in self._all("card") if not is_playable(card)]
        decks = enumerate(_tables(self.source, "deck"))
        lists = [(("deck", index, "cards"), deck.get("cards")) for index, deck in decks]
        for path, copies in [(("pool",), self.source.data.get("pool")), *lists]:
            for id in copies if isinstance(copies, dict) else ():
                if id not in known:
                    at = self.source.places.key((*path, id))
                    why = f"no card has the id '{id}'; {nearest(id, known)}"
                    if id in held:
                        why = f"'{id}' is held as facts (playable = false) and cannot be played"
                    self._add("BAD-REF", at, why)

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
        tables = [table for table in self._all("card") + self._all("role") if is_playable(table)]
        tags = [tag for table in tables for tag in table.get("tags", ()) if isinstance(tag, str)]
        return {"roles": tuple(role["id"] for role in self._all("role")), "tags": tuple(tags)}

    @cached_property
    def _roles(self) -> dict[str, str]:
        """Role → its kind."""
        return {role["id"]: str(role.get("kind")) for role in self._all("role")}

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
        self._printed(kind if kind in known else None, table, path)
        alone: set[str] = set()
        for index, ability in enumerate(table.get("ability", ())):
            here = (*path, "ability", index)
            ability = self._sound(ability, here)
            on = ability.get("on", "")
            if kind in known and on:
                self._moment(kind, ability, here)
            if on in alone:
                self.say("DUPLICATE", (*here, "on"), f'a {acting} has one ability on "{on}" in {words.game}')
            if on in words.moments and words.moments[on].single:
                alone.add(on)
            text = self._text(acting, table, ability)
            self._header(ability, text, here)
            if text.moment is None or text.moment.words != ():
                for number, line in enumerate(ability.get("do", ())):
                    self._line(line, text, (*here, "do", number))
        for rule in words.rules if kind in known and is_playable(table) else ():
            if kind in rule.kinds and not rule.holds(table):
                self.say("CONTEXT", (*path, rule.at) if rule.at in table else path, rule.why)

    def _printed(self, kind: str | None, table: dict[str, Any], path: locate.Path) -> None:
        """What is printed beside the text."""
        words = self.vocabulary
        for index, word in enumerate(table.get("keywords", ())):
            at = (*path, "keywords", index)
            self._word(word, words.keywords, "keyword", at)
            if word in words.keywords and kind is not None and kind not in words.keywords[word].kinds:
                kinds, on = words.keywords[word].kinds, words.keywords[word].on
                reads = [f"for: {', '.join(kinds)}"] if kinds else []
                reads += [f"of an ability on: {', '.join(on)}"] if on else []
                message = f"keyword '{word}' is not read for kind '{kind}'; it is {', or '.join(reads)}"
                self.say("UNREAD-FIELD", at, message)
        for index, word in enumerate(table.get("answers", ())):
            self._word(word, words.symbols, "answer", (*path, "answers", index))
        for name in table.get("stats", ()):
            self._stat(name, kind, table, path)
        for name in words.needed_stats.get(str(kind), ()) if "stats" in table and is_playable(table) else ():
            if name not in table["stats"]:
                self.say("MISSING", (*path, "stats"), f"kind '{kind}' needs '{name}' in its stats")
        for name in table.get("diagrams", ()):
            self._word(name, words.diagrams, "diagram", (*path, "diagrams", name))
        for time, numbers in table.get("stats_at", {}).items():
            self._word(time, words.times, "state of the game", (*path, "stats_at", time))
            for name in numbers:
                self._word(name, words.stats, "printed number", (*path, "stats_at", time, name))
        if "cost_setting" in table:
            self._word(table["cost_setting"], words.settings, "setting", (*path, "cost_setting"))
        if table.get("cost") == "X" and kind is not None and kind not in words.x_cost:
            costs = f"it is for: {', '.join(words.x_cost)}" if words.x_cost else "no card has one"
            self.say("COST", (*path, "cost"), f"kind '{kind}' has no cost \"X\" in {words.game}; {costs}")

    def _stat(self, name: str, kind: str | None, table: dict[str, Any], path: locate.Path) -> None:
        words, at = self.vocabulary, (*path, "stats", name)
        self._word(name, words.stats, "printed number", at)
        least, most = words.limits.get(name, (0, table["stats"][name]))
        if not least <= table["stats"][name] <= most:
            self.say("SYNTAX", at, f"'{name}' must be a whole number from {least} to {most}")
        elif kind is not None and name in words.stats and kind not in words.stats[name]:
            kinds = ", ".join(words.stats[name])
            message = f"'{name}' is not read for kind '{kind}'; it is for: {kinds}"
            self._add("UNREAD-FIELD", self.source.places.key(at), message)

    def _read(self, field: str, table: dict[str, Any], path: locate.Path) -> None:
        """A field that is given must be read for this kind; a needed field must be given."""
        kind, kinds = table["kind"], self.vocabulary.fields.get(field, ())
        if field in table and kind not in kinds:
            reads = f"it is for: {', '.join(kinds)}" if kinds else "nothing in this game reads it"
            at = self.source.places.key((*path, field))
            self._add("UNREAD-FIELD", at, f"'{field}' is not read for kind '{kind}'; {reads}")
        needed = field in self.vocabulary.needed.get(kind, ()) and (*path, field) not in self.flawed
        if needed and is_playable(table) and not table.get(field):
            self.say("MISSING", path, f"kind '{kind}' needs '{field}'")

    # --- one ability -------------------------------------------------------------------------------

    def _text(self, acting: str, table: dict[str, Any], ability: dict[str, Any]) -> Text:
        """The place of the lines of an ability."""
        words, on = self.vocabulary, ability.get("on", "")
        moment = words.moments.get(on)
        gives = {*moment.gives, *moment.gives_kind.get(str(table.get("kind")), ())} if moment else set()
        if acting != "card" or table.get("cost", "X") != "X":
            gives.discard(X_NAMED)
        for keyword, read in [(word, "on") for word in ability.get("keywords", ())] + [
            (word, "card_on") for word in table.get("keywords", ())
        ]:
            if keyword in words.keywords and on in getattr(words.keywords[keyword], read):
                gives |= set(words.keywords[keyword].gives)
        kind = str(table.get("kind", ""))
        symbol = str(ability.get("symbol", ""))
        return Text(
            on, moment, frozenset(gives), kind=kind, symbol=symbol, made=self._made, roles=self._roles
        )

    def _moment(self, kind: str, ability: dict[str, Any], path: locate.Path) -> None:
        """Whether the moment of an ability occurs for this kind, and what the ability then needs."""
        words, on = self.vocabulary, ability["on"]
        self._word(on, words.moments, "moment", (*path, "on"))
        if on not in words.moments:
            return
        moment = words.moments[on]
        if kind not in moment.kinds:
            comes = ", ".join(one for one, known in words.moments.items() if kind in known.kinds)
            has = f"its moments: {comes}" if comes else "it has no moments"
            self.say("CONTEXT", (*path, "on"), f"'{on}' never comes for kind '{kind}'; {has}")
        if moment.words == () and "do" in ability:
            at = self.source.places.key((*path, "do"))
            self._add("UNREAD-FIELD", at, f"'do' is not read on \"{on}\": it is a condition, not a text")
        acts = kind in moment.action_of
        for field in ("symbol", "name"):
            if field in ability and not acts:
                at = self.source.places.key((*path, field))
                message = f"'{field}' is not read here: '{on}' of kind '{kind}' is no action of its own"
                self._add("UNREAD-FIELD", at, message)
        if acts and "symbol" not in ability:
            self.say("MISSING", path, f"'{on}' of kind '{kind}' is an action and needs its 'symbol'")
        if "symbol" in ability:
            symbols = moment.symbols if acts and moment.symbols else words.symbols
            self._word(ability["symbol"], symbols, "symbol", (*path, "symbol"))
        for needed in ("do", *moment.needs) if moment.words != () else moment.needs:
            if needed not in ability:
                code = "COST" if needed == "cost" else "MISSING"
                self.say(code, path, f"an ability on \"{on}\" needs '{needed}'")

    def _header(self, ability: dict[str, Any], text: Text, path: locate.Path) -> None:
        """The header of an ability; at a moment that does not read a header field, the field is an error."""
        words, moment = self.vocabulary, text.moment
        for name in HEADER:
            if name in ability and moment is not None and name not in moment.header:
                reading = [on for on, one in words.moments.items() if name in one.header]
                reads = f"it is for: {', '.join(reading)}" if reading else "nothing in this game reads it"
                at = self.source.places.key((*path, name))
                self._add("UNREAD-FIELD", at, f"'{name}' is not read on \"{text.on}\"; {reads}")
        if "zone" in ability:
            zones = moment.zones if moment is not None and moment.zones else words.zones
            self._word(ability["zone"], zones, "zone", (*path, "zone"))
        if "needs" in ability:
            self._line(ability["needs"], text, (*path, "needs"), read=parse_condition)
        for index, word in enumerate(ability.get("keywords", ())):
            here = (*path, "keywords", index)
            self._word(word, words.keywords, "keyword", here)
            if word in words.keywords and moment is not None and text.on not in words.keywords[word].on:
                read_on = words.keywords[word].on
                reads = f"it is for: {', '.join(read_on)}" if read_on else "no ability has it"
                self.say("UNREAD-FIELD", here, f"keyword '{word}' is not read on \"{text.on}\"; {reads}")
        for index, line in enumerate(ability.get("targets", ())):
            self._line(line, text, (*path, "targets", index), begins=words.targets)
        for index, line in enumerate(ability.get("price", ())):
            self._line(line, text, (*path, "price", index), begins=words.prices)

    def _line(
        self,
        line: str,
        text: Text,
        path: locate.Path,
        *,
        read: Callable[[str], Node] = parse,
        begins: Mapping[type[Node], Word] | None = None,
    ) -> None:
        """One line of card text; ``begins``: the words with which it may begin, where it names targets or a
        price."""
        try:
            node = read(line)
        except TextError as error:
            at = self.source.places.at(path)
            self._add(error.code, locate.Position(at.line, at.column + error.column), error.message)
            return
        if begins is not None and type(node) not in begins:
            said = listed(f"'{opening(word)}'" for word in begins)
            what = f"a line of '{path[-2]}' begins with {said}, not with '{opening(type(node))}'"
            self.say("CONTEXT", path, what)
            return
        top = begins[type(node)] if begins is not None else None
        for misuse in misuses(node, text, self.vocabulary, top=top):
            at = self.source.places.at(path)  # found where it is needed only: most files have no flaw
            place = locate.Position(at.line, at.column + 1 + misuse.column)
            self._add(misuse.code, place, misuse.message)


def _tables(source: Source, kind: str) -> list[dict[str, Any]]:
    found = source.data.get(kind, [])
    return [table for table in found if isinstance(table, dict)] if isinstance(found, list) else []


def _field(table: dict[str, Any], field: str) -> Any:
    """The id, the number, or the name in a language; None where it is missing or has the wrong type."""
    name = table.get("name")
    value = name.get(field) if field in ("ja", "en") and isinstance(name, dict) else table.get(field)
    return value if isinstance(value, str | int) else None
