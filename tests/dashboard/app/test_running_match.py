"""Of a running match nobody who does not see the whole table learns how many entries it has.

Two logs hold the same match, which goes on; in one of them notes that are not public stand between the acts.
Whatever a page or a command gives to such a reader must be the same for both.
"""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import streamlit

from analytics.metrics.publish.export import export
from analytics.store.projection import project
from dashboard.app.access import Viewer
from dashboard.app.source import EVERYBODY, TABLE, Source
from engine.record.match import Match
from engine.record.timeline import by_act
from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Noted, Retracted
from events.seal.head_signing import seal
from events.seal.note import SignerKey
from events.view.own_count import own_count
from events.view.view import PUBLIC, view
from tests.dashboard.opening import LANGUAGES, PAGES, opened, table_of, text_of
from tests.support.command import kifuda
from tests.support.record import CLEAN

MATCH = "table-nine"
KEY = SignerKey("example.org/cup", bytes(range(32)))
ACTS, NOTES = 8, 3
READERS = (
    Viewer("public"),
    Viewer("player", "hana@cup.example", "Hana"),
    Viewer("scorekeeper", "ken@cup.example"),
)
JUDGE = Viewer("judge", "kei@cup.example")
ACCESS = """
[auth]
redirect_uri = "http://localhost/oauth2callback"
cookie_secret = "long enough"
client_id = "a"
client_secret = "b"
server_metadata_url = "http://localhost"
"""


def running(folder: Path, record: Path, *, notes: int) -> Path:
    """A signed log with the beginning of a match, with so many notes after each act."""
    log = folder / "log.db"
    acts = list(by_act(Match.read(record).derived))[:ACTS]
    with SqliteLog(log, writing=True) as opened_log:
        written = 0  # without the notes: causes are seqs of the match
        for number, act in enumerate(acts):
            expected = opened_log.count(MATCH)
            shifted = [
                (event, cause if cause is None else cause + expected - written) for event, cause in act
            ]
            opened_log.append(
                MATCH,
                [Pending(*one) for one in shifted],
                expected=expected,
                command=f"{number}",
                at=1_760_000_000_000_000 + number,
            )
            written += len(act)
            private = [Pending(Noted("comment", f"A holds this and that {note}")) for note in range(notes)]
            if private:
                opened_log.append(
                    MATCH,
                    private,
                    expected=opened_log.count(MATCH),
                    command=f"{number} notes",
                    at=1_760_000_000_000_000 + number,
                )
        assert opened_log.count(MATCH) == written + notes * len(acts)
        project(opened_log, log.with_suffix(".store"), processes=1)
    seal(log, KEY)
    return log


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The log without notes, and the one with them."""
    folder = tmp_path_factory.mktemp("running")
    record = folder / "clean.kfd"
    record.write_text(CLEAN, "utf-8")
    found = []
    for notes in (0, NOTES):
        place = folder / str(notes)
        place.mkdir()
        (place / "access.toml").write_text(ACCESS, "utf-8")
        found.append(running(place, record, notes=notes))
    return found[0], found[1]


def source(log: Path, viewer: Viewer) -> Source:
    return Source(log, log.with_suffix(".store"), viewer)


def both(logs: tuple[Path, Path], of: Callable[[Path], object]) -> tuple[object, object]:
    return of(logs[0]), of(logs[1])


@pytest.mark.parametrize("viewer", READERS, ids=lambda viewer: viewer.role)
def test_events_and_findings_are_numbered_by_the_readers_own_count(
    logs: tuple[Path, Path], viewer: Viewer
) -> None:
    for perspective in source(logs[0], viewer).perspectives(MATCH):
        one, other = (source(log, viewer).match(MATCH, perspective).derived for log in logs)
        assert one == other
    verdicts = [source(log, viewer).verdict(MATCH) for log in logs]
    assert verdicts[0] == verdicts[1]
    whole = source(logs[1], JUDGE).match(MATCH, TABLE)
    assert len(whole) > len(source(logs[1], viewer).match(MATCH, EVERYBODY))


@pytest.mark.parametrize("viewer", READERS, ids=lambda viewer: viewer.role)
def test_the_number_of_entries_and_their_times_are_withheld(logs: tuple[Path, Path], viewer: Viewer) -> None:
    assert source(logs[1], viewer).hash_chain(MATCH) == ("", ())
    assert len(source(logs[1], JUDGE).hash_chain(MATCH).recorded) > ACTS


@pytest.mark.sampled(12)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_the_same_whatever_else_the_log_holds(
    logs: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, page: str, language: str
) -> None:
    monkeypatch.setattr(streamlit, "user", SimpleNamespace(is_logged_in=False))

    def sent(log: Path) -> str:
        access = str(log.with_name("access.toml"))
        app = opened(log, page, language, "--access", access, match=MATCH)
        text = text_of(app) + (str(table_of(app)) if page == "replay" else "")
        return text.replace(str(log.parent), "")

    one, other = both(logs, sent)
    assert one == other


def test_the_list_of_matches_without_statistics_has_no_lengths(
    logs: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = ("--store", str(tmp_path / "nothing"))
    [told] = opened(logs[1], "matches", "en", *nowhere).dataframe
    assert "events" in told.value.columns
    monkeypatch.setattr(streamlit, "user", SimpleNamespace(is_logged_in=False))
    access = ("--access", str(logs[1].with_name("access.toml")))
    [told] = opened(logs[1], "matches", "en", *nowhere, *access).dataframe
    assert "match" in told.value.columns and "events" not in told.value.columns


def test_an_export_says_nothing_of_the_state_of_the_log(logs: tuple[Path, Path]) -> None:
    store = source(logs[1], JUDGE).store()
    assert store is not None
    found = export(store, "players")
    bare = found.without_state_of_log()
    for hidden in (found.root, found.population.head[:12], f"{found.population.position} entries"):
        assert hidden in found.csv() and hidden not in bare.csv() + str(bare.data()) + str(
            bare.arrow().schema
        )


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", MATCH, "--as", "public"),
        ("show", MATCH, "--as", "A", "--json"),
        ("show", MATCH, "--as", "public", "--json", "--at", "20"),
        ("explain", MATCH, "20", "--as", "public", "--json"),
        ("replay", MATCH, "--as", "public", "--html"),
    ],
    ids=" ".join,
)
def test_what_a_command_hands_out_is_the_same(
    logs: tuple[Path, Path], tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    def given(log: Path) -> str:
        if arguments[-1] == "--html":
            file = tmp_path / "replay.html"
            assert kifuda(*arguments, file, "--log", log).status == 0
            return file.read_text("utf-8")
        done = kifuda(*arguments, "--log", log)
        assert done.status == 0, done.err
        return done.out

    one, other = both(logs, given)
    assert one == other


def test_a_retraction_and_a_cause_keep_what_they_point_at(tmp_path: Path) -> None:
    record = tmp_path / "clean.kfd"
    record.write_text(CLEAN, "utf-8")
    match = Match.read(record)
    assert match.rules is not None
    [*events] = match.derived[:25]
    later = [(event, cause if cause is None or cause < 20 else cause + 1) for event, cause in events[20:]]
    note = (Noted("comment", "A holds this and that"), 19)
    noted = [*events[:20], note, *later, (Retracted(23, "a slip"), None)]
    plain = [*events, (Retracted(22, "a slip"), None)]
    counts = [own_count(view(derived, match.rules, PUBLIC)) for derived in (noted, plain)]
    assert counts[0].derived == counts[1].derived
    assert [one for one in counts[1].seqs if one < 20] == [one for one in counts[0].seqs if one < 20]
    assert counts[0].seq(23) == counts[1].seq(22)
