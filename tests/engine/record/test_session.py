"""A match that is played on: what is left out is supplied, and no act is judged twice.

Not here: the lines of records (``tests.notation``) and the store of a live recording
(``test_live_recording``).
"""

from pathlib import Path
from typing import Any

import pytest

import engine.kernel.game
from engine.kernel.game import Checked, Game
from engine.kernel.legality import Refused, check, options
from engine.record.notation.glossary import glossary_of
from engine.record.notation.line.parsed_act import ParsedAct, read_act
from engine.record.notation.line.tokens import read_line
from engine.record.notation.read import read_file
from engine.record.session import Policy, Session
from events.model.kinds import ACTS, AnyAct, Passed, Ruled, Shuffled
from tests.notation.records import reading_of
from tests.support.play import RULES, opened, random_match

SAMPLES = sorted((Path(__file__).parents[3] / "kifuda" / "samples").rglob("*.kfd"))


class Judged:
    """Counts the acts that the rules are asked about, in place of ``legality.check``."""

    def __init__(self) -> None:
        self.games: list[Game] = []
        self.asked: list[tuple[int, int, AnyAct]] = []
        self.allowed: list[AnyAct] = []

    def __call__(self, game: Any, act: AnyAct) -> None:
        if all(game is not known for known in self.games):
            self.games.append(game)  # a game that lives keeps its id
        self.asked.append((id(game), len(game.history), act))
        check(game, act)
        self.allowed.append(act)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Judged:
    counter = Judged()
    monkeypatch.setattr(engine.kernel.game, "check", counter)
    return counter


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_each_act_of_a_record_is_judged_once(path: Path, judged: Judged) -> None:
    events = [event for event, _ in read_file(path).events]
    assert len(judged.asked) == len(set(judged.asked))
    if any(isinstance(event, Ruled) for event in events):
        return  # an act behind a ruling may be judged before and after it: the ruling changes the table
    assert judged.allowed == [event for event in events if isinstance(event, ACTS)]


@pytest.mark.parametrize(
    "lines",
    [
        ("A end", "B set 月光のルチル", "B end", "A use 燐灯るエチュード", "B reveal 月光のルチル"),
        ("A end", "B set 月光のルチル", "B end", "A use 斬撃剣", "B reveal 霧紡ぎのパール"),
        ("A use 燐灯るエチュード", "A end", "B end", "A use 斬撃剣", "A glow +2"),
    ],
)
def test_a_line_is_judged_once_at_each_question_that_it_could_answer(
    lines: tuple[str, ...], judged: Judged
) -> None:
    """A refused line goes back to the question that it was meant for, which does not judge it again."""
    reading = reading_of(*lines)
    asked = [(moment, act) for _, moment, act in judged.asked if not act.implied]
    refused = [(moment, act) for moment, act in asked if act not in judged.allowed]
    assert reading.refusal is not None
    assert len(refused) == len(set(refused)) > 0


# --- what was checked is taken, and nothing else --------------------------------------------------------


def begun() -> Session:
    """A match whose cards are dealt."""
    session = Session(RULES, opened())
    session.take(next(event for event, _ in random_match(1) if isinstance(event, Shuffled)))
    for seat in RULES.seats:
        session.play(parsed(session, f"{seat} keep {' '.join(session.game.table.at(f'dealt.{seat}')[:7])}"))
    return session


def parsed(session: Session, text: str) -> ParsedAct:
    """The act that a line asks for."""
    line = read_line(text, 1)
    assert line is not None
    return read_act(line, glossary_of(session.game))


def test_what_was_checked_is_taken_without_a_second_check(judged: Judged) -> None:
    game = begun().game
    act = next(options(game))
    judged.asked.clear()
    assert game.take(game.check(act))[0][0] == act
    assert len(judged.asked) == 1


def test_what_was_checked_before_another_event_is_not_taken() -> None:
    game = begun().game
    checked = game.check(next(options(game)))
    game.take(checked)
    with pytest.raises(ValueError, match="another moment"):
        game.take(checked)


def test_what_was_checked_in_another_game_is_not_taken() -> None:
    one, other = begun().game, begun().game
    with pytest.raises(ValueError, match="another moment"):
        other.take(one.check(next(options(one))))


def test_a_check_changes_nothing() -> None:
    game = begun().game
    before = game.table.state()
    for act in list(options(game))[:10]:
        assert isinstance(game.check(act), Checked)
    with pytest.raises(Refused):
        game.check(Passed("B", "pass"))
    assert game.table.state() == before


# --- the policy ------------------------------------------------------------------------------------------


def test_chance_answers_by_the_policy() -> None:
    order = next(event for event, _ in random_match(1) if isinstance(event, Shuffled))
    session = Session(RULES, opened(), Policy(lambda session, deal: order))
    session.shuffle()
    assert session.deal is None and order in [event for event, _ in session.events]
    with pytest.raises(LookupError):
        session.shuffle()


def test_a_session_without_a_policy_deals_cards_that_nobody_knows() -> None:
    session = Session(RULES, opened())
    session.settle()
    (order,) = (event for event, _ in session.events if isinstance(event, Shuffled))
    assert not any(order.order)


def test_a_session_restarts_from_its_events() -> None:
    session = begun()
    events = list(session.events)
    session.take(next(options(session.game)))
    after = session.game.table.state()
    more = session.events[len(events)][0]
    session.restart(events)
    assert session.events == events
    assert isinstance(more, ACTS)
    session.take(more)
    assert session.game.table.state() == after
