"""What matches of bots show of a game: that they can be played, end, are judged exact, read back, and hide
what is hidden.

Not here: what is written (``check``).
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from engine.audit.adjudicate import adjudicate
from engine.games.raised_at import raised_at
from engine.kernel.game import Game
from engine.kernel.legality import FaceNeeded, Refused
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table, fold
from engine.record.notation.problem import Problem, Unreadable
from engine.record.notation.read import read
from engine.record.notation.write import PartGivenTwice, write
from engine.text.sentence import text_key, text_keys
from events.model.changes import Know
from events.model.kinds import ACTS, Derived, Noted, Opened, Revealed, Shuffled
from events.view.view import PUBLIC, view
from kifuda.bots.simulate import SimulatedMatch, Unanswerable, simulate
from kifuda.conformance.miss import Miss

COURSE, RULES, TEXTS = "course.py", "ruleset.py", "texts.toml"


def playable(rules: Ruleset, matches: Iterable[SimulatedMatch], made: list[SimulatedMatch]) -> Iterator[Miss]:
    """Add the matches to ``made`` while they are played; what the code of the game raises ends it."""
    try:
        made.extend(matches)
    except Unanswerable as stuck:
        ask = stuck.ask
        facts: dict[str, object] = {"seat": ask.seat, "about": ask.about, "clause": ask.clause}
        yield Miss("no-answer", "verbs.py", facts | {"number": len(made) + 1, "verbs": ", ".join(ask.verbs)})
    except Exception as error:  # whatever a game from outside raises is told with its place
        at = Path(raised_at(error, rules.play.__module__.partition(".")[0])).name
        facts = {"number": len(made) + 1, "error": f"{type(error).__name__}: {error}"}
        yield Miss("raises", at or "*.py", facts)


def played(rules: Ruleset, matches: Iterable[SimulatedMatch]) -> Iterator[Miss]:
    """What is wrong with these matches."""
    said: set[str] = set()
    for match in matches:
        yield from _judged(match)
        yield from _read_back(match)
        yield from _recorded_from_outside(rules, match)
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
    except PartGivenTwice as twice:
        yield Miss("part-given-twice", COURSE, {"match": match.id, "part": twice.part})
        return
    except Unreadable as unreadable:
        yield _not_read_back(match, unreadable.problem)
        return
    if reading.refusal is not None:
        yield _not_read_back(match, reading.refusal)
    elif _events(reading.events) != _events(match.derived):
        yield Miss("reads-otherwise", RULES, {"match": match.id})


def _recorded_from_outside(rules: Ruleset, match: SimulatedMatch) -> Iterator[Miss]:
    """Somebody who sees none of the deal writes down the acts, with the cards that they name. Where the rules
    have to know another card they ask for it; here nobody can say it, and this record ends."""
    opened = match.derived[0][0]
    assert isinstance(opened, Opened)
    truth = fold(event for event, _ in match.derived).face
    game = Game(rules, opened)
    game.begin()
    try:
        for event, _ in match.derived:
            if isinstance(event, Shuffled) and game.ask is not None:
                game.act(game.ask.subject.shuffled({}, event.how))
            elif isinstance(event, ACTS):
                named = (card for card in event.cards if not game.table.face.get(card, "-"))
                learned = tuple(Know(card, truth[card]) for card in named)
                game.act(replace(event, changes=learned))
    except FaceNeeded as needed:
        verb = needed.act.verb if isinstance(needed.act, ACTS) else "shuffle"
        yield Miss("face-needed", COURSE, {"match": match.id, "text": verb, "card": needed.facts["card"]})
    except Refused:
        return


def _not_read_back(match: SimulatedMatch, problem: Problem) -> Miss:
    facts = {"match": match.id, "line": problem.line, "text": problem.text.strip(), "said": problem.what}
    return Miss("not-read-back", RULES, facts)


def _events(derived: Sequence[Derived]) -> Sequence[object]:
    """Without remarks, and without what a record adds to the opening."""
    return [event for event, _ in derived if not isinstance(event, Noted)][1:]


def _sentences(rules: Ruleset, derived: Sequence[Derived], said: set[str]) -> Iterator[Miss]:
    """Every event has a sentence of its own; what acts lack is found where they are listed (``check``)."""
    for event, _ in derived:
        if isinstance(event, ACTS):
            continue
        key = text_key(event, rules)
        name = str(getattr(event, "what", "") or getattr(event, "span", "") or type(event).__name__)
        if key.startswith("fallback.") and name not in said:
            said.add(name)
            keys = " / ".join(text_keys(event, rules))
            yield Miss("no-sentence", TEXTS, {"event": f"{type(event).__name__} {name}", "keys": keys})


def _seen(rules: Ruleset, match: SimulatedMatch) -> Iterator[Miss]:
    """No viewer is shown a face that it may not see, and every place has the right number of cards."""
    opened = match.derived[0][0]
    if isinstance(opened, Opened):
        rules = rules.under(opened.settings)
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
