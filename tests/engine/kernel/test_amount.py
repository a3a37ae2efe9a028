"""Values computed step by step keep their trail."""

from engine.kernel.amount import Amount
from events.model.changes import Grant, Step


def grant(operation: str, amount: int, source: str) -> Grant:
    return Grant(source, "A", "power", operation, amount, "", "end of turn", source, "X-9")


def test_every_step_is_kept_in_order() -> None:
    amount = Amount(3, "power", "X-1")
    grants = (grant("add", 2, "A.1"), grant("times", 2, "A.2"), grant("add", -1, "A.3"))
    amount.apply(grants, "add", "X-2")
    amount.apply(grants, "times", "X-3")
    assert amount.value == 8
    assert amount.trail == [
        Step("base", 3, "power", "X-1"),
        Step("add", 2, "A.1", "X-2"),
        Step("add", -1, "A.3", "X-2"),
        Step("times", 2, "A.2", "X-3"),
    ]


def test_a_floor_is_a_step_only_where_it_matters() -> None:
    amount = Amount(-1, "power", "X-1")
    amount.floor(0, "X-2")
    amount.floor(0, "X-2")
    assert amount.value == 0
    assert amount.trail[1:] == [Step("floor", 0, "", "X-2")]


def test_a_cap_works_like_a_floor_from_above() -> None:
    amount = Amount(12, "power", "X-1")
    amount.cap(9, "X-2")
    assert (amount.value, amount.trail[-1]) == (9, Step("cap", 9, "", "X-2"))


def test_an_overwrite_replaces_the_value() -> None:
    amount = Amount(6, "damage", "X-1")
    amount.step("become", 1, "B.1", "X-2")
    determined = amount.determined("damage", "B", "X-3")
    assert (determined.value, determined.of, determined.clauses) == (1, "B", ("X-3",))
    assert determined.trail == tuple(amount.trail)


def test_a_half_is_rounded_down() -> None:
    amount = Amount(5, "damage", "X-1")
    amount.step("divide", 2, "B.1", "X-2")
    assert (amount.value, amount.trail[-1]) == (2, Step("divide", 2, "B.1", "X-2"))
