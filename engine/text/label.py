"""Names of seats, cards, places and terms, in one language and at one table.

A face that the table does not know is ``??``. Not here: what a viewer may know (the log that the table was
folded from decides it), or whole sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.kernel.card import Card, Role
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from engine.text.phrase import fill, find
from events.model.changes import AnyChange, CardRef, Create, FaceId, Holder, Know, Place

UNKNOWN = "??"
"""A card whose face nobody wrote down."""

BETWEEN = {"en": ", ", "ja": "、"}


class Labels:
    """The words for one sentence.

    ``players`` gives names by seat. ``changes`` are those of the described event: faces that
    become known with it are used, though ``table`` is the one before it. ``rules`` is None where they are not
    installed; ids then stand for themselves.
    """

    __slots__ = ("_faces", "_hosts", "_players", "language", "rules")

    def __init__(
        self,
        rules: Ruleset | None,
        language: str,
        *,
        table: Table | None = None,
        players: Mapping[str, str] | None = None,
        changes: Iterable[AnyChange] = (),
    ) -> None:
        self.rules = rules
        self.language = language
        self._players = players or {}
        self._faces: Mapping[CardRef, FaceId] = table.face if table else {}
        self._hosts = table.host if table else {}
        learned = {change.card: change.face for change in changes if isinstance(change, Know | Create)}
        if learned:
            self._faces = {**self._faces, **{card: face for card, face in learned.items() if face}}

    # --- terms -------------------------------------------------------------------------------------

    def text(self, key: str, **facts: object) -> str:
        """The filled text under ``key``; the key itself where there is none."""
        found = find(self.rules, key)
        return fill(found[self.language], facts) if found else key

    def term(self, group: str, word: str) -> str:
        """The word of a game as people say it; a word without a text is shown as it is."""
        found = find(self.rules, f"{group}.{word}")
        return fill(found[self.language], {}) if found else word

    def terms(self, group: str, words: Iterable[str]) -> str:
        """Several words of one group, in a row."""
        return BETWEEN[self.language].join(self.term(group, word) for word in words)

    def quantity(self, quantity: str) -> str:
        """A quantity or a track."""
        if find(self.rules, f"quantity.{quantity}"):
            return self.term("quantity", quantity)
        for track in self.rules.tracks if self.rules else ():
            if track.id == quantity:
                return track.name[self.language]
        return quantity

    def is_term(self, word: str) -> bool:
        """Whether ``word`` is no card of this table."""
        return word not in self._faces

    def verb(self, verb: str) -> str:
        """What an act is called in a written record."""
        known = self.rules.verbs.get(verb) if self.rules else None
        return known.japanese[0] if known and known.japanese and self.language == "ja" else verb

    # --- people, places, cards -----------------------------------------------------------------------

    def seat(self, seat: str) -> str:
        """A player: ``A (Aoi)``, or just the seat where the name is not given."""
        name = self._players.get(seat, "")
        return self.text("label.player", seat=seat, name=name) if name else self.term("seat", seat)

    def place(self, place: Place) -> str:
        """A zone and whose it is. By the seat alone: a full name has no good genitive."""
        kind, _, owner = place.partition(".")
        zones = self.rules.zones if self.rules else ()
        name = next((zone.name[self.language] for zone in zones if zone.id == kind), None)
        zone = name or self.term("zone", kind)
        return self.text("label.owned", owner=owner, thing=zone) if owner else zone

    def card(self, card: CardRef) -> str:
        """The printed name of an instance, which stays Japanese in every language."""
        return self.face(self._faces.get(card, ""))

    def face(self, face: FaceId) -> str:
        """The printed name of a face."""
        if not face:
            return UNKNOWN
        found = self._card(face)
        return found.name.ja if found else face

    def source(self, card: CardRef) -> str:
        """A card as what it is at the moment: its role first, where it lies attached."""
        role = self.role(self._hosts[card][1]) if card in self._hosts else ""
        name = self.card(card)
        return name if role in ("", name) else self.text("label.role", role=role, card=name)

    def role(self, role: str) -> str:
        """The name of a role."""
        found = self._role(role)
        return found.name.ja if found else self.term("role", role)

    def holder(self, holder: Holder) -> str:
        """A seat or a card."""
        return self.card(holder) if holder in self._faces else self.seat(holder)

    def holders(self, holders: Iterable[Holder]) -> str:
        """Several seats or cards, each once with its number: ``斬撃剣 ×2``."""
        counted: dict[str, int] = {}
        for name in map(self.holder, holders):
            counted[name] = counted.get(name, 0) + 1
        return BETWEEN[self.language].join(
            name if number == 1 else f"{name} ×{number}" for name, number in counted.items()
        )

    def about(self, text: str) -> str:
        """What the text of a continuous effect is about: a face, a symbol, or the text itself."""
        found = self._card(text)
        return found.name.ja if found else self.term("symbol", text)

    def _card(self, face: FaceId) -> Card | None:
        sets = self.rules.sets.values() if self.rules else ()
        return next((cards.cards[face] for cards in sets if face in cards.cards), None)

    def _role(self, role: str) -> Role | None:
        sets = self.rules.sets.values() if self.rules else ()
        return next((cards.roles[role] for cards in sets if role in cards.roles), None)
