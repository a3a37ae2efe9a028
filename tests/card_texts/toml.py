"""A card or a role as TOML, as an author writes it.

Not here: card files as a whole.
"""

from __future__ import annotations

import json
from typing import Any


def toml(kind: str, table: dict[str, Any]) -> str:
    """The table ``[[card]]`` or ``[[role]]`` with its abilities."""
    lines = [f"[[{kind}]]", *(f"{key} = {_value(value)}" for key, value in table.items() if key != "ability")]
    for ability in table.get("ability", ()):
        lines += ["", f"[[{kind}.ability]]", *(f"{key} = {_value(value)}" for key, value in ability.items())]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return (
        key
        if key.replace("-", "").replace("_", "").isascii() and key.replace("-", "").replace("_", "").isalnum()
        else json.dumps(key, ensure_ascii=False)
    )
