"""What importers say of a file: every text that is asked for is there, and none is there for nothing."""

import ast
from collections.abc import Iterator
from pathlib import Path

import analytics.imports
from engine.kernel.bilingual import load_texts

FOLDER = Path(analytics.imports.__file__).parent
TEXTS = load_texts(FOLDER / "texts.toml")
EXAMPLES = Path(__file__).parents[3] / "examples"
"""Readers of logs that come with other games."""
SOURCES = sorted((*FOLDER.rglob("*.py"), *EXAMPLES.rglob("kifuda_*/**/*.py")))
PLACE = {"problem": 1, "fail": 1, "Problem": 2, "FileProblem": 2, "BadCell": 0}
"""Which argument of a call names the text."""


def keys() -> Iterator[str]:
    """The keys that the importers name; of one that is chosen before, both."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="say"), args=[ast.Constant(value=str(key)), *_]):
                    yield key
                case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=given):
                    yield from named(given[PLACE[name] :][:1] if name in PLACE else [])
                case ast.Assign(targets=[ast.Name(id="key")], value=ast.IfExp(body=body, orelse=orelse)):
                    yield from named([body, orelse])


def named(nodes: list[ast.expr]) -> Iterator[str]:
    """The texts that these literals name."""
    yield from (f"problem.{node.value!s}" for node in nodes if isinstance(node, ast.Constant))


def test_the_texts_are_those_that_are_asked_for() -> None:
    asked = set(keys())
    assert len(asked) > 25
    assert asked == set(TEXTS)
