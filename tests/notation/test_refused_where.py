"""Where a line is refused, and for which of several copies: the first thing that is wrong by the rules.

Not here: answers that are missing (``test_missing_answer``), or single games (``tests/games``).
"""

from functools import cache
from itertools import islice

from engine.audit.adjudicate import adjudicate
from engine.audit.verdict import LEGAL
from engine.games.registry import RULESETS
from engine.kernel.game import Game
from engine.kernel.legality import options
from engine.record.notation.choice import choices
from engine.record.notation.examine import MANY, legal_lines
from engine.record.notation.read import Reading, read
from engine.record.notation.spell import sketch
from engine.record.notation.write import write
from events.model.kinds import ACTS, Declared, Derived, Passed, Shuffled
from kifuda.bots.simulate import simulate
from tests.notation.records import KFD, reading_of

SEATS = ("A ", "B ")


@cache
def played(id: str, seed: int) -> tuple[str, tuple[Derived, ...]]:
    """A simulated match as it is written, and its events."""
    (match,) = simulate(RULESETS[id], matches=1, seed=seed, players=("heuristic", "heuristic"))
    return write(list(match.derived), match.id), tuple(match.derived)


def with_line(text: str, number: int, *lines: str) -> Reading:
    """The record read with other lines in the place of one."""
    told = text.split("\n")
    return read("\n".join([*told[:number], *lines, *told[number + 1 :]]))


def act_lines(text: str) -> list[int]:
    """The numbers of the lines of acts below the head."""
    lines = text.split("\n")
    head = len(lines) - lines[::-1].index("+++")
    return [at for at in range(head, len(lines)) if lines[at].strip().startswith(SEATS)]


def test_a_move_too_far_is_refused_for_the_unit_on_the_field_not_for_a_copy_in_the_deck() -> None:
    text, _ = played("fertcg@web", 3)
    lines = text.split("\n")
    number = next(at for at in act_lines(text) if lines[at].startswith("A move "))
    refusal = with_line(text, number, f"{lines[number][:-2]}c4").refusal
    assert refusal is not None
    assert refusal.clause == "FE-base-3-4"


def test_an_act_that_nobody_is_asked_for_is_refused_before_offers_are_declined_for_it() -> None:
    """What was legal then is told, not what would be when all had declined."""
    text, _ = played("genesis-garden@2011-04", 3)
    lines = text.split("\n")
    number = next(at for at in act_lines(text) if " attack " in lines[at])
    refusal = with_line(text, number, f"{lines[number][0]} summon {lines[number].split()[2]} front").refusal
    assert refusal is not None
    assert any(" attack " in line for line in refusal.candidates)


def test_what_was_legal_is_listed_once_each_as_it_is_where_acts_are_chosen() -> None:
    """To swap two units is one act, whichever is named first; two copies of a card are one choice."""
    for id in ("genesis-garden@2011-04", "chronocard@web"):
        _, derived = played(id, 5)
        game = Game(RULESETS[id], derived[0][0])  # type: ignore[arg-type]  # a match begins with its opening
        game.begin()
        for event, _ in derived[1:]:
            if isinstance(event, (*ACTS, Shuffled)):
                lines, first = legal_lines(game, 1000), list(islice(options(game), 4000))
                if game.ask is not None and all(len(act.cards) < MANY for act in first):
                    assert set(lines) == {sketch(game, act) for act in choices(game, first)}
                game.act(event)


def test_a_foul_noted_beside_a_pass_that_was_left_out_is_tried_there() -> None:
    text, derived = played("fertcg@web", 3)
    found: list[tuple[int, str]] = []

    def watch(game: Game, seq: int) -> None:
        event, ask = derived[seq][0], game.ask
        if found or not isinstance(event, Passed) or ask is None or ask.about != "window":
            return
        plays = (line for line in legal_lines(game) if line.startswith(f"{event.seat} play "))
        if (line := next(plays, "")) and "…" not in line:
            found.append((sum(isinstance(one, ACTS) for one, _ in derived[:seq]), line))

    adjudicate(derived, watch=watch)
    ((number, line),) = found
    reading = with_line(text, act_lines(text)[number], f"! illegal {line} [FE-OP-26]")
    finding = adjudicate(reading.events).findings[0]
    assert (finding.kind, finding.code) == ("foul", LEGAL)


def test_what_was_legal_with_unknown_cards_is_told_of_events_as_well() -> None:
    head = KFD.format(more="", a="[]", b="[]") + "A keep ??x7\nB keep ??x7\n"
    events = reading_of("A end", head=head).events
    end = next(seq for seq, (event, _) in enumerate(events) if getattr(event, "verb", "") == "end")
    (finding,) = adjudicate([*events[:end], (Declared("A", "use", ("B.1",)), None)]).findings
    assert any(line.startswith("A use ?? (") for line in finding.legal)
    assert "A end" in finding.legal
