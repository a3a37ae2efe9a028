"""The small ways in which a function is changed, one at a time.

Not here: which functions, and who notices (``sites``, ``running``).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from types import CodeType
from typing import NamedTuple

Function = ast.FunctionDef
New = ast.AST | None
"""What a node becomes; None where it goes without anything in its place."""

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
}  # fmt: skip
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Change(NamedTuple):
    """One change of a function: the lines (from, to) of what is changed, what is done, and how."""

    lines: tuple[int, int]
    what: str
    apply: Callable[[], CodeType | None]


def changes(function: Function, file: str) -> Iterator[Change]:
    """Every change of a function, in the order of its nodes."""
    for index, (node, parent) in enumerate(_nodes(function)):
        for number, (what, _) in enumerate(_ways(node, parent)):
            yield Change(
                (node.lineno, node.end_lineno or node.lineno),  # type: ignore[attr-defined]  # all of them have it
                f"{what}: {' '.join(ast.unparse(node).split())[:100]}",
                lambda index=index, number=number: _changed(function, file, index, number),  # type: ignore[misc]  # of this round
            )


def _nodes(function: Function) -> list[tuple[ast.AST, ast.AST]]:
    """The statements and expressions inside, each with what it is part of; no annotations, no docstrings."""
    found: list[tuple[ast.AST, ast.AST]] = []

    def walk(parent: ast.AST) -> None:
        for name, value in ast.iter_fields(parent):
            if name in ("annotation", "returns", "decorator_list", "args") and isinstance(
                parent, (ast.FunctionDef, ast.arg, ast.AnnAssign)
            ):
                continue
            for node in value if isinstance(value, list) else [value]:
                if not isinstance(node, ast.AST) or isinstance(node, ast.Assert) or _is_text(node):
                    continue
                if isinstance(node, (ast.stmt, ast.expr, ast.comprehension)):
                    if not isinstance(node, ast.comprehension):
                        found.append((node, parent))
                    walk(node)
                elif isinstance(node, ast.match_case):
                    walk(node)

    walk(function)
    return found


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _ways(node: ast.AST, parent: ast.AST) -> Iterator[tuple[str, New]]:
    """What a node can be changed into, each with a word for it."""
    if isinstance(parent, (ast.If, ast.IfExp, ast.While)) and node is parent.test:
        if not isinstance(parent, ast.While):
            yield "always", ast.Constant(True)
        yield "never", ast.Constant(False)
    if isinstance(parent, ast.comprehension) and node in parent.ifs:
        yield "always", ast.Constant(True)
    match node:
        case ast.Compare(left, [operator], others) if type(operator) in COMPARISONS:
            yield "other comparison", ast.Compare(left, [COMPARISONS[type(operator)]()], others)
        case ast.BoolOp(ast.And(), values):
            yield "or", ast.BoolOp(ast.Or(), values)
            yield from (("without", value) for value in _each_left_out(node))
        case ast.BoolOp(ast.Or(), values):
            yield "and", ast.BoolOp(ast.And(), values)
            yield from (("without", value) for value in _each_left_out(node))
        case ast.UnaryOp(ast.Not(), operand):
            yield "not not", operand
        case ast.BinOp(left, operator, right) if type(operator) in ARITHMETIC:
            yield "other sum", ast.BinOp(left, ARITHMETIC[type(operator)](), right)
        case ast.Constant(bool() as value):
            yield "other truth", ast.Constant(not value)
        case ast.Constant(int() as value):
            yield "one more", ast.Constant(value + 1)
        case ast.Return(value) if value is not None and isinstance(
            value, (ast.Call, ast.Compare, ast.BoolOp)
        ):
            yield "not", ast.Return(ast.UnaryOp(ast.Not(), value))
        case ast.Call(ast.Name(name), arguments, keywords) if name in TWINS:
            yield "twin", ast.Call(ast.Name(TWINS[name], ast.Load()), arguments, keywords)
        case ast.Call(function, [first, second, *rest], keywords) if not isinstance(first, ast.Starred):
            yield "swapped", ast.Call(function, [second, first, *rest], keywords)
        case ast.Assign([ast.Attribute()]):
            yield "left out", ast.Pass()
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Continue():
            yield "left out", ast.Pass()
    if isinstance(parent, (ast.Tuple, ast.List)) and isinstance(node, (ast.Call, ast.Starred)):
        yield "left out", None


def _each_left_out(node: ast.BoolOp) -> Iterator[ast.expr]:
    for index in range(len(node.values)):
        rest = node.values[:index] + node.values[index + 1 :]
        yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


# --- making it -----------------------------------------------------------------------------------------


def _changed(function: Function, file: str, index: int, number: int) -> CodeType | None:
    """The code of the function with one node changed; None if that is no function any more."""
    copy = deepcopy(function)
    copy.decorator_list = []
    node, parent = _nodes(copy)[index]
    _, new = list(_ways(node, parent))[number]
    _replace(parent, node, new)
    if any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in _own(function)):
        copy.body.append(ast.parse("if 0: yield").body[0])  # it stays a generator, whatever is left out
    module = ast.fix_missing_locations(ast.Module([copy], []))
    try:
        whole = compile(module, file, "exec")
    except SyntaxError:
        return None
    return next(code for code in whole.co_consts if isinstance(code, CodeType) and code.co_name == copy.name)


def _replace(parent: ast.AST, node: ast.AST, new: New) -> None:
    for name, value in ast.iter_fields(parent):
        if value is node:
            setattr(parent, name, new)
        elif isinstance(value, list) and any(one is node for one in value):
            at = next(index for index, one in enumerate(value) if one is node)
            value[at : at + 1] = [] if new is None else [new]


def _own(function: Function) -> Iterator[ast.AST]:
    """The nodes of the function itself, not of functions inside."""
    left: list[ast.AST] = list(function.body)
    while left:
        node = left.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
            left += ast.iter_child_nodes(node)
