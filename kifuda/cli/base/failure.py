"""Error messages of commands: what failed, where, and what would be accepted.

An exception without a message is a bug. Not here: where errors are raised; messages for what the library
refuses (``refusal``).
"""

from __future__ import annotations

from typing import Any

import typer

from kifuda.cli.base.language import Misuse, say


def message(error: Exception) -> str | None:
    """One clear message; None for an error that no user can cause."""
    match error:
        case Misuse():
            return str(error)
        case typer.TyperException():
            return _of_arguments(error)
    # The whole library, which has nothing to say of a slip of the finger.
    from kifuda.cli.base import refusal

    return refusal.message(error)


def _of_arguments(error: Any) -> str:
    """The message for wrong arguments, without the English text of the parser where possible."""
    complaint = _complaint(error)
    ctx = getattr(error, "ctx", None)
    return (
        f"{complaint}\n{say('misuse.see-help', command=ctx.command_path)}" if ctx is not None else complaint
    )


def _complaint(error: Any) -> str:
    param = getattr(error, "param", None)
    written = "" if param is None else _written(param)
    match type(error).__name__:
        case "NoSuchOption":
            near = ", ".join(error.possibilities or ())
            return say("misuse.no-such-option", given=error.option_name, near=near)
        case "MissingParameter":
            return say("misuse.missing", what=written)
        case "BadParameter":
            return say("misuse.bad-value", what=written, detail=error.message)
        case "BadOptionUsage":
            return say("misuse.no-value", what=error.option_name)
    return say("misuse.arguments", detail=error.format_message())


def _written(param: Any) -> str:
    if param.param_type_name == "argument":
        return str(param.metavar or param.name)
    return max(param.opts, key=len, default="")
