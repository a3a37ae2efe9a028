"""A player of Hanabi that keeps to a few conventions.

It reads the hands of others, what clues have said, and what lies open; of its own cards it knows no more than
that. Not here: chance (``kifuda.bots``).
"""

from collections.abc import Iterator

from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import options
from events.model.changes import CardRef, FaceId
from events.model.kinds import AnyAct
from kifuda.bots.dice import Dice
from kifuda.bots.skill import Skill, no_wide_choice
from kifuda_hanabi.board import COLOURS, HIGHEST, count, hand, heights, property_of
from kifuda_hanabi.knowledge import IS, points_at, possible

PLANS = ("careful", "bold")
"""``bold`` also plays the newest card that a clue pointed at, without knowing what it is."""
STRIKES_RISKED = 2
"""So many strikes end every risk."""


class HanabiPlayer:
    """Plays what it knows to fit, tells others what fits, and discards what it can spare."""

    def __init__(self, plan: str) -> None:
        self.plan = plan

    def choose(self, game: Game, dice: Dice) -> AnyAct:
        """A legal act of the seat that is asked."""
        ask = game.ask
        assert ask is not None  # it is asked
        legal = list(options(game))
        return max(legal, key=lambda act: self._worth(game, ask, act))

    def _worth(self, game: Game, ask: Ask, act: AnyAct) -> tuple[int, int]:
        if act.verb == "play":
            return self._of_play(game, ask.seat, (act.number or 0) - 1), 0
        if act.verb == "discard":
            return self._of_discard(game, ask.seat, (act.number or 0) - 1), -(act.number or 0)
        if act.verb == "clue":
            return self._of_clue(game, act), 0
        return -1000, 0

    def _of_play(self, game: Game, seat: str, index: int) -> int:
        card = hand(game, seat)[index]
        faces = own_faces(game, seat, card)
        if faces and all(fits(game, face) for face in faces):
            return 1000
        pointed = [each for each in hand(game, seat) if is_pointed_at(game, each)]
        risk = self.plan == "bold" and count(game, "strikes") < STRIKES_RISKED
        if risk and pointed and card == pointed[-1] and any(fits(game, face) for face in faces):
            return 60 * sum(fits(game, face) for face in faces) // len(faces)
        return -500

    def _of_discard(self, game: Game, seat: str, index: int) -> int:
        faces = own_faces(game, seat, hand(game, seat)[index])
        if faces and all(is_useless(game, face) for face in faces):
            return 40
        lost = max((value_of(game, face) for face in faces), default=0)
        kept = 20 if is_pointed_at(game, hand(game, seat)[index]) else 0
        return 20 - lost - kept + (5 if count(game, "clues") == 0 else 0)

    def _of_clue(self, game: Game, act: AnyAct) -> int:
        """What the receiver would learn: a card that is then known to fit, a last copy that is then kept."""
        (seat,), (named,) = act.targets, act.words
        points = 0
        for card in hand(game, seat):
            face = game.table.face[card]
            before = possible(game, card)
            after = [one for one in before if points_at(one, named) is points_at(face, named)]
            if all(fits(game, one) for one in before):
                continue
            if after and all(fits(game, one) for one in after):
                points += 100
            elif points_at(face, named) and len(after) < len(before):
                useful = fits(game, face)
                points += 45 if useful and not is_pointed_at(game, card) else 12 if useful else 0
                points += 8 if value_of(game, face) >= 15 and not is_pointed_at(game, card) else 0
                points -= 15 if self.plan == "bold" and not useful else 0
        spare = 3 * (count(game, "clues") - 4)
        return points - 15 + spare if points > 0 else -50


def own_faces(game: Game, seat: str, card: CardRef) -> list[FaceId]:
    """The faces that a seat can give one of its cards: what clues leave, less what it sees elsewhere."""
    seen: dict[FaceId, int] = {}
    for place in ("discard", *COLOURS, *(f"hand.{other}" for other in game.rules.seats if other != seat)):
        for each in game.table.at(place):
            face = game.table.face[each]
            seen[face] = seen.get(face, 0) + 1
    copies = game.knowledge.copies
    return [face for face in possible(game, card) if seen.get(face, 0) < copies[face]]


def is_pointed_at(game: Game, card: CardRef) -> bool:
    """Whether some clue pointed at the card."""
    return bool(game.table.effects(card, IS))


def fits(game: Game, face: FaceId) -> bool:
    """Whether the face would go on its stack now."""
    colour, number = property_of(face)
    return int(number) == heights(game)[colour] + 1


def is_useless(game: Game, face: FaceId) -> bool:
    """Whether the face can never be played any more."""
    colour, number = property_of(face)
    return int(number) <= heights(game)[colour] or any(
        copies_left(game, each) == 0 for each in between(game, face)
    )


def between(game: Game, face: FaceId) -> Iterator[FaceId]:
    """The faces that have to be played before this one."""
    colour, number = property_of(face)
    return (f"{face[0]}{each}" for each in range(heights(game)[colour] + 1, int(number)))


def copies_left(game: Game, face: FaceId) -> int:
    """Copies that are not in the discard pile."""
    gone = [game.table.face[card] for card in game.table.at("discard")]
    return game.knowledge.copies[face] - gone.count(face)


def value_of(game: Game, face: FaceId) -> int:
    """What the loss of the face would cost."""
    if is_useless(game, face):
        return 0
    number = int(property_of(face)[1])
    return (15 + HIGHEST - number) if copies_left(game, face) == 1 else 5


SKILL = Skill(no_wide_choice, HanabiPlayer, PLANS, together=True)
