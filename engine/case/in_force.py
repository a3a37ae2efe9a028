"""What is in force on a given table from the start: texts of cards that lie there, texts that were carried
out before, and lasting effects.

Not here: the table itself (``arrange``), or how lasting effects are written (``lasting``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.case.card_spec import read_card_spec
from engine.case.lasting import given_effect
from engine.case.placed import Placed, is_host
from engine.case.problem import Place
from engine.case.shape import list_of
from engine.effect.grammar import TextError, parse
from engine.effect.select import owner
from engine.effect.tree import Effect
from engine.effect.usage import misuses
from engine.effect.word import Moment, Text
from engine.kernel.card import CardSet
from engine.kernel.ruleset import Ruleset
from engine.record.notation.glossary import Glossary
from events.model.changes import AnyChange, CardRef, Grant

EFFECT_LINES = "SEAT [CARD]: CARD TEXT, or on SEAT|COPY: EFFECT until …"

WHILE_HERE = "while-here"
"""The moment of card text that holds as long as a card lies attached."""


class TextInForce(NamedTuple):
    """Card text that is in force from the start: its seat, its card, and the card or seat that it is on."""

    seat: str
    card: CardRef
    bearer: str
    effects: tuple[Effect, ...]


@dataclass
class Effects:
    """What ``given`` says of effects: ``placed`` are the cards of the table."""

    given: Mapping[str, Any]
    place: Place
    rules: Ruleset
    cards: CardSet
    words: Glossary
    placed: Sequence[Placed]

    def while_here(self) -> list[TextInForce]:
        """Return the texts of cards that lie attached: those of their owners, or of the owner of the card
        that they lie beneath."""
        texts = []
        for card, spec, seat, _, _ in self.placed:
            effects = self.cards.roles[spec.role].on(WHILE_HERE) if spec.role else ()
            if not effects:
                continue
            hosts = (placed.card for placed in self.placed if is_host(placed, spec))
            host = next(hosts, "") if spec.host or spec.host_copy else ""
            texts.append(TextInForce(owner(host or card), card, "" if host else seat, effects))
        return texts

    def carried_out(self) -> list[TextInForce]:
        """Return the texts of the lines ``SEAT [CARD]: card text``, which were carried out before."""
        texts = []
        lines = list_of(self.given.get("effects", []), self.place / "effects")
        for index, line in enumerate(lines):
            at = self.place / "effects" / index
            if str(line).startswith("on "):
                continue
            who, colon, text = str(line).partition(": ")
            seat, _, name = who.partition(" ")
            if not colon or seat not in self.rules.seats:
                raise at.wrong("shape", field=str(line), accepts=EFFECT_LINES)
            card = self._source(name, at) if name else ""
            texts.append(TextInForce(seat, card, "", (self._effect(text, at, has_card=bool(card)),)))
        return texts

    def lasting(self) -> list[AnyChange]:
        """The effects of the lines ``on HOLDER: EFFECT until …``."""
        changes: list[AnyChange] = []
        lines = list_of(self.given.get("effects", []), self.place / "effects")
        for index, line in enumerate(lines):
            at = self.place / "effects" / index
            holder, colon, text = str(line).partition(": ")
            if not holder.startswith("on "):
                continue
            on = holder.removeprefix("on ")
            holders = [*self.rules.seats, *(placed.card for placed in self.placed)]
            if not colon or on not in holders:
                raise at.unknown(on, "holder", holders)
            quantity, operation, amount, about, until = given_effect(text, self.rules, self.words, at)
            id, clause = f"given-effect-{index}", self.rules.frame_clause
            changes.append(Grant(id, on, quantity, operation, amount, about, until, "", clause))
        return changes

    def _source(self, name: str, at: Place) -> CardRef:
        """The card of a text in force, which lies on the given table."""
        spec = read_card_spec(name, self.words, self.cards, at)
        for placed in self.placed:
            if spec.copy == placed.card or (not spec.copy and spec.face == placed.spec.face):
                return placed.card
        raise at.wrong("not-given", card=name)

    def _effect(self, text: str, at: Place, *, has_card: bool) -> Effect:
        try:
            effect = parse(text)
        except TextError as error:
            raise at.wrong("card-text", text=text, wrong=error.message) from None
        tags = tuple(tag for card in self.cards.cards.values() for tag in card.tags)
        made = {"roles": tuple(self.cards.roles), "tags": tags}
        roles = {role.id: role.kind for role in self.cards.roles.values()}
        context = Text("given", Moment(kinds=()), frozenset(), made=made, roles=roles)
        for misuse in misuses(effect, context, self.rules.vocabulary):
            raise at.wrong("card-text", text=text, wrong=misuse.message)
        if "self" in text.split() and not has_card:
            raise at.wrong("no-self", text=text)
        return effect
