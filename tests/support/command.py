"""Running the command line inside the tests' process, with its output caught."""

import io
import os
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

from kifuda.cli import main

NAMES = ("KIFUDA_LOG", "KIFUDA_STORE", "KIFUDA_KEY", "KIFUDA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""What of the environment must not reach the tests."""


class Done(NamedTuple):
    """What a command left behind: its exit status, and what it wrote."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        """The output as one JSON value."""
        return msgspec.json.decode(self.out)

    def lines(self) -> list[Any]:
        """The output as JSON, one value a line."""
        return [msgspec.json.decode(line) for line in self.out.splitlines()]


def kifuda(*arguments: object, **environment: str) -> Done:
    """Run ``kifuda`` in the current folder, in English unless told otherwise."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with patch.dict(os.environ, {"COLUMNS": "160"} | environment), redirect_stdout(out), redirect_stderr(err):
        for name in NAMES:
            if name not in environment:
                os.environ.pop(name, None)
        status = main([str(argument) for argument in arguments])
    return Done(status, *(stream.buffer.getvalue().decode() for stream in (out, err)))


def refused(*arguments: object, **environment: str) -> str:
    """The one message of a command that cannot be carried out: status 2, nothing on standard output."""
    done = kifuda(*arguments, **environment)
    assert (done.status, done.out) == (2, ""), done
    assert done.err.startswith("kifuda: ") and "Traceback" not in done.err
    return done.err
