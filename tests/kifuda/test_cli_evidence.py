"""Evidence as somebody meets it on the command line: bundles, views, opened faces, and what is refused."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.games.registry import RULESETS
from events.log.sqlite_log import SqliteLog
from events.seal.note import SignerKey
from kifuda.bots.simulate import simulate
from kifuda.evidence import verify_evidence
from kifuda.evidence_download import evidence
from tests.support.command import kifuda, refused
from tests.support.play import append

NAME = "example.org/cup"
MATCH = "cup-r1"


@pytest.fixture
def vkey(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A folder with a key and a log with a finished match; the verifier key."""
    monkeypatch.chdir(tmp_path)
    with SqliteLog("kifuda.db", writing=True) as log:
        rules = RULESETS["blade-rondo@1.03"]
        (match,) = simulate(rules, matches=1, seed=1, players=("random", "random"))
        append(log, MATCH, list(match.derived))
    done = kifuda("key", "new", "--name", NAME, "-o", "cup.key")
    return done.out.strip()


def sign() -> None:
    assert kifuda("checkpoint", "--key", "cup.key").status == 0


def test_from_a_log_to_a_stranger(vkey: str) -> None:
    sign()
    done = kifuda("evidence", MATCH, "-o", "match.evidence", "--key", vkey)
    assert (done.status, done.err) == (0, "")
    assert f"match.evidence: {count()} records of match {MATCH}" in done.out
    assert kifuda("evidence", "--verifier", "-o", "check.py").status == 0
    assert Path("check.py").read_bytes() == Path(verify_evidence.__file__).read_bytes()
    Path("kifuda.db").unlink()
    alone = subprocess.run(
        [sys.executable, "-I", "check.py", "match.evidence", "--key", vkey], capture_output=True, text=True
    )
    assert (alone.returncode, alone.stderr) == (0, "")
    assert "signature by example.org/cup" in alone.stdout and "nothing to complain about" in alone.stdout
    ours = kifuda("verify", "match.evidence", "--key", vkey)
    assert ours.status == 0
    assert "clauses: the text has the digest that the match pins" in ours.out
    assert "the rules say of it: EXACT" in ours.out
    assert "ルールによる判定：EXACT" in kifuda("verify", "match.evidence", "--lang", "ja").out
    told = kifuda("verify", "match.evidence", "--json").json()
    assert (told["grade"], told["findings"], told["rehashed"]) == ("EXACT", [], told["records"])


def count() -> int:
    with SqliteLog("kifuda.db") as log:
        return log.count(MATCH)


def test_views_are_bound_signed_and_written(vkey: str) -> None:
    assert "kifuda evidence views" in refused("evidence", MATCH, "--as", "A", "-o", "a.view")
    done = kifuda("evidence", "views", MATCH)
    assert done.status == 0 and "the roots of its views are now event" in done.out
    assert "kifuda checkpoint" in done.out
    sign()
    done = kifuda("evidence", "views", "--all")
    assert f"{MATCH}: its views are bound already" in done.out and "kifuda checkpoint" not in done.out
    for viewer in ("A", "B", "public"):
        assert kifuda("evidence", MATCH, "--as", viewer, "-o", viewer).status == 0
        assert kifuda("verify", viewer, "--key", vkey).status == 0
    assert kifuda("evidence", MATCH, "--as", "A", "--private", "-o", "mine").status == 0
    assert Path("mine").stat().st_mode & 0o777 == 0o600
    parts = json.loads(Path("mine").read_bytes())["private"]
    event = max(parts, key=lambda part: len(part["faces"]))["seq"]
    assert kifuda("evidence", "open", "mine", event, "A.7", "-o", "face").status == 0
    done = kifuda("verify", "public", "--key", vkey, "--open", "face")
    assert done.status == 0 and f"opened: event {event}, changes[" in done.out and "A.7: BR-" in done.out
    assert kifuda("audit", MATCH).status == 0
    assert "The views of the match are bound" in kifuda("explain", MATCH, count() - 1).out


def test_matches_that_go_on_are_bound_later(vkey: str) -> None:
    with SqliteLog("kifuda.db", writing=True) as log:
        append(log, "going-on", log.history(MATCH)[:20])
    before = count()
    assert "match 'going-on' has not ended" in refused("evidence", "views", MATCH, "going-on")
    assert count() == before
    done = kifuda("evidence", "views", "--all")
    assert done.status == 0
    assert f"{MATCH}: the roots of its views" in done.out and "going-on: has not ended" in done.out


def test_what_is_read_of_a_match_is_as_before(vkey: str) -> None:
    before = kifuda("export", MATCH).out, kifuda("audit", MATCH, "--json").json()["grade"]
    assert kifuda("evidence", "views", MATCH).status == 0
    assert (kifuda("export", MATCH).out, kifuda("audit", MATCH, "--json").json()["grade"]) == before


def test_a_log_that_signs_itself_signs_the_views_too(vkey: str) -> None:
    done = kifuda("evidence", "views", MATCH, "--key", "cup.key")
    assert done.status == 0 and "kifuda checkpoint" not in done.out
    assert kifuda("evidence", MATCH, "--as", "public", "-o", "view").status == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("evidence", MATCH), "--output is missing"),
        (("evidence", "-o", "x"), "name a match, or say --verifier"),
        (("evidence", MATCH, "--verifier", "-o", "x"), "name a match, or say --verifier"),
        (("evidence", MATCH, "--private", "-o", "x"), "--private goes with --as"),
        (("evidence", MATCH, "-o", "x"), "kifuda.db.checkpoint is missing"),
        (("evidence", "nothing", "-o", "x"), "the log has no match 'nothing'"),
        (("evidence", MATCH, "-o", "x", "--log", "none.db"), "there is no log at none.db"),
        (("evidence", MATCH, "-o", "x", "--key", "key"), "--key: "),
        (("evidence", MATCH, "--as", "C", "-o", "x"), "there is no seat 'C' in this match; accepted: A, B"),
        (("evidence", "views"), "name the matches, or say --all"),
        (("evidence", "views", "nothing"), "the log has no match 'nothing'"),
        (("evidence", "open", "none", "3", "A.1", "-o", "x"), "none: No such file"),
        (("evidence", "open", "cup.key", "3", "A.1", "-o", "x"), "cup.key: not JSON"),
        (("verify", "none"), "none: No such file"),
        (("verify", "cup.key"), "cup.key: not JSON"),
        (("verify", "kifuda.db"), "kifuda verify --log kifuda.db"),
        (("verify", "--open", "x"), "--open goes with a bundle"),
    ],
)
def test_what_cannot_be_done_is_told(vkey: str, arguments: tuple[str, ...], told: str) -> None:
    assert told in refused(*arguments)
    assert refused(*arguments, "--lang", "ja") != refused(*arguments)
    assert not Path("x").exists() and not Path("kifuda.db.secret").exists()


def test_what_is_not_signed_yet_is_told(vkey: str) -> None:
    sign()
    kifuda("evidence", "views", MATCH)
    told = refused("evidence", MATCH, "-o", "x")
    assert "is not signed yet" in told and "kifuda checkpoint --key FILE --log kifuda.db" in told


def test_bundles_are_not_overwritten(vkey: str) -> None:
    sign()
    kifuda("evidence", MATCH, "-o", "x")
    before = Path("x").read_bytes()
    for arguments in ((MATCH,), ("--verifier",)):
        assert "x exists already" in refused("evidence", *arguments, "-o", "x")
    assert Path("x").read_bytes() == before
    assert [path.name for path in Path().glob(".*")] == []


def test_a_whole_match_opens_nothing(vkey: str) -> None:
    sign()
    kifuda("evidence", MATCH, "-o", "whole")
    assert "which hides nothing" in refused("evidence", "open", "whole", "3", "A.1", "-o", "x")


def test_a_finding_is_told_in_both_languages(vkey: str) -> None:
    sign()
    kifuda("evidence", MATCH, "-o", "whole", "--key", vkey)
    other = str(SignerKey.new(NAME).verifier)
    done = kifuda("verify", "whole", "--key", other)
    assert done.status == 1 and "none of the keys that were named has signed" in done.out
    assert "どれもログの先端に署名していない" in kifuda("verify", "whole", "--key", other, "--lang", "ja").out


def test_records_that_the_rules_do_not_give_are_graded_so(vkey: str) -> None:
    from kifuda.cli.evidence.bundle_answer import verdict
    from kifuda.evidence.bundle import MatchBundle, decode

    sign()
    kifuda("evidence", MATCH, "-o", "whole")
    whole = decode(Path("whole").read_bytes())
    assert type(whole) is MatchBundle
    texts = list(whole.entries)
    spoilt = verdict(texts[:9] + texts[10:], match=MATCH)
    assert spoilt is not None and spoilt.grade == "DIVERGED"
    assert verdict(["x"], match=MATCH) is None


def test_a_grade_by_other_rules_is_called_so(vkey: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.audit import pin

    sign()
    kifuda("evidence", MATCH, "-o", "whole")
    assert kifuda("verify", "whole", "--json").json()["unpinned"] == []
    monkeypatch.setattr(pin, "engine_digest", lambda game: "00" * 32)
    assert kifuda("verify", "whole", "--json").json()["unpinned"] == ["engine"]
    told = "Judged by other rules than the match pins (different here: engine)"
    lines = kifuda("verify", "whole").out.splitlines()
    (warned,) = [number for number, line in enumerate(lines) if told in line]
    assert "the rules say of it" in lines[warned + 1]


SPOILED: dict[str, Callable[[bytes], bytes]] = {
    "a signature": lambda note: note[:-20] + (b"A" if note[-20:-19] != b"A" else b"B") + note[-19:],
    "the id of its key": lambda note: (
        note.replace("— example.org/cup ".encode(), "— example.org/cup A".encode())[:-2] + b"\n"
    ),
    "a mark of UTF-8": lambda note: b"\xef\xbb\xbf" + note,
    "the name that signed": lambda note: note.replace("— example".encode(), "— exampla".encode()),
    "cut short": lambda note: note[:-9],
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED)
def test_no_evidence_is_given_under_a_checkpoint_that_is_not_soundly_signed(
    vkey: str, spoil: Callable[[bytes], bytes]
) -> None:
    sign()
    Path("kifuda.db.keys").write_text(vkey + "\n", "utf-8")
    file = Path("kifuda.db.checkpoint")
    file.write_bytes(spoil(file.read_bytes()))
    assert "kifuda.db.checkpoint" in refused("evidence", MATCH, "-o", "match.evidence")
    assert not Path("match.evidence").exists()
    with pytest.raises(ValueError, match=r"kifuda\.db\.checkpoint"):
        evidence(Path("kifuda.db"), MATCH, "ja")
