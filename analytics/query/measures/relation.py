"""Rows of a fact table together with columns of the seat and the match that they belong to.

Tables are Narwhals frames by name, on any engine. Not here: where they come from (``sources``), nor the sums
over them.
"""

from collections.abc import Iterable, Iterator

from analytics.facts import SCHEMAS
from analytics.query.measures.derived import ANYWHERE, COLUMNS, TABLES
from analytics.query.measures.frame import Frame, Tables

PARTITION = ("game", "month")
HOMES = {"seat_game": ("match", "game_no", "seat"), "seat_match": ("match", "seat"), "match": ("match",)}
"""Table whose columns others may borrow → the columns that lead to its row, the closest one first."""
OF_DECKS = ("brought", "opposed")
"""Tables whose rows are about more than one match, and borrow nothing: a deck is brought to all of them."""


def columns_of(fact: str) -> tuple[str, ...]:
    """The columns of a fact table, those of its partition included."""
    own = TABLES[fact].columns if fact in TABLES else tuple(SCHEMAS[fact])
    return (*own, *PARTITION)


def home_of(column: str, fact: str) -> str:
    """The table that the rows of ``fact`` have a column from: itself, or their seat or match.

    Raises ``LookupError`` where none of them has it.
    """
    own = columns_of(fact)
    if column in own or column in COLUMNS.get(fact, {}):
        return fact
    if column in ANYWHERE and all(reaches(of, fact) for of in ANYWHERE[column].borrows):
        return fact
    for home, keys in () if fact in OF_DECKS else HOMES.items():
        if home != fact and set(keys) <= set(own) and column in SCHEMAS[home]:
            return home
    raise LookupError(f"neither {fact} nor what its rows belong to has a column {column!r}")


def reaches(column: str, fact: str) -> bool:
    """Whether the rows of ``fact`` have the column, or may borrow it."""
    try:
        home_of(column, fact)
    except LookupError:
        return False
    return True


def are_made(columns: Iterable[str], fact: str) -> bool:
    """Whether the rows of ``fact``, or some of the columns, are made from others."""
    return fact in TABLES or any(column in ANYWHERE or column in COLUMNS.get(fact, {}) for column in columns)


def relation(tables: Tables, fact: str, columns: Iterable[str] = (), *, rows: Frame | None = None) -> Frame:
    """The rows of ``fact`` with all their columns, and those of ``columns`` that they have to borrow.
    ``rows``: those of ``fact``, where they are known already.

    Raises ``LookupError`` for a column that is nowhere.
    """
    wanted = tuple(dict.fromkeys(columns))
    made = {name: column for name, column in {**ANYWHERE, **COLUMNS.get(fact, {})}.items() if name in wanted}
    needed = (*wanted, *(name for column in made.values() for name in column.borrows))
    if rows is None:
        rows = rows_of(tables, fact)
    for home, borrowed in _borrowed(fact, needed):
        keys = HOMES[home]
        rows = rows.join(tables[home].select(*keys, *borrowed), on=list(keys), how="left")
    return rows.with_columns(**{name: column.value for name, column in made.items()}) if made else rows


def rows_of(tables: Tables, fact: str) -> Frame:
    """The rows of a fact table, stored or made from others."""
    return TABLES[fact].rows(tables) if fact in TABLES else tables[fact]


def _borrowed(fact: str, columns: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Homes of the columns, with what is borrowed from each."""
    homes = {column: home_of(column, fact) for column in dict.fromkeys(columns)}
    for home in HOMES:
        borrowed = [column for column, at in homes.items() if at == home != fact]
        if borrowed:
            yield home, borrowed
