"""A sample of mutmut's mutants that stays the same from one version to the next.

Drawn by the hash of a mutant's own name (its function and number), so it does not depend on the path of the
module, the order of the files or chance. Not here: running them (``__main__``).
"""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path


def sample(modules: Iterable[str], size: int) -> list[str]:
    """The full names of the ``size`` mutants whose own names have the lowest SHA-256."""
    from mutmut.mutation.file_mutation import mutate_file_contents  # slow to import
    from mutmut.utils.format_utils import get_mutant_name

    names = (
        (sha256(name.encode()).digest(), get_mutant_name(Path(module), name))
        for module in modules
        for name in mutate_file_contents(module, Path(module).read_text("utf-8")).mutant_names
    )
    return [name for _, name in sorted(names)[:size]]
