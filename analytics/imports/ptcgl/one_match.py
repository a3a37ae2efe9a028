"""A log tells of one match: where a second one begins in it, or play goes on after the end.

Not here: what the sentences change (``match_builder``).
"""

from collections.abc import Iterable

from analytics.imports.problem import BadFile, Problem
from analytics.imports.ptcgl.blocks import Block
from analytics.imports.ptcgl.statement import Statement

SET_UP = frozenset({"heading", "call", "toss", "order", "opening"})
"""Kinds of sentences with which a match begins: each once, an opening hand once for each player."""
PLAY = frozenset({"turn", "end turn", "put", "play", "attach", "evolve", "retreat", "attack", "use"})
"""Kinds of sentences that are not written any more when a match has ended."""


def check_one_match(blocks: Iterable[Block], file: str) -> None:
    """Raises ``BadFile`` with the line where a second match begins, or where play goes on after the end."""
    seen: set[tuple[str, str]] = set()
    played = False
    ended: Statement | None = None
    for line in (block.top for block in blocks):
        if line is None:
            continue
        if line.kind in SET_UP:
            sentence = line.kind, line.who if line.kind == "opening" else ""
            if played or ended or sentence in seen:
                raise BadFile([Problem(file, str(line.line), "log-second-match", {"given": line.text})])
            seen.add(sentence)
        elif line.kind == "result":
            if ended and ended.who != line.who:
                raise _after_end(file, line, ended)
            ended = ended or line
        elif line.kind in PLAY:
            if ended:
                raise _after_end(file, line, ended)
            played = played or line.kind == "turn"


def _after_end(file: str, line: Statement, ended: Statement) -> BadFile:
    facts = {"given": line.text, "ended": str(ended.line)}
    return BadFile([Problem(file, str(line.line), "log-after-end", facts)])
