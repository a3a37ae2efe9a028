"""Mutants of what mutmut leaves out of a module: properties, and everything that is in no function.

Each is made with the operators of mutmut and written into a copy of the project, where the tests run.
Not here: the mutants inside of functions (mutmut itself), and what comes of both (``__main__``).
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import deep_replace
from mutmut.mutation.mutators import mutation_operators

TIMEOUT_SECONDS = 600
"""A run of the tests that takes longer counts as a mutant that was noticed: it never ends."""

COPIED = ("analytics", "dashboard", "docs", "engine", "events", "kifuda", "tests", "pyproject.toml")


class Mutant(NamedTuple):
    """A change of one place: how the line reads, and the whole source with it."""

    line: int
    change: str
    source: str


class _Places(cst.CSTVisitor):
    """Collects the changes that the operators offer outside of functions, and in properties."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, cst.CSTNode, cst.CSTNode]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _not_mutated(node):
            return False
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                line = self.get_metadata(PositionProvider, node).start.line
                self.found += [(line, node, other) for other in operator(node)]
        return True


def _not_mutated(node: cst.CSTNode) -> bool:
    match node:
        case cst.Annotation() | cst.Import() | cst.ImportFrom() | cst.Decorator():
            return True
        case cst.Expr(value=cst.BaseString()):  # a docstring
            return True
        case cst.If(test=cst.Name("TYPE_CHECKING")):
            return True
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Name("__all__"))]):
            return True
        case cst.Assign(value=cst.Subscript()) | cst.Assign(value=cst.Name("bytes")):  # a name for a type
            return True
        case cst.FunctionDef(decorators=decorators):
            return not any(isinstance(one.decorator, cst.Name) and one.decorator.value == "property"
                           for one in decorators)  # fmt: skip
    return False


def mutants(source: str) -> Iterator[Mutant]:
    """All mutants of a module outside of what mutmut mutates."""
    places = _Places()
    module = MetadataWrapper(cst.parse_module(source)).visit(places)
    for line, old, new in places.found:
        change = f"{module.code_for_node(old).strip()} → {module.code_for_node(new).strip()}"
        changed = deep_replace(module, old, new)
        assert isinstance(changed, cst.Module)
        yield Mutant(line, change, changed.code)


def run(
    modules: Sequence[str], *, arguments: Sequence[str], results: Path, progress: Callable[[str], None]
) -> dict[str, dict[str, str]]:
    """The verdict ("killed", "survived") on each mutant by module; ``arguments`` are those of pytest.

    Verdicts are written to ``results`` at once; mutants that were killed before are not run again. A mutant
    is known by its line and change, so other lines in a module mean other mutants.
    """
    verdicts: dict[str, dict[str, str]] = json.loads(results.read_text("utf-8")) if results.exists() else {}
    with tempfile.TemporaryDirectory(prefix="kifuda-mutants-") as folder:
        copy = Path(folder)
        for name in COPIED:
            (shutil.copytree if Path(name).is_dir() else shutil.copy)(name, copy / name)
        for module in modules:
            known = verdicts.get(module, {})
            now = verdicts[module] = {}
            source = (copy / module).read_text("utf-8")
            for mutant in mutants(source):
                name = f"{mutant.line}: {mutant.change}"
                now[name] = known.get(name, "")
                if now[name] != "killed":
                    (copy / module).write_text(mutant.source, "utf-8")
                    now[name] = _verdict(copy, arguments)
                    progress(f"{module}:{name}: {now[name]}")
                    results.write_text(json.dumps(verdicts, ensure_ascii=False, indent=1), "utf-8")
            (copy / module).write_text(source, "utf-8")
    return verdicts


def _verdict(copy: Path, arguments: Sequence[str]) -> str:
    command = [sys.executable, "-B", "-m", "pytest", "-x", *arguments]
    try:
        done = subprocess.run(command, cwd=copy, capture_output=True, timeout=TIMEOUT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "killed"
    return "killed" if done.returncode else "survived"
