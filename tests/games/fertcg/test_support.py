"""FE-base-5-5: support is told with the narrower of its limits, three chips a turn and the unit's stamina."""

from pathlib import Path

from engine.record.match import Match

SAMPLE = Path(__file__).parents[3] / "kifuda" / "samples" / "fertcg" / "disputed-fourth-chip.kfd"


def test_fe_base_5_5_a_refusal_names_the_room_where_it_is_the_narrower_limit(tmp_path: Path) -> None:
    """Else a judge would rule three instead of four, which the stamina forbids (FE-base-3-1)."""
    (roomy,) = Match.read(SAMPLE).verdict.findings
    assert "of the three of this turn 3 are left [" in roomy.what.en
    full = tmp_path / "full.kfd"
    deployed = "A deploy 蒼原の軽騎兵 b1 x="
    text = SAMPLE.read_text("utf-8")
    full.write_text(text.replace(f"{deployed}1", f"{deployed}5"), "utf-8")
    (finding,) = Match.read(full).verdict.findings
    assert "of the three of this turn 3 are left; 蒼原の軽騎兵 has room for 0 [" in finding.what.en
