"""Which card on the table a case means, and in what it lies otherwise than the case says.

Not here: how a card is written (``card_spec``), or what brought the difference about (``course``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.case.card_spec import CardSpec
from engine.case.course import Touch
from engine.case.problem import Place, message
from engine.case.shape import card_somewhere
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from events.model.changes import Attach, CardRef, Flip, Turn

TURNED = ("upright", "turned", "reversed", "turned-back")
"""Texts of the quarter turns of a card."""


class Difference(NamedTuple):
    """One thing in which a card lies otherwise: as it should be, as it is, and the changes to look for."""

    expected: Bilingual
    found: Bilingual
    touch: Touch


def is_card(game: Game, card: CardRef, spec: CardSpec) -> bool:
    """Whether this is the card that is written, however it lies."""
    if spec.copy:
        return card == spec.copy and spec.face in ("", game.table.face[card])
    return game.table.face[card] == spec.face


def card_at(game: Game, text: str, at: Place) -> tuple[CardRef, str]:
    """The card that is meant by ``CARD in ZONE SEAT``, ``""`` where it is not, and the place; ``""`` where
    the text names none."""
    spec, place = card_somewhere(game, text, at)
    lie = game.table.at(place) if place else list(game.table.place)
    pairs, _, _ = paired(game, [spec], lie)
    return pairs[0][1] if pairs else "", place


def paired(
    game: Game, specs: Sequence[CardSpec], cards: Sequence[CardRef]
) -> tuple[list[tuple[int, CardRef]], list[int], list[CardRef]]:
    """Match the specs with the cards: those that lie as written, then those of the same face.

    Returns pairs (number of the spec, card), the specs without a card, and the cards without a spec.
    """
    left, pairs = list(cards), []
    missing = list(range(len(specs)))
    for exact in (True, False):
        for index in tuple(missing):
            spec = specs[index]
            fitting = (card for card in left if is_card(game, card, spec))
            found = next(
                (card for card in fitting if not exact or not any(differences(game, card, spec))), ""
            )
            if found:
                pairs.append((index, found))
                left.remove(found)
                missing.remove(index)
    return sorted(pairs), missing, left


def differences(game: Game, card: CardRef, spec: CardSpec) -> Iterator[Difference]:
    """Yield in what ``card`` lies otherwise than written: whose it is and how it is attached only where that
    is written, how it is turned always, marks where they are written."""
    table = game.table
    owner = card.partition(".")[0]
    if spec.owner and owner != spec.owner:
        yield Difference(message("lies-of", seat=spec.owner), message("lies-of", seat=owner), Touch())
    host, role = table.host.get(card, ("", ""))
    attached = Touch(card=card, kinds=(Attach,))
    if spec.role and role != spec.role:
        yield Difference(_as(game, spec.role), _as(game, role), attached)
    if not _is_host(game, host, spec):
        wanted = spec.host_copy or game.faces[spec.host].name.ja
        of = f" of {spec.host_owner}" if spec.host_owner else ""
        yield Difference(_on(wanted + of), _on(_host_name(game, host)), attached)
    down = card in table.down
    if spec.down != down:
        touch = Touch(card=card, kinds=(Flip,))
        yield Difference(_face(down=spec.down), _face(down=down), touch)
    quarter = table.quarter.get(card, 0)
    if spec.quarter != quarter:
        touch = Touch(card=card, kinds=(Turn,))
        yield Difference(_way(spec.quarter), _way(quarter), touch)
    for mark, wanted_number in spec.marked.items():
        number = sum(grant.amount for grant in table.effects(card, mark))
        if number != wanted_number:
            touch = Touch(card=card, quantity=mark)
            yield Difference(_plain(f"({mark} {wanted_number})"), _plain(f"({mark} {number})"), touch)


def described(game: Game, card: CardRef) -> str:
    """A card as a case writes it, with everything that can be written of it."""
    table = game.table
    face = table.face[card]
    host, role = table.host.get(card, ("", ""))
    parts = [game.faces[face].name.ja if face else "??", f"of {card.partition('.')[0]}"]
    parts += [f"as {role}"] if role else []
    parts += [f"on {_host_name(game, host)}"] if host and host not in game.rules.seats else []
    parts += ["(down)"] if card in table.down else []
    parts += [f"({TURNED[table.quarter[card]]})"] if card in table.quarter else []
    for mark in game.rules.marks:
        number = sum(grant.amount for grant in table.effects(card, mark))
        parts += [f"({mark} {number})"] if number else []
    return " ".join(parts)


def _is_host(game: Game, host: str, spec: CardSpec) -> bool:
    """Whether the card lies on the card that is written, if any is."""
    if spec.host_copy:
        return host == spec.host_copy
    if not spec.host:
        return True
    owned = not spec.host_owner or host.partition(".")[0] == spec.host_owner
    return owned and game.table.face.get(host) == spec.host


def _host_name(game: Game, host: str) -> str:
    face = game.table.face.get(host)
    return f"{game.faces[face].name.ja} of {host.partition('.')[0]}" if face else host


def _plain(text: str) -> Bilingual:
    return Bilingual(text, text)


def _as(game: Game, role: str) -> Bilingual:
    return _plain(f"as {role}") if role else message("lies-unattached")


def _on(host: str) -> Bilingual:
    return _plain(f"on {host}") if host else message("lies-unattached")


def _face(*, down: bool) -> Bilingual:
    return _plain("(down)") if down else message("lies-up")


def _way(quarter: int) -> Bilingual:
    return _plain(f"({TURNED[quarter]})") if quarter else message("lies-upright")
