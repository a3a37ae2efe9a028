"""What the head of a written record says beside the rules: when it was played, and in which tournament.

Values are kept as TOML literals (``"Spring Cup"`` with its quotes); plain text is taken as it is. Not
here: reading records.
"""

import tomllib
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any


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


def tournament(head: Mapping[str, str]) -> str | None:
    """The name of the tournament; None outside of one."""
    return str(_value(head.get("tournament.name", ""))) or None


def _value(literal: str) -> Any:
    try:
        return tomllib.loads(f"value = {literal}")["value"] if literal else ""
    except tomllib.TOMLDecodeError:
        return literal
