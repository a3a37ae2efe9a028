"""An event that a case looks for: its kind, and the fields that it must have.

Not here: in which order, or whether it must or must not have happened (``expect``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, get_args

from engine.case.card_spec import read_card_spec
from engine.case.problem import Place
from engine.kernel.card import Card
from engine.kernel.game import Game
from engine.record.notation.glossary import glossary_of
from events.model.kinds import AnyEvent

MAIN = {
    "Opened": "game", "Shuffled": "place", "Began": "span", "Ended": "span", "Declared": "verb",
    "Chose": "verb", "Passed": "verb", "Paid": "resource", "Determined": "quantity", "Resolved": "what",
    "Failed": "what", "Triggered": "ability", "Happened": "what", "Revealed": "cards",
}  # fmt: skip
"""Kind of event → the field that stands after its name: ``{ Happened = "damage", of = "B" }``."""

_KINDS = {kind.__name__: kind for kind in get_args(AnyEvent) if kind.__name__ in MAIN}
_CARDS = ("card", "cards", "for")


class Pattern(NamedTuple):
    """``fields`` of an event of ``kind``, by name; cards by their face."""

    kind: str
    fields: dict[str, Any]
    at: Place
    text: str

    def fits(self, game: Game, event: AnyEvent) -> bool:
        """Whether ``event`` matches the pattern."""
        if type(event).__name__ != self.kind:
            return False
        return all(_has(game, event, name, value) for name, value in self.fields.items())

    def is_like(self, event: AnyEvent) -> bool:
        """Whether ``event`` is of the same kind and about the same: it may differ in all other fields."""
        main = MAIN[self.kind]
        return type(event).__name__ == self.kind and (
            main in _CARDS or _field(event, main) == self.fields[main]
        )

    def differing(self, game: Game, event: AnyEvent) -> str:
        """The fields in which ``event`` differs, as it has them."""
        names = (name for name, value in self.fields.items() if not _has(game, event, name, value))
        return ", ".join(f"{name} = {_shown(game, event, name)}" for name in names)


def read_pattern(game: Game, table: Any, at: Place) -> Pattern:
    """Raises ``CaseErrors`` for an unknown kind or field."""
    if not isinstance(table, dict) or not table:
        raise at.wrong("shape", field=str(table), accepts='{ Happened = "damage", of = "B", amount = 3 }')
    (kind, main), *rest = table.items()
    if kind not in MAIN:
        raise (at / kind).unknown(kind, "kind", MAIN, of_key=True)
    if MAIN[kind] == "verb":
        # A kind that the act never has would make 'never' hold whatever happens.
        acts = [verb.name for verb in game.rules.verbs.values() if verb.event.__name__ == kind]
        if main not in acts:
            raise (at / kind).unknown(str(main), f"act-{kind.lower()}", acts)
    fields = {MAIN[kind]: main, **dict(rest)}
    known = (*_KINDS[kind].__struct_encode_fields__, "clause")
    fields = {_named(name, known): value for name, value in fields.items()}
    for name, value in fields.items():
        if name not in known:
            raise (at / name).unknown(name, "event-field", known, of_key=True)
        if name in _CARDS:
            fields[name] = _faces(game, value, at)
    text = ", ".join(f"{name} = {value}" for name, value in table.items())
    return Pattern(kind, fields, at, text)


def as_pattern(event: AnyEvent, faces: Mapping[str, str], cards: Mapping[str, Card]) -> str:
    """``event`` as ``events`` of a case would look for it, such as ``{ Paid = "cost", amount = 2 }``; ``""``
    for one that no case looks for. ``faces`` are those of the copies on the table."""
    kind = type(event).__name__
    if kind not in MAIN or kind == "Opened":
        return ""
    known = event.__struct_encode_fields__
    main = MAIN[kind]
    fields = [main, *(name for name in known if name not in (main, *_UNSAID))]
    said = []
    for name in fields:
        value = _field(event, name)
        if name in _CARDS:
            copies = [value] if isinstance(value, str) else value
            value = [_card_word(faces[copy], cards) for copy in copies if faces.get(copy) in cards]
            value = value[0] if len(value) == 1 and isinstance(_field(event, name), str) else value
        if name in (main, "value") or value not in ("", None, (), [], {}, False):
            said.append(f"{kind if name == main else name} = {as_toml(value)}")
    if clauses := getattr(event, "clauses", ()):
        said.append(f'clause = "{clauses[0]}"')
    return "{ " + ", ".join(said) + " }"


def _card_word(face: str, cards: Mapping[str, Card]) -> str:
    """The name of a card; its id where another card bears the same name."""
    name = cards[face].name.ja
    return name if sum(card.name.ja == name for card in cards.values()) == 1 else face


_UNSAID = (
    "changes", "clauses", "trail", "players", "settings", "digests", "decks", "order", "secrets", "spent",
    "implied", "faces",
)  # fmt: skip
"""Fields that say too much for a case, or nothing."""


def as_toml(value: Any) -> str:
    """A value as it is written in a case."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {as_toml(inner)}" for key, inner in value.items()) + " }"
    return (
        str(value).lower()
        if isinstance(value, bool)
        else str(value)
        if isinstance(value, int)
        else f'"{value}"'
    )


def _named(name: str, known: tuple[str, ...]) -> str:
    """The field's own name: one card may be written as ``card`` wherever there may be several, and the other
    way round."""
    for one, other in (("card", "cards"), ("cards", "card")):
        if name == one and one not in known and other in known:
            return other
    return name


def _faces(game: Game, value: Any, at: Place) -> list[str]:
    texts = value if isinstance(value, list) else [value]
    return [_face(game, text, at) for text in texts]


def _face(game: Game, text: Any, at: Place) -> str:
    """The face of a card, or of a copy on the table."""
    spec = read_card_spec(text, glossary_of(game), game.card_set, at)
    return spec.face or game.table.face.get(spec.copy, "")


def _field(event: AnyEvent, name: str) -> Any:
    kind = type(event)
    return getattr(event, kind.__struct_fields__[kind.__struct_encode_fields__.index(name)])


def _has(game: Game, event: AnyEvent, name: str, value: Any) -> bool:
    if name == "clause":
        return bool(value in getattr(event, "clauses", ()))
    return bool(_plain(game, event, name) == value)


def _plain(game: Game, event: AnyEvent, name: str) -> Any:
    """A field as a case writes it; cards by their faces."""
    found = _field(event, name)
    if name in _CARDS:
        cards = [found] if isinstance(found, str) else found
        return [game.table.face.get(card, "") for card in cards]
    if name == "trail":
        return [f"{step.operation} {step.number} [{step.clause}]" for step in found]
    return list(found) if isinstance(found, tuple) else found


def _shown(game: Game, event: AnyEvent, name: str) -> str:
    if name == "clause":
        return ", ".join(getattr(event, "clauses", ())) or "–"
    found = _plain(game, event, name)
    if name in _CARDS:
        names = [game.faces[face].name.ja if face in game.faces else "–" for face in found]
        return ", ".join(names) or "–"
    return str(found)
