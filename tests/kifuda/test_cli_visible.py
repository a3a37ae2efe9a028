"""What stands in a file of a stranger does not act on the terminal in which it is shown."""

from pathlib import Path

import pytest

from kifuda.cli.base.visible import visible
from tests.support.command import kifuda

RED = "\x1b[31mred\u202e"


def test_control_characters_are_shown_as_signs() -> None:
    assert visible(f"{RED}\x7f\x9b\ta\nb") == "␛[31mred\ufffd␡\ufffd\ta\nb"
    assert visible("霧紡ぎのパール – é") == "霧紡ぎのパール – é"


@pytest.mark.parametrize(
    "command", [("tournament", "night"), ("tournament", "night", "--round", "1"), ("log",)]
)
def test_names_of_an_imported_file_do_not_act(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("night.csv").write_text(f"round,player1,player2,result\n1,{RED},Bo,1\n", "utf-8")
    assert kifuda("import", "night.csv", "--name", "night", "--game", "magic").status == 0
    shown = kifuda(*command)
    assert "␛[31mred" in shown.out and not {"\x1b", "\u202e"} & set(shown.out)
