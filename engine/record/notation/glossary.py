"""The words that a record may use in one game: verbs, cards, tracks and zones by all their names.

Not here: which instance of a card is meant (``resolve``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Card, CardSet
from engine.kernel.game import Game
from engine.kernel.identity_cache import cached_by_identity
from engine.kernel.known_card import KnownCard
from engine.kernel.legality import ActType
from engine.kernel.ruleset import Ruleset
from engine.record.notation.problem import Misread, nearest
from engine.record.notation.width import form
from events.model.changes import FaceId

UNKNOWN = "??"
LEAST_PREFIX = 2
"""The least characters of a prefix by which a card may be named."""


class Glossary:
    """Words of one ruleset with one card set, found in both languages and in any case."""

    def __init__(self, rules: Ruleset, card_set: CardSet) -> None:
        self.rules = rules
        self.cards: Mapping[FaceId, Card] = card_set.cards
        self.verbs: dict[str, ActType] = {}
        for verb in rules.verbs.values():
            for name in (verb.name, *verb.japanese):
                self.verbs[name.casefold()] = verb
        self.tracks = _by_name((track.id, track.name) for track in rules.tracks)
        self.zones = _by_name((zone.id, zone.name) for zone in rules.zones)
        self._roles = _by_name((role.id, role.name) for role in card_set.roles.values())
        self._faces: dict[str, list[FaceId]] = {}
        for card in self.cards.values():
            for word in _called(card):
                faces = self._faces.setdefault(form(word), [])
                if card.id not in faces:
                    faces.append(card.id)
        self.longest = max((len(word.split()) for word in self._faces), default=1)
        self._held = {form(word): card for card in card_set.held.values() for word in _called(card)}
        own, other = {}, {}
        for seat in rules.seats:
            own[seat] = tuple(f"{zone.id}.{seat}" for zone in rules.zones if not zone.shared)
            shared = tuple(zone.id for zone in rules.zones if zone.shared)
            other[seat] = shared + tuple(
                f"{zone.id}.{that}" for that in rules.seats if that != seat for zone in rules.zones
            )
        self.own: dict[str, tuple[str, ...]] = own
        self.other: dict[str, tuple[str, ...]] = other

    def held(self, word: str) -> KnownCard | None:
        """Return the card that ``word`` means where it is held as facts and cannot be played."""
        key = form(word)
        return None if key in self._faces else self._held.get(key)

    def faces(self, word: str) -> list[FaceId]:
        """Return the faces that ``word`` may mean: by whole name, id or number, else by the beginning of a
        name."""
        key = form(word)
        exact = self._faces.get(key)
        if exact is not None:
            return exact
        if len(key) < LEAST_PREFIX or " " in key:
            return []
        begun = [face for name, faces in self._faces.items() if name.startswith(key) for face in faces]
        return list(dict.fromkeys(begun))

    def face(self, word: str, column: int) -> FaceId | None:
        """Return the face that ``word`` means; None if none. Raises ``Misread`` if it could be several, or is
        a card that cannot be played."""
        if card := self.held(word):
            raise Misread(column, "held-card", word=card.name.ja, id=card.id, lacks=card.missing)
        found = self.faces(word)
        if len(found) > 1:
            listed = (f"{self.cards[face].name.ja} ({face})" for face in found)
            raise Misread(column, "ambiguous", *listed, word=word)
        return found[0] if found else None

    def role(self, word: str) -> str:
        """Return the role that ``word`` means, which is no name of a card; ``""`` if none."""
        return self._roles.get(form(word), "")

    def short_name(self, face: FaceId) -> str:
        """Return the shortest name that means only this face: the printed one, else the id."""
        name = self.cards[face].name.ja
        plain = " " not in name and not any(sign in name for sign in '#">=[]()')
        return name if plain and self._faces[form(name)] == [face] else face

    def similar(self, word: str, *more: str) -> tuple[str, ...]:
        """Return the names of cards, and the words in ``more``, that look like ``word``."""
        names = [name for card in self.cards.values() for name in (card.name.ja, card.name.en)]
        begun = (name for name in names if form(name).startswith(form(word)))
        return tuple(dict.fromkeys((*begun, *nearest(word, (*more, *names)))))


def _by_name(named: Iterable[tuple[str, Bilingual]]) -> dict[str, str]:
    return {form(one): id for id, name in named for one in (id, name.ja, name.en)}


def _called(card: Card | KnownCard) -> tuple[str, ...]:
    numbers = () if card.number is None else (str(card.number), f"{card.number:03}")
    return (card.id, card.name.ja, card.name.en, *numbers)


@cached_by_identity
def glossary(rules: Ruleset, card_set: CardSet) -> Glossary:
    """Return the words of this ruleset with these cards, made once."""
    return Glossary(rules, card_set)


def glossary_of(game: Game) -> Glossary:
    """Return the words of a game."""
    return glossary(game.rules, game.card_set)
