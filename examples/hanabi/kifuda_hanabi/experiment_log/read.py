"""Reads such a log as a match: the acts are those of its moves, and every sentence is checked as a claim.

The person is nameless; the program goes by the name of its treatment. Not here: the sentences
(``sentences``), the shuffle (``deal``).
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from analytics.imports.formats.format import Options
from analytics.imports.prepared import Record
from analytics.imports.problem import BadFile, deal_refused
from analytics.imports.problem import Problem as FileProblem
from analytics.imports.source import Source
from engine.kernel.bilingual import Bilingual
from engine.record.notation.head.toml import literal
from engine.record.notation.problem import Problem, Unreadable
from engine.record.notation.read import read_transcript
from engine.text.phrase import fill
from events.model.changes import FaceId
from kifuda_hanabi.board import COLOURS, FACES, NUMBERS, hand_size
from kifuda_hanabi.experiment_log.sentences import MOVE, Sentence, act, sentences
from kifuda_hanabi.ruleset import EDITION
from kifuda_hanabi.shuffle import MOST_DIGITS, SEED, SHUFFLE, order

SEATS = ("A", "B")
PERSON = "You"
DEALT = hand_size(len(SEATS))
EARLIER = re.compile(r"Old GID: (?P<id>[0-9a-f]{16})")
BEGINS = re.compile(r"Treatment: \('[a-z]{1,40}'")
TREATMENT = re.compile(rf"Treatment: \('(?P<program>[a-z]{{1,40}})', (?P<seed>[0-9]{{1,{MOST_DIGITS}}})\)")
NAME = re.compile(r"game(?P<id>[0-9a-f]{16})\.log")
SETTINGS = {
    "first_player": "first_seat",
    "discard_at_full": "allowed",
    "score_on_strikes": "stacks",
}
"""The house rules of the experiment, where they differ from the usual ones."""
MAX_BYTES = 200_000
"""The longest of a thousand logs has 13,000."""
NOT_UNDERSTOOD = Bilingual(
    ja="この行は対戦ログの行として読めない：「{line}」", en="this is no line of such a log: “{line}”"
)


def recognises(source: Source) -> bool:
    """Whether the file begins as such a log does."""
    lines = source.data[:400].decode("ascii", "replace").splitlines()
    return any(BEGINS.match(line) for line in lines[:2])


def read(source: Source, options: Options) -> Record:
    """The match in a log; reading ends at the first line that is none of such a log, or that the rules
    refuse.

    Raises ``BadFile`` for a file without a usable beginning.
    """
    text = _text(source)
    lines = list(enumerate(text.split("\n"), start=1))
    while lines and not lines[-1][1]:
        lines.pop()
    head, body, deck_line, other_seed = _head(source, lines, {**SETTINGS, **options.settings})
    digest = sha256(source.data).hexdigest()
    named = NAME.search(source.name)
    match = f"hanabi-{named['id'] if named else digest[:16]}"
    try:
        reading = read_transcript(f'{head}\nmatch = "{match}"\n+++\n', body, text, name=source.name)
    except Unreadable as unreadable:
        raise deal_refused(source.name, str(deck_line), unreadable.problem, seed=other_seed) from None
    return Record(source.name, digest, match, reading.events, reading.refusal)


def _text(source: Source) -> str:
    if len(source.data) > MAX_BYTES:
        raise BadFile([FileProblem(source.name, "", "log-too-large", {"most": "1"})])
    try:
        return source.data.decode("ascii").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = source.data.count(b"\n", 0, error.start) + 1
        raise BadFile([FileProblem(source.name, str(line), "log-not-utf8")]) from None


def _head(
    source: Source, lines: list[tuple[int, str]], settings: Mapping[str, bool | int | str]
) -> tuple[str, list[tuple[int, str | Problem]], int, str]:
    """The head of the record but for its id, the lines below it, the line that holds the deck, and the seed
    where another deck follows from it."""
    rest = iter(lines)
    number, line = next(rest, (1, ""))
    earlier = EARLIER.fullmatch(line)
    if earlier:
        number, line = next(rest, (number + 1, ""))
    treatment = TREATMENT.fullmatch(line)
    if treatment is None:
        raise _bad(source, number, line, f"Treatment: ('PROGRAM', SEED of {MOST_DIGITS} digits at most)")
    number, line = next(rest, (number + 1, ""))
    deck = _deck(line)
    if deck is None:
        raise _bad(source, number, line, "[(COLOUR, NUMBER), …]")
    program, seed = treatment["program"], int(treatment["seed"])
    hands = order(seed)
    head = [
        "+++",
        "kfd = 1",
        f'ruleset = "hanabi@{EDITION}"',
        'cards = "base"',
        f'players = ["{program}", ""]',
        f'shuffle = "{SHUFFLE}"',
        f"{SEED} = {seed}",
        'source = "HanabiData"',
        *([f'earlier_game = "{earlier["id"]}"'] if earlier else []),
        *(f"settings.{name} = {literal(value)}" for name, value in settings.items()),
        f"known.dealt.A = {_listed(hands[:DEALT])}",
        f"known.dealt.B = {_listed(hands[DEALT : 2 * DEALT])}",
        f"known.deck = {_listed(deck)}",
    ]
    other_seed = "" if list(hands[2 * DEALT :]) == deck else str(seed)
    return "\n".join(head), list(_body(rest, program)), number, other_seed


def _listed(faces: Sequence[FaceId]) -> str:
    return "[" + ", ".join(f'"{face}"' for face in faces) + "]"


def _deck(line: str) -> list[FaceId] | None:
    """The faces of the remaining deck, its top first; None if the line does not list them."""
    try:
        pairs = ast.literal_eval(line) if line.startswith("[") and len(line) < MAX_BYTES else None
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    colours = tuple(COLOURS)
    if not isinstance(pairs, list):
        return None
    found = []
    for pair in pairs:
        match pair:
            case (int(colour), int(number)) if 0 <= colour < len(colours) and number in NUMBERS:
                found.append(FACES[colours[colour], number])
            case _:
                return None
    return found


def _bad(source: Source, number: int, line: str, accepted: str) -> BadFile:
    facts = {"given": line[:80], "accepted": accepted}
    return BadFile([FileProblem(source.name, str(number), "log-line", facts)])


def _body(lines: Iterator[tuple[int, str]], program: str) -> Iterator[tuple[int, str | Problem]]:
    """Each line as an act or as its claims."""
    players = {program: SEATS[0], PERSON: SEATS[1]}
    known = sentences(players)
    for number, line in lines:
        said = list(_said(line, known, players))
        if not said:
            forms = (MOVE, *(sentence.form for sentence in known))
            yield number, Problem(number, 1, line, _filled(NOT_UNDERSTOOD, line), "", forms)
            return
        yield from ((number, one) for one in said)


def _said(line: str, known: Sequence[Sentence], players: dict[str, str]) -> Iterator[str]:
    if (done := act(line, SEATS)) is not None:
        yield done
        return
    for sentence in known:
        if found := sentence.pattern.fullmatch(line):
            yield from sentence.claims(found, players)
            return


def _filled(text: Bilingual, line: str) -> Bilingual:
    return Bilingual(ja=fill(text.ja, {"line": line[:80]}), en=fill(text.en, {"line": line[:80]}))
