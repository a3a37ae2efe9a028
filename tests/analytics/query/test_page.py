"""``docs/cubes.md`` says what the code does: its blocks run, its table is the list of cubes."""

import doctest
import re
from pathlib import Path

from analytics.query.cubes.cube import CUBES, EVERYWHERE
from events.log.sqlite_log import SqliteLog
from tests.support.league import write

PAGE = (Path(__file__).parents[3] / "docs/cubes.md").read_text("utf-8")


def test_the_blocks_run(tmp_path: Path) -> None:
    source = "\n".join(re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        write(log, size=4)
        names = {"log": log, "folder": tmp_path / "store"}
        test = doctest.DocTestParser().get_doctest(source, names, "cubes.md", "cubes.md", 0)
        report: list[str] = []
        doctest.DocTestRunner().run(test, out=report.append)
    assert not report, "".join(report)
    assert ">>>" in source


def test_the_table_lists_every_cube() -> None:
    lines = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (.*) \|$", PAGE, re.MULTILINE)
    listed = {name: (fact, tuple(re.findall(r"`(\w+)`", by))) for name, fact, by in lines}
    assert listed == {cube.name: (cube.fact, cube.by) for cube in CUBES.values()}
    assert all(f"`{name}`" in PAGE for name in EVERYWHERE)
