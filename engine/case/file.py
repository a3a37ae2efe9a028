"""Reads case files: the fields of a case, its ruleset and its cards.

Not here: setting up the table of ``given`` (``arrange``), checking ``then`` (``expect``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.case.cards import TABLES, Invented
from engine.case.default import card_set_of, ruleset_of
from engine.case.pattern import as_toml
from engine.case.problem import Place, from_cards
from engine.effect.problem import CardErrors
from engine.effect.source import with_extended
from engine.games.registry import GAMES, RULESETS
from engine.kernel.bilingual import Bilingual
from engine.kernel.card import CardSet
from engine.kernel.clause import Setting
from engine.kernel.identity_cache import cached_by_identity
from engine.kernel.ruleset import Ruleset


@dataclass(frozen=True)
class Case:
    """One question and its answer. ``at`` is its place in the file, ``stated`` are the settings that differ
    from the defaults of its rules, ``ends_early`` says that ``then`` is not looked at."""

    at: Place
    title: Bilingual
    clauses: tuple[str, ...]
    rules: Ruleset
    cards: str
    stated: dict[str, bool | int | str]
    given: dict[str, Any]
    when: tuple[str, ...]
    then: dict[str, Any]
    ends_early: bool = False

    @property
    def path(self) -> Path:
        """The file."""
        return self.at.source.path

    @property
    def settings(self) -> dict[str, bool | int | str]:
        """Every setting of the case, defaults included."""
        return {**self.rules.default_settings(), **self.stated}

    def under(self, rules: Ruleset) -> Case | None:
        """The case under another edition of its game; None if one of its clauses differs there."""
        if rules.edition == self.rules.edition:
            return self
        if any(self.rules.clauses[id] != rules.clauses.get(id) for id in self.clauses):
            return None
        return replace(self, rules=_with_sets_of(rules, self.rules))


@cached_by_identity
def _with_sets_of(rules: Ruleset, other: Ruleset) -> Ruleset:
    """``rules`` with the card sets of ``other``: the same object for all cases that have them."""
    return replace(rules, sets=other.sets)


def read_cases(path: Path) -> list[Case]:
    """Every case in the file, in order: one at the top, or several under ``[[case]]``; none if it only holds
    cards for other files.

    Raises ``CaseErrors`` naming file, line, field and what is accepted; ``OSError`` without a file.
    """
    try:
        sources = with_extended(path)
    except CardErrors as error:
        raise from_cards(error.problems) from None
    top, whole = Place(sources[-1], ()), sources[-1].data
    if whole and whole.keys() <= {"extends", *TABLES}:
        return []
    _check_extended(whole, top)
    invented = Invented(sources)
    if "case" not in whole:
        _check(whole, top, FIELDS)
        return [_case(whole, top, file=whole, invented=invented)]
    _check(whole, top, {**{name: FIELDS[name] for name in SHARED}, "case": (_tables, "[[case]]")})
    cases = []
    for index, table in enumerate(whole["case"]):
        here = top / "case" / index
        _check(table, here, {name: FIELDS[name] for name in FIELDS if name not in AT_TOP})
        cases.append(_case(table, here, file=whole, invented=invented))
    return cases


def _check_extended(whole: Mapping[str, Any], top: Place) -> None:
    """Each file that is extended lies in the same folder and holds nothing but cards."""
    names = whole.get("extends", [])
    if not _texts(names):
        raise (top / "extends").wrong("shape", field="extends", accepts='["…"]')
    known = [file.stem for file in sorted(top.source.path.parent.glob("*.toml")) if file != top.source.path]
    for index, name in enumerate(names):
        if name not in known:
            raise (top / "extends" / index).unknown(name, "cards-file", known)


# --- fields ------------------------------------------------------------------------------------------


def _text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _table(value: Any) -> bool:
    return isinstance(value, dict)


def _tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _both(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {"ja", "en"} and all(map(_text, value.values()))


FIELDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "title": (_both, '{ ja = "…", en = "…" }'),
    "clause": (lambda value: _texts(value) and bool(value), '["…"]'),
    "game": (_text, '"…"'),
    "edition": (_text, '"…"'),
    "cards": (_text, '"…"'),
    "settings": (_table, "[settings]"),
    "extends": (_texts, '["…"]'),
    "card": (_tables, "[[card]]"),
    "role": (_tables, "[[role]]"),
    "given": (_table, "[given]"),
    "when": (_texts, '["…"]'),
    "then": (lambda value: _table(value) and bool(value), "[then], with something that must be so"),
}
"""Field of a case → check of its value, and how the value is written."""

AT_TOP = ("extends", *TABLES)
"""Fields that stand at the top of a file, for all of its cases."""

SHARED = ("game", "edition", "cards", "settings", *AT_TOP)
"""Fields that may stand at the top of a file of several cases; its cases may still differ."""

NEEDED = ("title", "then")


def _check(
    table: Mapping[str, Any], place: Place, fields: Mapping[str, tuple[Callable[[Any], bool], str]]
) -> None:
    for name, value in table.items():
        if name not in fields:
            raise (place / name).unknown(name, "field", fields, of_key=True)
        holds, accepts = fields[name]
        if not holds(value):
            raise (place / name).wrong("shape", field=name, accepts=accepts)


def _case(own: Mapping[str, Any], place: Place, *, file: Mapping[str, Any], invented: Invented) -> Case:
    table = {**file, **own}
    for name in NEEDED:
        if name not in table:
            raise place.wrong("missing", field=name, accepts=FIELDS[name][1])
    rules = _ruleset(table, place)
    for index, clause in enumerate(table.get("clause", ())):
        if clause not in rules.clauses:
            raise (place / "clause" / index).unknown(clause, "clause", rules.clauses)
    cards = _cards(rules, table, place)
    return Case(
        at=place,
        title=Bilingual(ja=table["title"]["ja"], en=table["title"]["en"]),
        clauses=tuple(table.get("clause", ())),
        rules=invented.added_to(cards, rules),
        cards=cards.id,
        stated=_stated(rules, file, own, place),
        given=table.get("given", {}),
        when=tuple(table.get("when", ())),
        then=table["then"],
    )


def _where(name: str, place: Place) -> Place:
    """The place of the field: in the case itself, or at the top of its file."""
    inside = (*place.path, name) in place.source.places.keys
    return place / name if inside else Place(place.source, (name,))


def _ruleset(table: Mapping[str, Any], place: Place) -> Ruleset:
    """The rules that the case names; where it leaves out the game, those of its clauses, and where it leaves
    out the edition, the latest."""
    game, edition, clauses = (table.get(name) for name in ("game", "edition", "clause"))
    found = ruleset_of(game, edition, clauses or ())
    if found is not None:
        return found
    if game is None:
        raise place.wrong("missing", field="game", accepts=", ".join(f'"{known}"' for known in GAMES))
    if edition is None:
        raise _where("game", place).unknown(game, "game", GAMES)
    raise _where("game", place).unknown(f"{game}@{edition}", "ruleset", RULESETS)


def _cards(rules: Ruleset, table: Mapping[str, Any], place: Place) -> CardSet:
    """The card set that the case names; by default the first that has the cards it gives."""
    if "cards" not in table:
        return card_set_of(rules, table.get("given", {}))
    if table["cards"] not in rules.sets:
        raise _where("cards", place).unknown(table["cards"], "cards", rules.sets)
    return rules.sets[table["cards"]]


def _stated(
    rules: Ruleset, file: Mapping[str, Any], own: Mapping[str, Any], place: Place
) -> dict[str, bool | int | str]:
    """The settings of the file for all cases, overridden by those of the case."""
    stated: dict[str, bool | int | str] = {}
    for table, at in ((file, Place(place.source, ())), (own, place)):
        for name, value in table.get("settings", {}).items():
            here = at / "settings" / name
            if name not in rules.settings:
                raise here.unknown(name, "setting", rules.settings, of_key=True)
            setting = rules.settings[name]
            if not setting.allows(value):
                raise here.wrong("shape", field=name, accepts=_choices(setting))
            stated[name] = value
    return stated


def _choices(setting: Setting) -> str:
    """The values that the setting allows, as they are written."""
    if not setting.choices:
        return f"{setting.least} … {setting.most}"
    return ", ".join(map(as_toml, setting.choices))
