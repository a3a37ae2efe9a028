"""What matches of bots show of a game: that they end, are judged exact, read back, and hide what is hidden.

Not here: what is written (``check``).
"""

from collections.abc import Iterator, Sequence

from engine.audit.adjudicate import adjudicate
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table, fold
from engine.record.notation.problem import Unreadable
from engine.record.notation.read import read
from engine.record.notation.write import write
from engine.text.sentence import text_key
from events.model.kinds import ACTS, Derived, Noted, Revealed
from events.view.view import PUBLIC, view
from kifuda.bots.simulate import SimulatedMatch, simulate
from kifuda.conformance.miss import Miss

RULES, TEXTS = "ruleset.py", "texts.toml"


def played(rules: Ruleset, matches: Sequence[SimulatedMatch]) -> Iterator[Miss]:
    """What is wrong with these matches."""
    said: set[str] = set()
    for match in matches:
        yield from _judged(match)
        yield from _read_back(match)
        yield from _sentences(rules, match.derived, said)
        yield from _seen(rules, match)


def repeats(rules: Ruleset, match: SimulatedMatch, *, seed: int) -> Iterator[Miss]:
    """Whether the first match of a seed is the same when it is played again."""
    again = next(simulate(rules, matches=1, seed=seed))
    if again.derived != match.derived:
        yield Miss("not-deterministic", "*.py", {"match": match.id})


def _judged(match: SimulatedMatch) -> Iterator[Miss]:
    if not match.finished:
        yield Miss("no-end", RULES, {"match": match.id})
    verdict = adjudicate(match.derived, match=match.id)
    if verdict.grade != "EXACT" or verdict.findings:
        first = verdict.findings[0].what if verdict.findings else verdict.grade
        yield Miss("not-exact", RULES, {"match": match.id, "grade": verdict.grade, "finding": first})


def _read_back(match: SimulatedMatch) -> Iterator[Miss]:
    """A record that was written reads as the same events."""
    try:
        reading = read(write(match.derived, match.id))
    except Unreadable as unreadable:
        yield Miss("not-read-back", RULES, {"match": match.id, "said": unreadable.problem.what})
        return
    if reading.refusal is not None:
        yield Miss("not-read-back", RULES, {"match": match.id, "said": reading.refusal.what})
    elif _events(reading.events) != _events(match.derived):
        yield Miss("reads-otherwise", RULES, {"match": match.id})


def _events(derived: Sequence[Derived]) -> Sequence[object]:
    """Without remarks, and without what a record adds to the opening."""
    return [event for event, _ in derived if not isinstance(event, Noted)][1:]


def _sentences(rules: Ruleset, derived: Sequence[Derived], said: set[str]) -> Iterator[Miss]:
    """Every event has a sentence of its own."""
    for event, _ in derived:
        key = text_key(event, rules)
        name = str(getattr(event, "what", "") or getattr(event, "span", "") or type(event).__name__)
        if key.startswith("fallback.") and name not in said:
            said.add(name)
            yield Miss("no-sentence", TEXTS, {"event": f"{type(event).__name__} {name}"})


def _seen(rules: Ruleset, match: SimulatedMatch) -> Iterator[Miss]:
    """No viewer is shown a face that it may not see, and every place has the right number of cards."""
    for viewer in (PUBLIC, *rules.seats):
        seen = [event for event, _ in view(match.derived, rules, viewer)]
        table = Table()
        announced: dict[str, str] = {}  # cards that an act names or that are shown, where they lie
        for seq, event in enumerate(seen):
            table.apply(event)
            if isinstance(event, (*ACTS, Revealed)):
                announced |= {card: table.place[card] for card in event.cards if card in table.place}
            for card, place in table.place.items():
                may = announced.get(card) == place or rules.sees(place, viewer, down=card in table.down)
                if table.face[card] and not may:
                    facts = {"match": match.id, "seq": seq, "viewer": viewer or "public", "place": place}
                    yield Miss("face-shown", RULES, facts)
                    return
        whole = fold(event for event, _ in match.derived)
        if _sizes(table) != _sizes(whole):
            yield Miss("wrong-sizes", RULES, {"match": match.id, "viewer": viewer or "public"})


def _sizes(table: Table) -> dict[str, int]:
    return {place: len(cards) for place, cards in table.zones.items() if cards}
