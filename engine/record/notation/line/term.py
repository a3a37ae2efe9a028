"""Single words that claims, fouls and rulings share: seats, zones, numbers, and the clause at the end.

Not here: the cards of an act line (``parsed_act``).
"""

import re

from engine.kernel.ruleset import Ruleset
from engine.record.notation.glossary import Glossary
from engine.record.notation.line.tokens import Token
from engine.record.notation.problem import Misread, nearest

Tokens = tuple[Token, ...]
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")


def seat_of(rules: Ruleset, token: Token) -> str:
    """The seat that a word names. Raises ``Misread``."""
    if token.text not in rules.seats:
        raise Misread(token.column, "unknown-seat", *rules.seats, word=token.text)
    return token.text


def number_of(token: Token) -> int:
    """The whole number that a word is. Raises ``Misread``."""
    if not _NUMBER.fullmatch(token.text):
        raise Misread(token.column, "no-number", word=token.text)
    return int(token.text)


def zone_of(words: Glossary, token: Token) -> str:
    """The id of the zone that a word names. Raises ``Misread``."""
    found = words.zones.get(token.text.casefold())
    if found is None:
        close = nearest(token.text, words.zones) or tuple(zone.id for zone in words.rules.zones)
        raise Misread(token.column, "unknown-zone", *close, word=token.text)
    return found


def without_clause(rules: Ruleset, tokens: Tokens) -> tuple[Tokens, str]:
    """The words before the clause at the end, and its id (``""`` without). Raises ``Misread`` for a clause
    that the rules do not have."""
    if not tokens or tokens[-1].kind != "clause":
        return tokens, ""
    clause = tokens[-1].text
    if clause not in rules.clauses:
        raise Misread(tokens[-1].column, "unknown-clause", *nearest(clause, rules.clauses), word=clause)
    return tokens[:-1], clause


def as_written(tokens: Tokens) -> str:
    """Return words as they are written in a record, with single blanks."""
    return " ".join(map(str, tokens))
