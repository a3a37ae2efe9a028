"""A package with a game, installed for as long as a test needs it.

What makes a package known to Python is its metadata beside it in the module path: that is what ``pip``
writes, and what is written here.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from engine.games.installed import GROUP, ONLY, rescan


@contextmanager
def installed_package(
    folder: Path, name: str, *, games: Mapping[str, str], needs: str = "", version: str = "1.0"
) -> Iterator[None]:
    """``folder`` holds the modules; ``games`` are the entry points."""
    metadata = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir(parents=True)
    required = f"Requires-Dist: {needs}\n" if needs else ""
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{required}")
    points = "".join(f"{game} = {value}\n" for game, value in games.items())
    (metadata / "entry_points.txt").write_text(f"[{GROUP}]\n{points}")
    sys.path.insert(0, str(folder))
    before = os.environ.get(ONLY, "")
    os.environ[ONLY] = " ".join((before, *games)) if before else ""
    rescan()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        os.environ[ONLY] = before
        rescan()
