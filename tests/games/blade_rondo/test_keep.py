"""BR-base-5-3: the seven swords are chosen of the own fifteen; why others cannot be.

Not here: the choice itself (``cases/turn/set-up.toml``).
"""

import pytest

from tests.notation.records import A_HAND, KFD, reading_of

REST = " ".join(A_HAND[1:])
HELD = '["絶対剣", "絶対剣", "舞踏剣"]'
KNOWN = "[" + ", ".join(f'"{name}"' for name in A_HAND) + "]"


@pytest.mark.parametrize("own", ["[]", KNOWN])
def test_a_card_whose_copies_the_other_player_holds_is_told_to_be_there(own: str) -> None:
    """Also where the own cards are not known: none of them can be it."""
    reading = reading_of(f"A keep 絶対剣 {REST}", head=KFD.format(more="", a=own, b=HELD))
    assert reading.refusal is not None
    assert reading.refusal.clause == "BR-base-5-3"
    said = reading.refusal.what
    assert "絶対剣 lies in " in said.en
    assert "2 of its 2 copies lie elsewhere, 1 named" in said.en
    assert "全2枚のうち2枚が他にあり、挙げられているのは1枚" in said.ja


def test_a_card_of_which_one_copy_is_left_cannot_be_kept_twice() -> None:
    held = '["絶対剣", "舞踏剣"]'
    own = KNOWN.replace('"斬撃剣"', '"絶対剣"', 1)
    reading = reading_of(
        f"A keep 絶対剣 絶対剣 {' '.join(A_HAND[2:])}", head=KFD.format(more="", a=own, b=held)
    )
    assert reading.refusal is not None
    assert "1 of its 2 copies lie elsewhere, 2 named" in reading.refusal.what.en


def test_a_card_that_nobody_knows_is_told_by_its_place_alone() -> None:
    reading = reading_of(f"A keep B.9 {REST}", head=KFD.format(more="", a=KNOWN, b=HELD))
    assert reading.refusal is not None
    assert "?? lies in " in reading.refusal.what.en
    assert "copies" not in reading.refusal.what.en
