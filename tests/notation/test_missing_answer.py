"""A line that comes while another player still has to answer or to choose: the record lacks that.

Not here: refusals for other reasons (``test_read``).
"""

import pytest

from engine.games.registry import RULESETS
from engine.record.notation.read import read
from engine.record.notation.write import write
from kifuda.bots.simulate import simulate
from tests.notation.records import A_HAND, HEAD, KEPT, reading_of

SET = ("A end", "B set 月光のルチル", "B end", "A use 斬撃剣")


def test_the_answer_that_is_missing_is_named_with_whose_it_is() -> None:
    refusal = reading_of(*SET, "A end").refusal
    assert refusal is not None
    said = refusal.say()
    assert "Before this line B has to answer: reveal, pass [BR-5.2-4a]" in said
    assert "if nothing was done, “B pass” is missing" in said
    assert "この行の前にBの応答が要る" in refusal.say(language="ja")


def test_nothing_is_missing_where_the_same_player_is_asked() -> None:
    refusal = reading_of("A use 絶対剣").refusal
    assert refusal is not None
    assert "Before this line" not in refusal.say()


def test_with_the_answer_the_line_is_read() -> None:
    assert reading_of(*SET, "B pass", "A end").refusal is None


@pytest.mark.parametrize("id", ["blade-rondo@1.03", "genesis-garden@2011-04", "fertcg@web"])
def test_a_choice_without_an_order_by_the_rules_cites_no_clause_for_that_of_the_record(id: str) -> None:
    (match,) = simulate(RULESETS[id], matches=1, seed=3, players=("heuristic", "heuristic"))
    lines = write(list(match.derived), match.id).split("\n")
    first = lines.index("+++", 1) + 1
    other = next(line for line in lines[first:] if line.startswith(("B keep", "B mulligan")))
    refusal = read("\n".join([*lines[:first], other, *lines[first:]])).refusal
    assert refusal is not None and refusal.text == other and refusal.clause == ""
    assert "order of the seats, and that of A (keep" in refusal.say()
    assert "記録には席の順に書く" in refusal.say(language="ja")


def test_a_second_choice_is_refused_under_the_clause_of_the_question() -> None:
    refusal = reading_of(f"A keep {' '.join(A_HAND)}", head=HEAD + KEPT.partition("\n")[0] + "\n").refusal
    assert refusal is not None and refusal.clause == "BR-base-5-3"
