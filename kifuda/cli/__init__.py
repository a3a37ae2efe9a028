"""The command ``kifuda``: reads its arguments, runs one command, and turns mistakes into one clear message.

Not here: what the commands do (one module each), and their texts (``texts.toml``, ``help.toml``).
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from kifuda.cli.base.exit_status import FINE, MISUSE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``kifuda`` with these arguments (default: those of the process). Returns the exit status.

    Every error that a user can cause ends in one message on standard error and the status 2. An exception
    that this function raises is a bug.
    """
    from kifuda.cli.base.language import choose_language
    from kifuda.cli.root import ROOT

    _replace_unprintable()
    try:
        rest = choose_language(sys.argv[1:] if arguments is None else arguments, os.environ)
        status = ROOT.main(args=rest, prog_name="kifuda", standalone_mode=False)
        sys.stdout.flush()
        return int(status or FINE)
    except BrokenPipeError:
        # The reader of the output closed it, as in `kifuda log | head`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except Exception as error:
        from kifuda.cli.base.failure import message
        from kifuda.cli.base.visible import visible

        text = message(error)
        if text is None:
            raise
        print(visible(f"kifuda: {text}"), file=sys.stderr)
        return MISUSE


def _replace_unprintable() -> None:
    """Write ``?`` for characters that the terminal cannot show, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


__all__ = ["main"]
