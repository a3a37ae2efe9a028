"""A line that comes while another player still has to answer: the record lacks that answer.

Not here: refusals for other reasons (``test_read``).
"""

from tests.notation.records import reading_of

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
