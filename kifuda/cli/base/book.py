"""All help pages as one Markdown page: ``python -m kifuda.cli.base.book en > docs/cli.md``.

Not here: the pages (``manual``).
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout

from kifuda.cli import main
from kifuda.cli.base.language import say, use
from kifuda.cli.root import ROOT


def book(language: str) -> str:
    """Markdown with the help page of every command."""
    use(language)
    parts = [f"# {say('book.title')}", say("book.intro")]
    for words in commands():
        parts += [f"## `{' '.join(('kifuda', *words))}`", f"```text\n{page(words, language).strip()}\n```"]
    return "\n\n".join(parts) + "\n"


def commands() -> Iterator[tuple[str, ...]]:
    """The words of every command and every group, the program itself first."""
    yield ()
    for name in ROOT.list_commands(None):
        yield (name,)
        group = ROOT.get_command(None, name)
        if hasattr(group, "list_commands"):
            yield from ((name, under) for under in group.list_commands(None))


def page(words: tuple[str, ...], language: str) -> str:
    """What ``--help`` shows for a command."""
    shown = io.StringIO()
    with redirect_stdout(shown):
        main([*words, "--help", "--lang", language])
    return shown.getvalue()


if __name__ == "__main__":
    print(book(sys.argv[1]), end="")
