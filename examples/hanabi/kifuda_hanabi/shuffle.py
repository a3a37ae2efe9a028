"""The deal of a published corpus of logs: it follows from a seed, by the shuffle of the program that wrote
it.

Not here: the cards that a log itself lists (``experiment_log.read``).
"""

from random import Random

from events.model.changes import FaceId
from events.model.kinds import Opened
from kifuda_hanabi.board import COLOURS, FACES

SHUFFLE = "python2-random"
"""Fisher and Yates from the end, with the random numbers of Python 2 for a seed that is a whole number. The
``shuffle`` of later versions draws its numbers in another way; ``random`` has stayed the same."""
SEED = "seed"
COPIES = (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)


def order(seed: int) -> tuple[FaceId, ...]:
    """The fifty cards: five of the first player, five of the second, then the deck from its top."""
    deck = [FACES[colour, number] for colour in COLOURS for number in COPIES]
    random = Random(seed).random
    for index in range(len(deck) - 1, 0, -1):
        other = int(random() * (index + 1))
        deck[index], deck[other] = deck[other], deck[index]
    return tuple(deck)


def recorded_order(opened: Opened) -> tuple[FaceId, ...] | None:
    """The order that follows from the seed in the head of a match; None without one."""
    seed = opened.head.get(SEED, "")
    return order(int(seed)) if seed.isascii() and seed.isdecimal() and len(seed) <= MOST_DIGITS else None


MOST_DIGITS = 9
