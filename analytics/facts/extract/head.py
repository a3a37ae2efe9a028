"""What the head of a match says beside the rules: when it was played, in which tournament, with what decks.

Values are kept as TOML literals (``"Spring Cup"`` with its quotes); plain text is taken as it is. Not
here: reading records.
"""

from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any

import tomli

DECK = "deck."
"""With a seat behind it: the key under which a source calls the deck of that seat something."""


def played(head: Mapping[str, str]) -> date | None:
    """The day of play, as it was called where it was played; None where the record does not say."""
    value = _value(head.get("played", ""))
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    try:
        return datetime.fromisoformat(str(value)).date()
    except ValueError:
        return None


def moment(head: Mapping[str, str]) -> datetime | None:
    """When it began, to the minute and with its time zone; None where the record says less."""
    value = _value(head.get("played", ""))
    return value if isinstance(value, datetime) and value.tzinfo is not None else None


def tournament(head: Mapping[str, str]) -> str | None:
    """The name of the tournament; None outside of one."""
    return word(head, "tournament.name")


def word(head: Mapping[str, str], key: str) -> str | None:
    """A value as text; None where there is none."""
    return str(_value(head[key])) or None if key in head else None


def number(head: Mapping[str, str], key: str) -> int | None:
    """A value that is a whole number; None where there is none."""
    value = _value(head[key]) if key in head else None
    return value if type(value) is int else None


def archetypes(head: Mapping[str, str]) -> dict[str, str]:
    """Seat → what the source calls its deck; a seat is missing where it does not say."""
    named = ((key.removeprefix(DECK), word(head, key)) for key in head if key.startswith(DECK))
    return {seat: name for seat, name in named if name}


@lru_cache(maxsize=4096)
def _value(literal: str) -> Any:
    try:
        return tomli.loads(f"value = {literal}")["value"] if literal else ""
    except tomli.TOMLDecodeError:
        return literal
