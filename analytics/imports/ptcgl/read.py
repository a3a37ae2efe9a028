"""Reads a log as a match: who plays, who saved it, and its events.

Not here: the sentences (``statement``) and what they change (``match_builder``).
"""

from collections.abc import Sequence
from hashlib import sha256

from analytics.imports.formats.format import MatchFormat, Options
from analytics.imports.prepared import Record
from analytics.imports.problem import BadFile, Problem
from analytics.imports.ptcgl import acts, combat, moves, setup
from analytics.imports.ptcgl.blocks import Block, blocks, cleaned, rows
from analytics.imports.ptcgl.board import deck
from analytics.imports.ptcgl.match_builder import Handler, MatchBuilder
from analytics.imports.ptcgl.one_match import check_one_match
from analytics.imports.ptcgl.statement import Grammar, Statement, players, reason_of
from analytics.imports.source import Source
from events.model.kinds import Noted, Opened

GAME = "pokemon-tcg"
HANDLERS: dict[str, Handler] = {**setup.HANDLERS, **acts.HANDLERS, **moves.HANDLERS, **combat.HANDLERS}
SEATS = ("A", "B")
RECOGNISED_BY = ("call", "toss", "order", "opening", "turn")
"""Kinds of sentences that only such a log has; so does a result for a known reason."""
MAX_MIB = 4
"""A log is a few thousand lines at most."""


def recognises(source: Source) -> bool:
    """Whether this is a log: it has a sentence of the set-up, the head of a turn, or a result."""
    try:
        text = _text(source)
    except BadFile:
        return False
    names = {name: SEATS[0] for _, name in _player_names(text)}
    lines = [line for block in blocks(text, Grammar(names)) for line in block.lines] if names else []
    statements = [line for line in lines if isinstance(line, Statement) and line.top]
    return any(
        line.kind in RECOGNISED_BY or (line.kind == "result" and reason_of(line.word).reason != "other")
        for line in statements
    )


def read(source: Source, options: Options) -> Record:
    """The match in a log. Raises ``BadFile``."""
    text = _text(source)
    seats, viewpoint = _seats(text, source.name)
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
    match = MatchBuilder(opened, HANDLERS)
    grammar = Grammar({name: seat for seat, name in seats.items() if name})
    told = list(blocks(text, grammar))
    check_one_match(told, source.name)
    match.read(told)
    match.add(Noted("record", text), None)
    return Record(source.name, digest, f"ptcgl-{digest[:16]}", match.derived)


def _text(source: Source) -> str:
    if len(source.data) > MAX_MIB * 2**20:
        raise BadFile([Problem(source.name, "", "log-too-large", {"most": str(MAX_MIB)})])
    try:
        return cleaned(source.data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = source.data.count(b"\n", 0, error.start) + 1
        raise BadFile([Problem(source.name, str(line), "log-not-utf8")]) from None


def _player_names(text: str) -> list[tuple[int, str]]:
    return list(players((row.line, row.text) for row in rows(text) if row.top))


def _seats(text: str, file: str) -> tuple[dict[str, str], str]:
    """Names by seat, and the seat of who saved the log, which is A (``""`` where that is unknown)."""
    names: dict[str, int] = {}
    for line, name in _player_names(text):
        names.setdefault(name, line)
    if not names:
        raise BadFile([Problem(file, "", "log-no-player")])
    if len(names) > len(SEATS):
        third, line = list(names.items())[len(SEATS)]
        facts = {"name": third, "known": ", ".join(list(names)[: len(SEATS)])}
        raise BadFile([Problem(file, str(line), "log-third-player", facts)])
    order = [*names, ""][: len(SEATS)]
    provisional = Grammar(dict(zip(names, SEATS, strict=False)))
    saved = _viewpoint(list(blocks(text, provisional)))
    if saved == SEATS[1]:
        order.reverse()
    return dict(zip(SEATS, order, strict=True)), SEATS[0] if saved else ""


def _viewpoint(blocks: Sequence[Block]) -> str:
    """The seat whose opening hand is listed; else, the one that the result calls ``you``."""
    for block in blocks:
        if block.top is not None and block.top.kind == "opening" and any(b.cards for b in block.below):
            return block.top.who
    for block in blocks:
        if block.top is not None and block.top.kind == "result":
            by, winner = reason_of(block.top.word).by, block.top.who
            if by:
                return winner if by == "other" else next(seat for seat in SEATS if seat != winner)
    return ""


FORMAT = MatchFormat("ptcgl", recognises, read)
