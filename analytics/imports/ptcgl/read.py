"""A log as a match: who plays, who saved it, and its events.

Not here: the sentences (``statement``) and what they do (``telling``).
"""

from collections.abc import Sequence
from hashlib import sha256

from analytics.imports.formats.format import MatchFormat, Options
from analytics.imports.prepared import Record
from analytics.imports.problem import BadFile, Problem
from analytics.imports.ptcgl import acts, combat, moves, setup
from analytics.imports.ptcgl.blocks import Block, blocks, cleaned, rows
from analytics.imports.ptcgl.board import deck
from analytics.imports.ptcgl.narration import Handler, Telling
from analytics.imports.ptcgl.statement import Grammar, Statement, players, reason_of
from analytics.imports.source import Source
from events.model.kinds import Noted, Opened

GAME = "pokemon-tcg"
HANDLERS: dict[str, Handler] = {**setup.HANDLERS, **acts.HANDLERS, **moves.HANDLERS, **combat.HANDLERS}
SEATS = ("A", "B")
SIGNS = ("call", "toss", "order", "opening", "turn")
"""Sentences by which a text is known to be such a log; so is a result for a known reason."""
LARGEST_MIB = 4
"""A log is a few thousand lines at most."""


def recognises(source: Source) -> bool:
    """Whether this is a log: a sentence of its set-up, the head of a turn, or its result stands there."""
    try:
        text = _text(source)
    except BadFile:
        return False
    names = {name: SEATS[0] for _, name in _named(text)}
    found = [line for block in blocks(text, Grammar(names)) for line in block.lines] if names else []
    said = [line for line in found if isinstance(line, Statement) and line.top]
    return any(
        line.kind in SIGNS or (line.kind == "result" and reason_of(line.word).reason != "other")
        for line in said
    )


def read(source: Source, options: Options) -> Record:
    """The match that a log tells. Raises ``BadFile``."""
    text = _text(source)
    seats, viewpoint = _seated(text, source.name)
    digest = sha256(text.encode()).hexdigest()
    head = {"source": "Pokémon TCG Live"} | ({"viewpoint": viewpoint} if viewpoint else {})
    opened = Opened(
        game=options.game or GAME,
        edition="",
        cards="",
        players=seats,
        settings={},
        digests={"record": digest},
        head=head,
        changes=deck(seats),
    )
    telling = Telling(opened, HANDLERS)
    telling.walk(blocks(text, Grammar({name: seat for seat, name in seats.items() if name})))
    telling.add(Noted("record", text), None)
    return Record(source.name, digest, f"ptcgl-{digest[:16]}", telling.derived)


def _text(source: Source) -> str:
    if len(source.data) > LARGEST_MIB * 2**20:
        raise BadFile([Problem(source.name, "", "log-too-large", {"most": str(LARGEST_MIB)})])
    try:
        return cleaned(source.data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = source.data.count(b"\n", 0, error.start) + 1
        raise BadFile([Problem(source.name, str(line), "log-not-utf8")]) from None


def _named(text: str) -> list[tuple[int, str]]:
    return list(players((row.line, row.text) for row in rows(text) if row.top))


def _seated(text: str, file: str) -> tuple[dict[str, str], str]:
    """Names by seat, and the seat of whoever saved the log (``""`` where it does not show): that is A."""
    names: dict[str, int] = {}
    for line, name in _named(text):
        names.setdefault(name, line)
    if not names:
        raise BadFile([Problem(file, "", "log-no-player")])
    if len(names) > len(SEATS):
        third, line = list(names.items())[len(SEATS)]
        told = {"name": third, "known": ", ".join(list(names)[: len(SEATS)])}
        raise BadFile([Problem(file, str(line), "log-third-player", told)])
    order = [*names, ""][: len(SEATS)]
    provisional = Grammar(dict(zip(names, SEATS, strict=False)))
    saved = _viewpoint(list(blocks(text, provisional)))
    if saved == SEATS[1]:
        order.reverse()
    return dict(zip(SEATS, order, strict=True)), SEATS[0] if saved else ""


def _viewpoint(told: Sequence[Block]) -> str:
    """Whose opening hand is listed; else, whom the result calls ``you``."""
    for block in told:
        if block.top is not None and block.top.kind == "opening" and any(b.cards for b in block.below):
            return block.top.who
    for block in told:
        if block.top is not None and block.top.kind == "result":
            by, winner = reason_of(block.top.word).by, block.top.who
            if by:
                return winner if by == "other" else next(seat for seat in SEATS if seat != winner)
    return ""


FORMAT = MatchFormat("ptcgl", recognises, read)
