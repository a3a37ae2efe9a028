"""The lines of such a log in words of the notation: what a line does, or what it says has happened.

Not here: the first lines, up to the deck (``read``).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from kifuda_hanabi.board import COLOURS, FACES, NUMBERS

Players = Mapping[str, str]
"""What the log calls a player → seat."""
COLOUR = "|".join(COLOURS)
CARD = rf"(?:{COLOUR}) [1-5]"
CARDS = rf"(?:{CARD}(?:, {CARD})*)?"
STACKS = ", ".join(rf"{colour} [0-5]" for colour in COLOURS)


class Sentence(NamedTuple):
    """A form of line: its ``pattern``, what it looks like to people, and the claims that it makes."""

    pattern: re.Pattern[str]
    form: str
    claims: Callable[[re.Match[str], Players], Iterator[str]]


def _hint(found: re.Match[str], players: Players) -> Iterator[str]:
    named = found["colour"] or found["number"]
    yield f"=> {players[found['who']]} clue {named} > {players[found['whom']]}"
    yield f"=> clues {found['free']}"


def _played(found: re.Match[str], players: Players) -> Iterator[str]:
    colour = found["card"].partition(" ")[0]
    fits = found["how"] == "successfully! Board is now"
    yield f"=> {_face(found['card'])} to {colour if fits else 'discard'}"
    for stack in found["stacks"].split(", "):
        yield f"=> count {stack}"


def _discarded(found: re.Match[str], players: Players) -> Iterator[str]:
    yield f"=> {_face(found['card'])} to discard"


def _trash(found: re.Match[str], players: Players) -> Iterator[str]:
    yield f"=> order discard {_faces(found['cards'])}".rstrip()


def _hand(found: re.Match[str], players: Players) -> Iterator[str]:
    yield f"=> order hand {players[found['who']]} {_faces(found['cards'])}".rstrip()


def _score(found: re.Match[str], players: Players) -> Iterator[str]:
    yield f"=> score {int(found['score'])}"


def _face(card: str) -> str:
    colour, number = card.split()
    return FACES[colour, int(number)]


def _faces(cards: str) -> str:
    return " ".join(_face(card) for card in cards.split(", ")) if cards else ""


def sentences(players: Players) -> tuple[Sentence, ...]:
    """The forms of lines that say what has happened, in a log with these players."""
    who = "|".join(map(re.escape, players))
    named = rf"(?:(?P<colour>{COLOUR}) cards|(?P<number>[1-5]))"
    forms = (
        (
            rf"(?P<who>{who}) hints (?P<whom>{who}) about all their {named} hints remaining: (?P<free>[0-8])",
            "WHO hints WHOM about all their COLOUR cards|NUMBER hints remaining: N",
            _hint,
        ),
        (
            rf"(?P<who>{who}) plays (?P<card>{CARD})"
            rf" (?P<how>successfully! Board is now|and fails\. Board was) (?P<stacks>{STACKS})",
            "WHO plays CARD successfully! Board is now STACKS | WHO plays CARD and fails. Board was STACKS",
            _played,
        ),
        (rf"(?P<who>{who}) discards (?P<card>{CARD})", "WHO discards CARD", _discarded),
        (rf"trash is now (?P<cards>{CARDS})", "trash is now CARDS", _trash),
        (rf"(?P<who>{who})(?: now)? has (?P<cards>{CARDS})", "WHO has CARDS | WHO now has CARDS", _hand),
        (r"Score (?P<score>[0-9]{1,2})", "Score N", _score),
    )
    return tuple(Sentence(re.compile(pattern), form, claims) for pattern, form, claims in forms)


# --- moves ---------------------------------------------------------------------------------------------

MOVE = "MOVE: PLAYER ACTION CARD TARGET COLOUR NUMBER"
_MOVE = re.compile(r"MOVE:((?: (?:None|[0-9])){6})")


def act(line: str, seats: tuple[str, ...]) -> str | None:
    """The act of a ``MOVE:`` line in the notation; None if it is none."""
    found = _MOVE.fullmatch(line)
    if found is None:
        return None
    values = [None if field == "None" else int(field) for field in found[1].split()]
    match values:
        case [int(player), 0, None, int(to), int(colour), None]:
            return _clue(seats, player, to, _at(tuple(COLOURS), colour))
        case [int(player), 1, None, int(to), None, int(number)]:
            return _clue(seats, player, to, str(number) if number in NUMBERS else None)
        case [int(player), 2 | 3 as action, int(place), _, None, None]:
            seat = _at(seats, player)
            return seat and f"{seat} {'play' if action == 2 else 'discard'} {place + 1}"
    return None


def _clue(seats: tuple[str, ...], player: int, to: int, named: str | None) -> str | None:
    seat, other = _at(seats, player), _at(seats, to)
    return f"{seat} clue {named} > {other}" if seat and other and named else None


def _at(names: tuple[str, ...], index: int) -> str | None:
    return names[index] if index < len(names) else None
