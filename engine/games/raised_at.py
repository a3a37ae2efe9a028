"""Where in a package an error comes from.

Not here: what is said of it (``installed``, the command line).
"""

from traceback import walk_tb


def raised_at(error: BaseException, package: str) -> str:
    """``FILE:LINE`` of the innermost line of ``package`` that the error came through; ``""`` if there is
    none, as where the package itself is not found."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    lines = [
        f"{frame.f_code.co_filename}:{line}"
        for frame, line in walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__")).partition(".")[0] == package
    ]
    return lines[-1] if lines else ""
