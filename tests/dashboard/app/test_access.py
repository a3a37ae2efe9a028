"""Roles: they come from the access file and the provider's word alone, and what they withhold is not sent."""

from pathlib import Path

import pytest

from dashboard.app.access import Access, AccessError, Login, Roles, Viewer, load
from dashboard.app.source import EVERYBODY, TABLE, Source, Withheld
from engine.record.live_recording import Recording
from engine.record.match import Match
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Noted
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN, POISON
from tests.support.record import CLEAN as RECORD

ROLES = Roles(
    judge=("kei@cup.example",), scorekeeper=("mio@cup.example",), player={"hana@cup.example": "Hana"}
)
ACCESS = Access(Login("http://localhost/oauth2callback", "s", "c", "s", "http://localhost"), ROLES)
PUBLIC = Viewer("public")
JUDGE = Viewer("judge", "kei@cup.example")
HANA = Viewer("player", "hana@cup.example", "Hana")


def source(log: Path, viewer: Viewer) -> Source:
    return Source(log, log.with_suffix(".store"), viewer)


@pytest.mark.parametrize(
    ("email", "role"),
    [("kei@cup.example", "judge"), ("mio@cup.example", "scorekeeper"), ("hana@cup.example", "player")],
)
def test_a_verified_address_has_its_role(email: str, role: str) -> None:
    assert ACCESS.viewer({"email": email, "email_verified": True}).role == role


@pytest.mark.parametrize(
    "claims",
    [
        {},
        {"email": "kei@cup.example"},
        {"email": "kei@cup.example", "email_verified": False},
        {"email": "kei@cup.example", "email_verified": "true"},
        {"email": ["kei@cup.example"], "email_verified": True},
        {"sub": "kei@cup.example", "email_verified": True},
        {"name": "kei@cup.example", "role": "judge", "roles": ["judge"]},
    ],
    ids=lambda claims: "-".join(claims) or "nothing",
)
def test_a_forged_or_unverified_claim_gives_no_role(claims: dict[str, object]) -> None:
    assert ACCESS.viewer(claims) == PUBLIC


def test_a_stranger_is_the_public_however_often_he_claims_a_role() -> None:
    claims = {"email": "eve@cup.example", "email_verified": True, "role": "judge", "groups": ["judge"]}
    assert ACCESS.viewer(claims) == Viewer("public", "eve@cup.example")


def test_the_subject_identifies_where_the_file_says_so() -> None:
    access = Access(ACCESS.auth, Roles(judge=("abc",), claim="sub"))
    assert access.viewer({"sub": "abc"}).role == "judge"
    assert access.viewer({"email": "abc", "email_verified": True}) == PUBLIC


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "auth"),
        ("[auth]\nredirect_uri = 1", "redirect_uri"),
        ("[roles", "Expected"),
        (
            '[auth]\nredirect_uri="r"\ncookie_secret="s"\nclient_id="c"\nclient_secret="s"',
            "server_metadata_url",
        ),
        (None, "No such file"),
    ],
)
def test_a_file_that_says_nothing_of_use_is_refused(tmp_path: Path, text: str | None, said: str) -> None:
    path = tmp_path / "access.toml"
    if text is not None:
        path.write_text(text, "utf-8")
    with pytest.raises(AccessError, match=said):
        load(path)


def test_card_statistics_are_for_judges_unless_the_file_says_otherwise() -> None:
    claims = {"email": "hana@cup.example", "email_verified": True}
    assert not ACCESS.viewer(claims).sees_cards and not ACCESS.public.sees_cards
    open_to_all = Access(ACCESS.auth, ROLES, card_statistics="everybody")
    assert open_to_all.viewer(claims).sees_cards and open_to_all.public.sees_cards
    assert ACCESS.viewer({"email": "kei@cup.example", "email_verified": True}).sees_cards


def test_an_unknown_role_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "access.toml"
    login = "\n".join(f'{key} = "x"' for key in Login.__struct_fields__)
    path.write_text(f'[auth]\n{login}\n[roles]\nadmin = ["eve"]\n', "utf-8")
    with pytest.raises(AccessError, match="admin"):
        load(path)


def test_perspectives_are_those_of_the_role(log_of: LogOf) -> None:
    log = log_of("one")
    assert source(log, JUDGE).perspectives(CLEAN) == (TABLE, "A", "B", EVERYBODY)
    assert source(log, HANA).perspectives(CLEAN) == ("A", EVERYBODY)
    assert source(log, PUBLIC).perspectives(CLEAN) == (EVERYBODY,)
    assert source(log, Viewer("scorekeeper", "mio")).perspectives(CLEAN) == (EVERYBODY,)


@pytest.mark.parametrize(
    "viewer", [PUBLIC, HANA, Viewer("scorekeeper", "mio")], ids=lambda viewer: viewer.role
)
@pytest.mark.parametrize("perspective", [TABLE, "B"])
def test_another_perspective_is_withheld(log_of: LogOf, viewer: Viewer, perspective: str) -> None:
    with pytest.raises(Withheld):
        source(log_of("one"), viewer).match(CLEAN, perspective)


def test_nobody_is_a_player_without_a_name(log_of: LogOf) -> None:
    assert source(log_of("one"), Viewer("player", "x", "")).perspectives(CLEAN) == (EVERYBODY,)


def test_findings_name_no_hidden_card_to_those_who_may_not_see_it(log_of: LogOf) -> None:
    log = log_of("disputed")
    whole = source(log, JUDGE).verdict(POISON)
    bare = source(log, PUBLIC).verdict(POISON)
    assert [(found.seq, found.kind) for found in bare.findings] == [
        (found.seq, found.kind) for found in whole.findings
    ]
    assert any(found.what.en for found in whole.findings)
    assert not any(found.what.en or found.recorded or found.ruled or found.legal for found in bare.findings)


def test_a_scorekeeper_sees_what_the_same_hand_has_recorded(tmp_path: Path) -> None:
    log = tmp_path / "log.db"
    head = RECORD.split("+++\n")
    with SqliteLog(log, writing=True) as opened:
        Recording.begin(opened, f"+++\n{head[1]}+++\n", keeper="mio", clock=lambda: 1_760_000_000_000_000)
    mio, ken = Viewer("scorekeeper", "mio"), Viewer("scorekeeper", "ken")
    assert source(log, mio).perspectives("table-nine")[0] == TABLE
    assert source(log, ken).perspectives("table-nine") == (EVERYBODY,)
    assert source(log, ken).may_record("table-nine")  # it goes on: two may sit at one table
    assert not source(log, HANA).may_record("table-nine")


def test_the_hash_of_a_running_match_goes_to_those_who_see_the_table(tmp_path: Path, log_of: LogOf) -> None:
    log = tmp_path / "log.db"
    head = RECORD.split("+++\n")
    with SqliteLog(log, writing=True) as opened:
        Recording.begin(opened, f"+++\n{head[1]}+++\n", keeper="mio", clock=lambda: 1_760_000_000_000_000)
    for viewer in (PUBLIC, HANA, Viewer("scorekeeper", "ken")):
        assert source(log, viewer).hash_chain("table-nine").leaf == ""
    for viewer in (JUDGE, Viewer("scorekeeper", "mio")):
        assert len(source(log, viewer).hash_chain("table-nine").leaf) == 64
    over = source(log_of("one"), PUBLIC).hash_chain(CLEAN)
    assert over == source(log_of("one"), JUDGE).hash_chain(CLEAN) and len(over.leaf) == 64


def test_the_text_of_a_record_is_not_for_the_public_while_it_could_tell(log_of: LogOf) -> None:
    seen = source(log_of("one"), PUBLIC).match(CLEAN, EVERYBODY)
    with SqliteLog(log_of("one")) as log:
        whole = Match.load(log, CLEAN)
    hidden = [event for event in whole.events if isinstance(event, Noted) and event.topic == "record"]
    shown = [event for event in seen.events if isinstance(event, Noted) and event.topic == "record"]
    assert hidden and all(event.text == "" for event in shown)
