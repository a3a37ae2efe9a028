"""What is asked of each game of this folder alike. Not here: its own rules and logs."""

from collections.abc import Iterable, Sequence

from engine.audit.adjudicate import adjudicate
from engine.audit.coverage import cited_in_code, game_folder
from engine.case.batch import run_cases
from engine.case.file import read_cases
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table, fold
from engine.record.notation.read import read
from engine.record.notation.write import write
from events.model.kinds import ACTS, Derived, Noted
from events.view.view import PUBLIC, view
from kifuda.bots.simulate import SimulatedMatch


def check_clauses(rules: Ruleset, *, tested: Iterable[str] = ()) -> None:
    """Every clause is cited in the code or by a case; every case holds. ``tested``: clauses that tests of the
    game show, which no case can."""
    files = sorted((game_folder(rules) / "cases").glob("*.toml"))
    results = run_cases(files)
    assert [failure.en for result in results for failure in result.failures] == []
    shown = {clause for file in files for case in read_cases(file) for clause in case.clauses} | {*tested}
    assert [clause for clause in rules.clauses if clause not in shown] == [], "no case or test shows these"
    cited = cited_in_code(rules)
    assert [clause for clause in rules.clauses if not cited.get(clause)] == [], "no code cites these"


def check_matches(matches: Sequence[SimulatedMatch]) -> None:
    """Every match comes to an end, is what the rules give, and reads back as it was written."""
    for match in matches:
        verdict = adjudicate(match.derived, match=match.id)
        assert (match.finished, verdict.grade, verdict.findings) == (True, "EXACT", ())
        reading = read(write(match.derived, match.id))
        assert reading.refusal is None and reading.findings == []
        assert events_of(reading.events) == events_of(match.derived)


def events_of(derived: Iterable[Derived]) -> list[object]:
    """The events of a match without remarks, and without what a record adds to the opening."""
    return [event for event, _ in derived if not isinstance(event, Noted)][1:]


def check_views(rules: Ruleset, derived: Sequence[Derived]) -> None:
    """No viewer is shown a face that it may not see, at any event; and the public sees no more than a
    seat."""
    for viewer in (PUBLIC, *rules.seats):
        seen = [event for event, _ in view(derived, rules, viewer)]
        table, truth = Table(), Table()
        for event, (whole, _) in zip(seen, derived, strict=True):
            table.apply(event)
            truth.apply(whole)
            said = event.cards if isinstance(event, ACTS) else ()  # whoever plays a card says which it is
            for card, place in table.place.items():
                may = card in said or rules.sees(place, viewer, down=card in table.down)
                assert bool(table.face[card]) <= may, (viewer, card, place)
        assert {place: len(cards) for place, cards in table.zones.items() if cards} == {
            place: len(cards) for place, cards in truth.zones.items() if cards
        }
        assert fold(seen).state() == table.state()
