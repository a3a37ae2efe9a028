"""The cause of a refused act: the event since which it is not possible."""

from pathlib import Path

from engine.record.match import Match

SAMPLE = Path(__file__).parents[3] / "kifuda" / "samples" / "blade-rondo" / "spring-cup-r1-t1.kfd"


def test_who_has_to_decide_something_else_first_asks_what_has_put_that_question(tmp_path: Path) -> None:
    """Not since when the act itself was no longer asked: here since B's own use of another card."""
    record = tmp_path / "revealed.kfd"
    text = SAMPLE.read_text("utf-8")
    passed = "  A pass                       (0:21)           # keeps the pearl down"
    assert passed in text
    record.write_text(text.replace(passed, "  A reveal 霧紡ぎのパール"), "utf-8")
    match = Match.read(record)
    found = match.dispute(match.verdict.findings[0])
    assert found is not None and found.cause is not None
    assert match.sentence(found.cause) == "A (Hana) reveals 霧紡ぎのパール."
