"""Records to read: a short match on paper, and matches by chance seen from one side.

Not here: what is said about them (the tests).
"""

import msgspec

from engine.audit.pin import pin
from engine.kernel.game import Game
from engine.kernel.table import UNKNOWN, fold
from engine.record.notation.read import Reading, read
from events.model.changes import Know
from events.model.kinds import ACTS, AnyAct, AnyEvent, Derived, Opened, Shuffled
from tests.support.play import RULES, opened, random_match

A_HAND = ["斬撃剣", "斬撃剣", "舞踏剣", "闇黒剣", "燐灯るエチュード", "月光のルチル", "霧紡ぎのパール"]
B_HAND = ["イグノコスモス", "舞踏剣", "闇黒剣", "絶対剣", "お気の毒の刃", "月光のルチル", "霧紡ぎのパール"]

KFD = """+++
kfd = 1
match = "m-1"
ruleset = "blade-rondo@1.03"
cards = "base"
players = ["Aoi", "Ren"]
{more}
[known]
dealt.A = {a}
dealt.B = {b}
+++
"""
HEAD = KFD.format(
    more="",
    a="[" + ", ".join(f'"{name}"' for name in A_HAND) + "]",
    b="[" + ", ".join(f'"{name}"' for name in B_HAND) + "]",
)
KEPT = f"A keep {' '.join(A_HAND)}\nB keep {' '.join(B_HAND)}\n"
PAPER = KFD.format(more="", a="[" + ", ".join(f'"{name}"' for name in A_HAND) + "]", b="[]")
PAPER_KEPT = f"A keep {' '.join(A_HAND)}\nB keep ??x7\n"


def body(*lines: str, head: str = HEAD + KEPT) -> str:
    """A record whose body goes on with ``lines`` after both players have kept their cards."""
    return head + "\n".join(lines) + "\n"


def line_of(text: str, part: str) -> int:
    """The number of the first line that holds ``part``."""
    return next(number for number, line in enumerate(text.split("\n"), start=1) if part in line)


def acts(reading: Reading) -> list[AnyAct]:
    """The acts alone."""
    return [event for event, _ in reading.events if isinstance(event, ACTS)]


def last_track(reading: Reading, track: str, seat: str) -> int:
    """A value at the end of what was read."""
    return fold(event for event, _ in reading.events).track(track, seat)


def without_lines(events: list[AnyEvent]) -> list[AnyEvent]:
    """Events without the numbers of the lines they were read from, which another layout changes."""
    return [msgspec.structs.replace(event, line=0) if hasattr(event, "line") else event for event in events]


def match(seed: int, cards: str = "base") -> list[Derived]:
    """A match by chance, under the clauses, cards and engine that are installed."""
    return random_match(seed, opened(cards, digests=pin(RULES, cards)))


def seen_from(derived: list[Derived], seat: str) -> list[Derived]:
    """The same match as the player at ``seat`` could write it down: what the other holds is not known
    until it is turned up."""
    opening = derived[0][0]
    assert isinstance(opening, Opened)
    truth = fold(event for event, _ in derived)
    game = Game(RULES, opening)
    seen: list[Derived] = [(opening, None), *game.begin()]
    for event, _ in derived:
        if isinstance(event, Shuffled):
            assert game.ask is not None
            part = game.ask.subject.known(event)[f"dealt.{seat}"]
            seen += game.act(game.ask.subject.shuffled({f"dealt.{seat}": part}, event.how))
        elif isinstance(event, ACTS):
            seen += game.act(_as_seen(game, event, truth.face))
    return seen


def _as_seen(game: Game, act: AnyAct, truth: dict[str, str]) -> AnyAct:
    """The act with the faces that it shows: all but the cards kept and those laid face down."""
    if act.verb in ("keep", "set"):
        return act
    named = (*act.cards, *act.targets)
    learned = (Know(card, truth[card]) for card in named if game.table.face.get(card) == UNKNOWN)
    return msgspec.structs.replace(act, changes=tuple(learned))


def reading_of(*lines: str, head: str = HEAD + KEPT) -> Reading:
    """What is read of such a record."""
    return read(body(*lines, head=head), name="m.kfd")
