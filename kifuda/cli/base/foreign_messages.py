"""Common error messages of the operating system and of the check of card files, in the current language.

Not here: when each message is shown (``failure``, ``cards``).
"""

from __future__ import annotations

import errno

from engine.effect.problem import Problem
from kifuda.cli.base.language import say

KNOWN = ("EACCES", "EEXIST", "EISDIR", "ENOENT", "ENOSPC", "ENOTDIR", "ENAMETOOLONG", "EPERM", "EROFS")


def reason(error: OSError) -> str:
    """The reason for an error of the operating system."""
    name = errno.errorcode.get(error.errno or 0, "")
    return say(f"reason.{name}") if name in KNOWN else str(error.strerror)


def in_words(problem: Problem) -> str:
    """A problem of a card file: where, its code, what that means, and the details."""
    where = f"{problem.file}:{problem.line}:{problem.column}"
    sort = say(f"cards.code-{problem.code}")
    return say("cards.problem", where=where, code=problem.code, sort=sort, message=problem.message)
