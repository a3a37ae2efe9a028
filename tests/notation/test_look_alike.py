"""Ids that could be taken for others: letters of two scripts, and ASCII in another width or type."""

import pytest

from engine.record.notation.head.look_alike import look_alike

FINE = "cup-r1|春の杯-1回戦|r3/月見|ペア・デュエル々|한국 cup|日本 ㄅ cup|αβ|кубок-1|naïve é|ﾊﾝｶｸ|①|№ 5 ™||🎴"
DOUBTFUL = {
    "сup-r1": "u",  # begins with U+0441
    "финал r1": "r",
    "cоp": "о",
    "Αlpha": "l",  # begins with U+0391
    "かα": "α",
    "か한": "한",
    "ｃup": "ｃ",
    "第１回": "１",
    "𝐜up": "𝐜",
}


@pytest.mark.parametrize("name", FINE.split("|"))
def test_ids_that_people_write(name: str) -> None:
    assert look_alike(name) == ""


@pytest.mark.parametrize(("name", "sign"), DOUBTFUL.items())
def test_ids_that_could_be_taken_for_others(name: str, sign: str) -> None:
    assert look_alike(name) == sign
