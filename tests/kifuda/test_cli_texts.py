"""Every text that the command line asks for is there in both languages, and none is there for nothing."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import kifuda
from kifuda.cli.base.language import TEXTS

CLI = Path(kifuda.__file__).with_name("cli")


def keys() -> Iterator[str]:
    """The keys that the code names; ``*`` stands for what it fills in."""
    for path in sorted(CLI.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="say"), args=[first, *_]):
                    yield from spelled(first)
                case ast.Call(func=ast.Name(id="Misuse"), args=[first, *_]):
                    yield from (f"misuse.{key}" for key in spelled(first))
                case ast.Call(func=ast.Name(id="table"), args=[ast.Constant(value=str(group)), *columns]):
                    for column in columns:
                        yield (
                            f"{group}.{column.value!s}" if isinstance(column, ast.Constant) else f"{group}.*"
                        )


def spelled(node: ast.expr) -> Iterator[str]:
    """The texts that an expression can be."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from spelled(body)
            yield from spelled(orelse)
        case ast.JoinedStr(values=parts):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in parts)
            if not text.startswith("*"):  # the function that heads tables: its callers are looked at
                yield text


def test_every_text_that_is_asked_for_is_there() -> None:
    asked = sorted(set(keys()))
    assert len(asked) > 60
    assert [key for key in asked if "*" not in key and key not in TEXTS] == []
    assert [key for key in asked if "*" in key and not any(fits(text, key) for text in TEXTS)] == []


def test_no_text_is_there_for_nothing() -> None:
    asked = set(keys())
    assert [text for text in TEXTS if not any(fits(text, key) for key in asked)] == []


def fits(text: str, key: str) -> bool:
    """Whether ``key``, with anything for its ``*``, is ``text``."""
    before, star, after = key.partition("*")
    return text == key if not star else text.startswith(before) and text.endswith(after)


def test_the_public_names_are_at_home_where_it_says() -> None:
    source = ast.parse(Path(kifuda.__file__).read_text("utf-8"))
    typed = {
        alias.name: node.module
        for node in ast.walk(source)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
        if alias.name in kifuda.__all__
    }
    assert typed == kifuda._HOMES
    for name in kifuda.__all__:
        assert getattr(kifuda, name) is getattr(import_module(typed[name]), name)
    assert not hasattr(kifuda, "Macth")
