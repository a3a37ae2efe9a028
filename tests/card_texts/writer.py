"""Writes card texts by chance from the grammar: every word, every moment, every field of the header.

Most texts keep to what the game registers, so that they can be played; the others take whatever the grammar
allows, so that the linter has something to refuse. Not here: whether a text is accepted, or playing it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any, get_args

from engine.effect import form, tree
from engine.effect.grammar import LONGEST
from engine.effect.print import show
from engine.effect.shape import HEADER
from engine.effect.tree import Node
from engine.effect.vocabulary import Vocabulary
from engine.effect.word import ACTION, BEARER, DAMAGE, PLACE, Moment, Word, X

EFFECTS = get_args(tree.Effect)
CONDITIONS = get_args(tree.Condition)
NUMBERS = (0, 1, 1, 1, 2, 2, 3, 5)
NAMES = ("one", "two")
DEPTH = 3
"""Effects, and amounts, nest at most so deep."""
_REFERS = {
    "controller": ACTION, "bearer": BEARER, "while here": PLACE, "action": ACTION, "symbol": ACTION, "x": X,
    "dealt": DAMAGE,
}  # fmt: skip


@dataclass
class Place:
    """Where a line stands: what it may refer to, and the names that were set before."""

    on: str
    moment: Moment | None
    gives: set[str]
    kind: str
    names: list[str] = field(default_factory=list)


class Writer:
    """Writes for one game; ``free`` is the chance that a slot ignores what the game registers."""

    def __init__(
        self, words: Vocabulary, chance: Random, *, tags: tuple[str, ...], roles: tuple[str, ...]
    ) -> None:
        self.words = words
        self.chance = chance
        self.tags = tags
        self.roles = roles
        self.free = 0.0
        known = {str(one.__struct_config__.tag) for one in words.words}
        self.missing = {str(one.__struct_config__.tag) for one in form.words()} - known

    # --- abilities -----------------------------------------------------------------------------------

    def card(self, template: dict[str, Any]) -> dict[str, Any]:
        """The card or role ``template`` with other abilities, and another cost and other keywords now and
        then."""
        chance = self.chance
        self.free = chance.choice((0.0, 0.0, 0.0, 0.03, 0.2))
        kind = template["kind"]
        card = {key: value for key, value in template.items() if key != "ability"}
        if "cost" in card:
            card["cost"] = "X" if self.maybe(kind in self.words.x_cost, 0.15) else chance.choice((0, 0, 1, 2))
        if "keywords" in self.words.fields and kind in self.words.fields["keywords"]:
            known = [word for word, entry in self.words.keywords.items() if kind in entry.kinds]
            if known and chance.random() < 0.2:
                card["keywords"] = sorted({*card.get("keywords", ()), chance.choice(known)})
        if any(name.startswith("needs-") for name in card.get("stats", ())) and chance.random() < 0.8:
            card["stats"] = {
                key: value for key, value in card["stats"].items() if not key.startswith("needs-")
            }
        moments = [on for on, moment in self.words.moments.items() if kind in moment.kinds]
        if self.is_free() or not moments:
            moments = list(self.words.moments)
        wanted = [one["on"] for one in template.get("ability", ())]
        count = chance.choice((1, 1, 1, 2))
        chosen = [
            chance.choice(wanted) if wanted and chance.random() < 0.6 else chance.choice(moments)
            for _ in range(count)
        ]
        card["ability"] = [self.ability(on, kind, card) for on in dict.fromkeys(chosen)]
        return card

    def ability(self, on: str, kind: str, card: dict[str, Any]) -> dict[str, Any]:
        words, chance = self.words, self.chance
        moment = words.moments[on]
        gives = {*moment.gives, *moment.gives_kind.get(kind, ())}
        if card.get("cost") != "X":
            gives.discard(X)
        found: dict[str, Any] = {"on": on}
        if kind in moment.action_of:
            found["symbol"] = chance.choice(moment.symbols or words.symbols)
        read = [name for name in HEADER if name in moment.header or self.is_free()]
        if "keywords" in read:
            known = [word for word, entry in words.keywords.items() if on in entry.on] or list(words.keywords)
            if known and chance.random() < 0.4:
                found["keywords"] = [chance.choice(known)]
        for word in found.get("keywords", ()):
            if on in words.keywords[word].on:
                gives |= set(words.keywords[word].gives)
        for word in card.get("keywords", ()):
            if word in words.keywords and on in words.keywords[word].card_on:
                gives |= set(words.keywords[word].gives)
        place = Place(on, moment, gives, kind, list(words.names) if self.is_free() else [])
        for name in read:
            self.header(name, found, place, moment)
        if moment.words != ():
            found["do"] = [self.line(place) for _ in range(chance.choice((1, 1, 2, 3)))]
        return found

    def header(self, name: str, found: dict[str, Any], place: Place, moment: Moment) -> None:
        words, chance = self.words, self.chance
        must = name in moment.needs
        if name == "cost" and (must or chance.random() < 0.6):
            found["cost"] = chance.choice((0, 0, 1, 1, 2))
        elif name == "zone" and chance.random() < 0.6:
            found["zone"] = chance.choice(moment.zones or words.zones or ("hand",))
        elif name == "needs" and chance.random() < 0.3:
            found["needs"] = show(self.node(chance.choice(self.able(CONDITIONS, place)), place, DEPTH - 1))
        elif name == "targets" and (must or chance.random() < 0.5) and words.targets:
            top = chance.choice(list(words.targets))
            found["targets"] = [show(self.node(top, place, 1, words.targets[top]))]
        elif name == "price" and chance.random() < 0.4 and words.prices:
            top = chance.choice(list(words.prices))
            found["price"] = [show(self.node(top, place, 1, words.prices[top]))]

    def line(self, place: Place) -> str:
        while True:
            text = show(self.effect(place, DEPTH))
            if len(text) <= LONGEST:
                return text

    # --- nodes ---------------------------------------------------------------------------------------

    def is_free(self) -> bool:
        return self.chance.random() < self.free

    def maybe(self, usual: bool, share: float) -> bool:
        return (usual or self.is_free()) and self.chance.random() < share

    def effect(self, place: Place, depth: int) -> Node:
        able = self.able(EFFECTS, place)
        if depth <= 1 or self.chance.random() < 0.7:
            able = [one for one in able if not self.nests(one)] or able
        return self.node(self.chance.choice(able or list(EFFECTS)), place, depth)

    def nests(self, word: type[Node]) -> bool:
        return word in get_args(tree.Combinator)

    def able(self, words: tuple[type[Node], ...], place: Place) -> list[type[Node]]:
        """The words of a sort that the game carries out here."""
        if self.is_free():
            return list(words)
        found = []
        for one in words:
            entry = self.words.words.get(one)
            moment = place.moment
            if entry is None or any(refers not in place.gives for refers in entry.refers):
                continue
            if _REFERS.get(str(one.__struct_config__.tag), "") not in ("", *place.gives):
                continue
            if entry.on is not None and place.on not in entry.on:
                continue
            if one in EFFECTS and moment is not None and moment.words is not None and one not in moment.words:
                continue
            found.append(one)
        return found or [one for one in words if one in self.words.words] or list(words)

    def node(self, word: type[Node], place: Place, depth: int, entry: Word | None = None) -> Node:
        entry = entry or self.words.words.get(word) or Word()
        fields: dict[str, Any] = {}
        if word is tree.Modify and self.words.quantities and not self.is_free():
            fields = self.modify(place, depth)
        if word is tree.Forbid and self.words.deeds and not self.is_free():
            what = self.chance.choice(list(self.words.deeds))
            fields = {"what": what, "of": tree.This() if self.words.deeds[what].about_card else None}
        if word is tree.Attack and self.words.styles and not self.is_free():
            style = self.chance.choice(list(self.words.styles))
            amount = self.amount(place, 1, None) if self.words.styles[style].measured else None
            fields = {"style": style, "amount": amount}
        limits = dict(entry.slots)
        for slot in form.slots(word):
            if slot in fields:
                continue
            inner = place
            if word is tree.Later and slot == "effect":
                gives = (
                    set(self.words.delays[fields["moment"]].gives)
                    if fields["moment"] in self.words.delays
                    else set()
                )
                inner = Place(f"at {fields['moment']}", Moment(kinds=()), gives, place.kind)
            fields[slot] = self.fill(word, slot, limits, inner, depth)
        if word in (tree.Choose, tree.Reveal, tree.MoveTo, tree.Draw) and fields.get("name"):
            place.names.append(fields["name"])
        return word(**fields)

    def modify(self, place: Place, depth: int) -> dict[str, Any]:
        words, chance = self.words, self.chance
        able = [
            name for name, entry in words.quantities.items() if entry.on is None or place.on in entry.on
        ] or list(words.quantities)
        name = chance.choice(able)
        entry = words.quantities[name]
        spans = [
            span
            for span, found in words.durations.items()
            if (entry.until is None or span in entry.until)
            and (found.on is None or place.on in found.on or place.on not in words.moments)
            and _REFERS.get(span, "") in ("", *place.gives)
        ]
        limits = {"who": entry.of}
        zone = words.words[tree.Modify].slots.get("who.zone") if tree.Modify in words.words else None
        if zone is not None:
            limits["who.zone"] = zone
        return {
            "quantity": name,
            "who": self.fill(tree.Modify, "who", limits, place, depth),
            "operation": chance.choice(entry.operations),
            "amount": self.amount(place, 1, entry.amounts),
            "until": chance.choice(spans or ["end of turn"]),
        }

    def amount(self, place: Place, depth: int, accepted: tuple[str, ...] | None) -> Node:
        if self.chance.random() < 0.6 and (accepted is None or "number" in accepted):
            return tree.Number(self.chance.choice(NUMBERS))
        found: Node = self.fill(
            tree.Damage, "amount", {} if accepted is None else {"amount": accepted}, place, depth
        )
        return found

    def fill(self, word: type[Node], slot: str, limits: dict[str, Any], place: Place, depth: int) -> Any:
        """Something for a slot: of what the game accepts there, now and then anything."""
        chance, accepted = self.chance, limits.get(slot)
        if self.is_free():
            accepted = None
        fillings = form.fillings(word)[slot]
        optional = slot in _optional(word)
        if optional and (accepted == ("",) or chance.random() < 0.7):
            return "" if any(isinstance(f, form.DefinedWord) for f in fillings) else None
        if set(EFFECTS) <= set(fillings):
            return self.effect(place, depth - 1)
        options: list[Any] = []
        for filling in fillings:
            if isinstance(filling, form.OneOf):
                options += [one for one in filling.phrases if self.fits(one, accepted, place)]
            elif isinstance(filling, form.DefinedWord):
                options += [
                    one for one in self.defined(filling, place, word) if accepted is None or one in accepted
                ]
            elif isinstance(filling, form.WholeNumber):
                options += NUMBERS
            elif self.fits(str(filling.__struct_config__.tag), accepted, place):
                options.append(filling)
        if slot in ("until",):
            options = [one for one in options if one in self.words.durations] or options
        if "amount" in slot or slot in ("number", "left", "right", "cost"):
            options += [tree.Number] * (len(options) if tree.Number in options else 0)
            if depth <= 0:
                options = [tree.Number]
        if not options:
            options = [f for f in fillings if not isinstance(f, form.Filling.__args__[1:])] or list(NAMES)
        one = chance.choice(options)
        if isinstance(one, type):
            inner = {
                key.partition(".")[2]: value for key, value in limits.items() if key.startswith(f"{slot}.")
            }
            entry = self.words.words.get(one) or Word()
            return self.node(one, place, depth - 1, Word(slots={**entry.slots, **inner}))
        return one

    def fits(self, token: str, accepted: Any, place: Place) -> bool:
        if self.is_free():
            return True
        if accepted is not None and token not in accepted:
            return False
        if token == "named" and not place.names:
            return False
        if token == "bearer" and self.words.bearer == "":
            return False
        if token in self.missing:
            return False
        return _REFERS.get(token, "") in ("", *place.gives)

    def defined(self, filling: form.DefinedWord, place: Place, word: type[Node]) -> list[str]:
        if filling.words == "names":
            return (place.names or list(NAMES)) if word is tree.Named else list(NAMES)
        if filling.words == "roles":
            return list(self.roles) or ["nothing"]
        if filling.words == "traits":
            return [*self.words.traits, *self.tags]
        return list(getattr(self.words, filling.words)) or ["nothing"]


def _optional(word: type[Node]) -> set[str]:
    """The slots that may be left out."""
    return {piece.field for piece in form.pieces(word) if isinstance(piece, form.Part)}
