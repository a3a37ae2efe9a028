"""What the documents say of sums, read a second time: each is added up once more by its words alone.

So a condition that the words leave out, or that the sum does, is found. Not here: what is made of the sums
(``tests.analytics.metrics.test_registry``).
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import CodeType
from typing import Any

import pytest

from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.definitions.terms import TERMS
from analytics.query.cubes.answer import answer
from analytics.query.measures import MEASURES
from analytics.query.sum_query import SumQuery
from analytics.store.reader import Store

Row = Mapping[str, Any]
ROWS = {
    "card_seat_game": """SELECT c.*, g.deck_size FROM card_seat_game c
        JOIN seat_game g USING (match, game_no, seat) SEMI JOIN (FROM match WHERE finished) USING (match)""",
    "seat_game": "SELECT * FROM seat_game SEMI JOIN (FROM match WHERE finished) USING (match)",
    "holding": """SELECT h.*, g.hand_known FROM holding h JOIN seat_game g USING (match, game_no, seat)
        SEMI JOIN (FROM match WHERE finished) USING (match)""",
}
"""Table → its rows, with what they borrow, of matches that came to an end."""
COPIES = {
    "copies in the first hand offered": "first_dealt",
    "copies in the library": "in_library",
    "offered": "dealt",
    **{name: name for name in ("deck", "open", "drawn", "tutored", "played", "kept", "won", "lost", "tied")},
}
"""Word → column, the longer ones first."""
KNOWN = {
    "deck": "deck_known",
    "hand": "hand_known",
    "offer": "deal_known",
    "every kept card": "keep_known",
}
WORDS: Mapping[str, Callable[[Row], bool]] = {
    "in the first hand offered": lambda row: row["first_dealt"] > 0,
    "not in the first hand offered": lambda row: row["first_dealt"] == 0,
    "in the first hands of both seats": lambda row: row["first_dealt"] * (row["opponent_dealt"] or 0) > 0,
    "without a library": lambda row: row["deck_size"] is None,
    "that of the opponent not": lambda row: (
        not row.get("opponent_deal_known", row.get("opponent_dealt") is not None)
    ),
    "that of the opponent in deck and not played": lambda row: (
        row["opponent_played"] == 0 and (row["opponent_deck"] or 0) > 0
    ),
    "deck of the opponent known": lambda row: row["opponent_deck"] is not None,
    "went first": lambda row: bool(row["went_first"]),
    "was behind in the middle of the game": lambda row: (row["halfway"] or 0) < 0,
    "first played at turn": lambda row: row["played"] > 0,
    "game ended at turn": lambda row: True,
    "played so many turns after it came to hand": lambda row: row["became"] == "played" and bool(row["card"]),
    "not played: left the hand": lambda row: row["became"] != "played" and bool(row["card"]),
    "or the game ended": lambda row: True,
    "after so many turns": lambda row: True,
}
"""Conditions that are no comparison of numbers."""


def number(words: str, row: Row, prefix: str = "") -> int | None:
    """The value of ``(open + drawn)²`` and the like; None where a column has none."""
    formula, named = compiled(words, prefix)
    if any(row[name] is None for name in named):
        return None
    return int(eval(formula, {"_": row, "max": max}))


@cache
def compiled(words: str, prefix: str) -> tuple[CodeType, list[str]]:
    """Words as a formula over a row ``_``, and the columns that it names."""
    formula = words.replace("−", "-").replace("²", "**2")
    for word, column in COPIES.items():
        formula = re.sub(rf"\b{word}\b", f"_[{prefix + column!r}]", formula)
    return compile(formula, words, "eval"), re.findall(r"_\['(\w+)'\]", formula)


def holds(condition: str, row: Row, prefix: str = "") -> bool:
    """Whether one condition between commas holds; of the opponent what is not known does not."""
    if condition in WORDS:
        return WORDS[condition](row)
    if condition.endswith(" known"):
        columns = [KNOWN[one] for one in condition.removesuffix(" known").split(" and ")]
        return bool(prefix) or all(row[column] for column in columns)
    left, sign, right = re.fullmatch(r"(.+) ([≥=]) (\d+)", condition).groups()
    value = number(left, row, prefix)
    return value is not None and (value >= int(right) if sign == "≥" else value == int(right))


def factor(words: str, row: Row) -> int:
    if words.startswith("["):
        conditions = [one for one in words[1:-1].split(", ") if one]
        if not conditions:
            return 1
        both = conditions[-1] == "of the opponent too"
        sides = ("", "opponent_") if both else ("",)
        conditions = conditions[:-1] if both else conditions
        return int(all(holds(one, row, side) for side in sides for one in conditions))
    if words.endswith(" of the opponent"):
        return number(words.removesuffix(" of the opponent"), row, "opponent_") or 0
    return number(words, row) or 0


def in_words(what: str, row: Row) -> int:
    """What one row adds to ``Σ deck · won · [deck known]``."""
    found = 1
    for words in what.removeprefix("Σ ").split(" · "):
        found *= factor(words, row)
    return found


READ = [name for name, term in TERMS.items() if term.rows in ROWS and name in MEASURES]


@pytest.fixture(scope="module")
def rows(store: Store) -> dict[str, list[Row]]:
    return {table: [*store.query(query).to_dicts()] for table, query in ROWS.items()}


def test_sums_are_what_their_words_say(store: Store, rows: dict[str, list[Row]]) -> None:
    (told,) = answer(store, SumQuery(tuple(READ))).to_dicts()
    words = {name: sum(in_words(TERMS[name].what, row) for row in rows[TERMS[name].rows]) for name in READ}
    assert words == {name: told[name] for name in READ}
    assert len(READ) > 100 and sum(number > 0 for number in words.values()) > 80


@pytest.mark.parametrize("flag", KNOWN.values())
def test_there_are_rows_that_tell_a_condition_from_none(rows: dict[str, list[Row]], flag: str) -> None:
    assert {row[flag] for row in rows["card_seat_game"]} == {True, False}


@pytest.mark.parametrize("flag", KNOWN)
def test_words_that_leave_out_what_has_to_be_known_are_found(rows: dict[str, list[Row]], flag: str) -> None:
    """The reading above is no better than its rows: here some tell the words from shorter ones."""
    for name in READ:
        term, shorter = TERMS[name], re.sub(r"(, )?[^,[]* known", "", TERMS[name].what)
        if f"{flag} known" in term.what or f"{flag} and " in term.what:
            own = rows[term.rows]
            if any(in_words(term.what, row) != in_words(shorter, row) for row in own):
                return
    pytest.fail(f"no sum tells whether the {flag} has to be known")


# --- what has to be known --------------------------------------------------------------------------

SAID = {
    "deck_known": (r"\bdecks?\b", "デッキ"),
    "hand_known": (r"\bhand\b", "手札"),
    "keep_known": (r"\bkept cards?\b", "キープした札"),
    "deal_known": (r"\boffer(ed)?\b", "配られた札"),
}
"""What says in a formula that a flag is wanted, beside that it is known."""


def wanted(sums: tuple[str, ...]) -> set[str]:
    """The flags that sums look at."""
    measures = [MEASURES[name] for name in sums if name in MEASURES]
    return {column for one in measures for column in (*one.columns, *one.borrows) if column in SAID}


@pytest.mark.parametrize("id", METRICS)
def test_formulas_say_what_has_to_be_known(id: str) -> None:
    """Unless they are made of other metrics, which do."""
    metric = METRICS[id]
    others = [METRICS[one].sums for one in re.findall(r"\w+", metric.formula.en) if one in METRICS]
    flags = wanted(metric.sums) - {flag for sums in others for flag in wanted(sums)}
    known = (re.findall(r"[^:;/]*\bknown\b[^;]*", metric.formula.en), [metric.formula.ja])
    for flag in flags:
        en, ja = SAID[flag]
        assert any(re.search(en, said) for said in known[0]), (id, flag, metric.formula.en)
        assert any(ja in said and "分かる" in said for said in known[1]), (id, flag, metric.formula.ja)
