"""A chain of declarations: who is asked, what becomes a link, and in which order links are processed.

Not here: what declarations of a game do (``tests/games``).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.common.chain import Chain
from engine.kernel.ask import Ask
from engine.kernel.procedure import Procedure
from events.model.kinds import Declared, Happened, Passed


class Bench:
    """As much of a game as a chain needs."""

    last = 0

    def because(self, seq: int) -> "Bench":
        return self

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


Link = tuple[str, str]
"""Who declared, and what."""


def other(game: Any, link: Link) -> tuple[str, ...]:
    return ("B" if link[0] == "A" else "A",)


def both(game: Any, link: Link) -> tuple[str, ...]:
    return (*other(game, link), link[0])


def answered(game: Any, last: Link, act: Any) -> Procedure:
    yield Happened("declared", act.seat, ("X-1",))
    return None if act.verb == "breathe" else (act.seat, act.verb)


def process(game: Any, link: Link) -> Procedure:
    yield Happened(f"processed {link[1]}", link[0], ("X-1",))


CHAIN = Chain[Link](("answer", "breathe", "pass"), "X-1", other, answered, process)
OPEN = Chain[Link](("answer", "breathe", "pass"), "X-1", both, answered, process)
"""One in which whoever declared may answer as well, if the other does not."""
REOPENING = replace(CHAIN, reopens=True)


def run(*acts: Any, chain: Chain[Link] = CHAIN) -> Iterator[str]:
    """Who was asked, and what happened, as the acts are fed in."""
    left = iter(acts)
    procedure = chain.run(Bench(), ("A", "first"))  # type: ignore[arg-type]  # it needs no more of a game
    item = next(procedure)
    try:
        while True:
            if isinstance(item, Ask):
                yield f"ask {item.seat}"
                item = procedure.send(next(left))
            else:
                yield item.what
                item = procedure.send(None)
    except StopIteration:
        return


def test_unanswered_it_is_processed_at_once() -> None:
    assert list(run(Passed("B", "pass"))) == ["ask B", "processed first"]


def test_players_alternate_and_the_last_is_processed_first() -> None:
    acts = (Declared("B", "answer"), Declared("A", "reply"), Passed("B", "pass"))
    assert list(run(*acts)) == [
        "ask B", "declared", "ask A", "declared", "ask B",
        "processed reply", "processed answer", "processed first",
    ]  # fmt: skip


def test_what_is_no_link_leaves_the_same_seat_to_answer() -> None:
    acts = (Declared("B", "breathe"), Declared("B", "breathe"), Passed("B", "pass"))
    assert list(run(*acts)) == ["ask B", "declared", "ask B", "declared", "ask B", "processed first"]


def test_nobody_is_asked_while_it_unwinds() -> None:
    told = list(run(Declared("B", "answer"), Passed("A", "pass")))
    assert told[told.index("processed answer") :] == ["processed answer", "processed first"]


def test_every_seat_has_its_say_and_the_chain_closes_when_all_have_passed() -> None:
    acts = (Passed("B", "pass"), Declared("A", "more"), Passed("B", "pass"), Passed("A", "pass"))
    assert list(run(*acts, chain=OPEN)) == [
        "ask B", "ask A", "declared", "ask B", "ask A", "processed more", "processed first",
    ]  # fmt: skip


def test_what_is_left_of_one_that_reopens_can_be_answered_again() -> None:
    """So the same seat may come to answer twice in a row."""
    acts = (
        Declared("B", "answer"), Passed("A", "pass"), Declared("B", "again"),
        Passed("A", "pass"), Passed("B", "pass"),
    )  # fmt: skip
    assert list(run(*acts, chain=REOPENING)) == [
        "ask B", "declared", "ask A", "processed answer", "ask B", "declared", "ask A", "processed again",
        "ask B", "processed first",
    ]  # fmt: skip
