"""Classes of commands and groups: help in both languages, modules imported when called.

Not here: which commands there are (``root``), the texts of help (``help.toml``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from typing import Any, ClassVar, get_args

import typer
from typer.core import TyperCommand, TyperGroup

from kifuda.cli.base.language import Misuse
from kifuda.cli.base.manual import page


class Command(TyperCommand):
    """One command; its help comes from the manual."""

    allow_extra_args = True

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the arguments. Raises ``Misuse`` for more than the command takes, and for a value that an
        option does not take, with the name of the option."""
        _read_by_ourselves(self.get_params(ctx))
        if more := super().parse_args(ctx, args):
            raise Misuse("too-many", given=" ".join(more), command=ctx.command_path)
        return []

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help page of this command."""
        formatter.write(page(self, ctx))


def _read_by_ourselves(params: Iterable[Any]) -> None:
    for param in params:
        param.get_runtime_param = partial(_Reader, param)


class _Reader:
    """What reads the values of a parameter: its parser, or the type of a single value (``str``, ``Path``).

    Typer's own readers are models of pydantic; to load that takes as long as the work of a short command.
    """

    def __init__(self, param: Any) -> None:
        taken = param.type_descriptor
        single = get_args(taken.annotation)[0] if taken.is_list else taken.annotation
        self.read: Callable[[Any], Any] = taken.parameter_info.parser or single

    def coerce(self, value: Any, *, param: Any, ctx: Any) -> Any:
        """The value, or the list of values. Raises ``Misuse`` with the name of the option."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        try:
            return [self.read(one) for one in value] if several else self.read(value)
        except Misuse as error:
            if param.param_type_name == "option":
                error.option = max(param.opts, key=len)
            raise


class Group(TyperGroup):
    """Commands by name. ``modules``: command → its module, which is imported when called.

    ``fallback`` is the command that runs if the first argument is no command: ``kifuda rules``.
    """

    modules: ClassVar[dict[str, str]] = {}
    fallback: ClassVar[str] = ""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands, in the order of the help."""
        return list(dict.fromkeys((*self.modules, *self.commands)))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, None if there is none."""
        if cmd_name not in self.commands and cmd_name in self.modules:
            self.add_command(typer.main.get_command(import_module(self.modules[cmd_name]).app), cmd_name)
        return self.commands.get(cmd_name)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the fallback in front of arguments that name no command."""
        if self.fallback and not (args and args[0] in (*self.list_commands(ctx), "--help")):
            args = [self.fallback, *args]
        _read_by_ourselves(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that the arguments name. Raises ``Misuse`` with the nearest names."""
        known = self.list_commands(ctx)
        if args[0] not in known:
            near = get_close_matches(args[0], known)
            raise Misuse("command", given=args[0], near=", ".join(near), accepted=", ".join(known))
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help page of this group."""
        formatter.write(page(self, ctx))


def application(*, group: type[Group] = Group) -> typer.Typer:
    """A Typer application without commands, for ``@app.command("name", cls=Command)``."""
    return typer.Typer(cls=group, add_completion=False, rich_markup_mode=None)
