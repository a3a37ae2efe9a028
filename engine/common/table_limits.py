"""Kinds of limits on tables that several games have: room in zones, copies of cards, sizes of decks, where
cards may lie and how.

A ruleset names them with its clauses (``Ruleset.table_limits``). Not here: limits of a single game.
"""

from collections.abc import Callable, Collection, Iterator, Mapping

from engine.kernel.card import Card
from engine.kernel.game import Game
from engine.kernel.table_limit import Broken, TableLimit
from events.model.changes import CardRef

Test = Callable[[Game, CardRef], bool]


def zone_of(game: Game, card: CardRef) -> str:
    """The kind of zone that a card lies in."""
    return game.table.place[card].partition(".")[0]


def holds_at_most(zone: str, most: int, clause: str) -> TableLimit:
    """So many cards of one seat have room in a zone."""

    def broken(game: Game) -> Iterator[Broken]:
        for seat in game.rules.seats:
            number = len(game.table.at(f"{zone}.{seat}"))
            if number > most:
                place = f"{zone}.{seat}"
                yield Broken(place, {"place": place, "most": most, "given": number})

    return TableLimit(clause, "too-full", broken)


def squares_hold_one(clause: str) -> TableLimit:
    """A square of the board takes one card, whoever's it is."""

    def broken(game: Game) -> Iterator[Broken]:
        for zone in game.rules.zones:
            if zone.square:
                there = [card for seat in game.rules.seats for card in game.table.at(f"{zone.id}.{seat}")]
                if len(there) > 1:
                    yield Broken(there[1], {"cards": len(there), "square": zone.name})

    return TableLimit(clause, "two-on-a-square", broken)


def copies_in_deck(
    clause: str, most: Callable[[Game, Card], int], alike: Callable[[Card], str] = lambda printed: printed.id
) -> TableLimit:
    """A player has no more copies of a card, or of cards that are ``alike``, than a deck may have; 0: as many
    as anybody likes."""

    def broken(game: Game) -> Iterator[Broken]:
        for seat in game.rules.seats:
            known = [card for card in _owned(game, seat) if game.table.face[card]]
            sorts = [alike(game.printed(card)) for card in known]
            for sort in dict.fromkeys(sorts):
                last = [card for card in known if alike(game.printed(card)) == sort][-1]
                face = game.table.face[last]
                limit, number = most(game, game.faces[face]), sorts.count(sort)
                if limit and number > limit:
                    yield Broken(last, {"face": face, "seat": seat, "most": limit, "given": number})

    return TableLimit(clause, "too-many-copies", broken)


def copies_in_pool(clause: str) -> TableLimit:
    """All players together have no more copies of a card than the pool holds."""

    def broken(game: Game) -> Iterator[Broken]:
        faces = list(game.table.face.values())
        for face in dict.fromkeys(filter(None, faces)):
            limit, number = game.card_set.pool.get(face, 0), faces.count(face)
            if number > limit > 0:
                last = [card for card, other in game.table.face.items() if other == face][-1]
                yield Broken(last, {"face": face, "most": limit, "given": number})

    return TableLimit(clause, "too-many-in-pool", broken)


def has_at_most(most: Callable[[Game], int], clause: str, *, what: Test | None = None) -> TableLimit:
    """A player has so many cards in all, or so many of the cards that ``what`` is true of."""

    def broken(game: Game) -> Iterator[Broken]:
        for seat in game.rules.seats:
            owned = [card for card in _owned(game, seat) if what is None or what(game, card)]
            if len(owned) > (limit := most(game)):
                yield Broken(owned[limit], {"seat": seat, "most": limit, "given": len(owned)})

    return TableLimit(clause, "too-many-cards", broken)


def holds_own_cards(clause: str, zones: Collection[str]) -> TableLimit:
    """In these zones of a player lie only that player's cards."""

    def broken(game: Game) -> Iterator[Broken]:
        for card, place in game.table.place.items():
            zone, _, seat = place.partition(".")
            if zone in zones and not card.startswith(f"{seat}."):
                yield Broken(card, {"card": card, "place": place})

    return TableLimit(clause, "with-another", broken)


def face_down_only(clause: str, allowed: Test) -> TableLimit:
    """Only these cards lie face down; where a card cannot be seen anyway it is not said to."""
    return _each(clause, "face-down", lambda game, card: card not in game.table.down or allowed(game, card))


def turned_only(clause: str, allowed: Mapping[str, Collection[int]]) -> TableLimit:
    """Cards are turned only in these zones, by these quarters."""
    return _each(
        clause,
        "turned",
        lambda game, card: game.table.quarter.get(card, 0) in (0, *allowed.get(zone_of(game, card), ())),
    )


def lies_there_only(clause: str, zones: Collection[str], allowed: Test) -> TableLimit:
    """In these zones lie only such cards."""
    return _each(
        clause, "wrong-place", lambda game, card: zone_of(game, card) not in zones or allowed(game, card)
    )


def attached_as(clause: str, allowed: Callable[[Game, CardRef, str, str], bool]) -> TableLimit:
    """A card that is attached may be: ``allowed`` is asked with its host and its role."""
    return _each(
        clause,
        "attached",
        lambda game, card: card not in game.table.host or allowed(game, card, *game.table.host[card]),
    )


def marked_only(clause: str, allowed: Test) -> TableLimit:
    """Marks of the rules lie only on such cards."""

    def fits(game: Game, card: CardRef) -> bool:
        return allowed(game, card) or not any(game.table.effects(card, mark) for mark in game.rules.marks)

    return _each(clause, "marked", fits)


def _each(clause: str, why: str, fits: Test) -> TableLimit:
    """A limit that each card keeps by itself."""

    def broken(game: Game) -> Iterator[Broken]:
        for card in game.table.place:
            if not fits(game, card):
                _, role = game.table.host.get(card, ("", ""))
                yield Broken(card, {"card": card, "place": game.table.place[card], "role": role})

    return TableLimit(clause, why, broken)


def _owned(game: Game, seat: str) -> list[CardRef]:
    return [card for card in game.table.place if card.startswith(f"{seat}.")]
