"""Roles, with a provider that signs: what a role may not have never reaches it, neither by the menu nor by an
address. Whoever writes does so in a real browser; where it matters what the server sends, nobody needs one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from events.log.sqlite_log import SqliteLog
from events.model.kinds import ACTS
from tests.analytics.imports.samples import SAMPLES
from tests.dashboard.browsing import Visitors, needs_chromium, settled
from tests.dashboard.conftest import LogOf
from tests.dashboard.listening import Listener
from tests.dashboard.logs import CLEAN
from tests.dashboard.opening import load
from tests.support.provider import CLIENT, SECRET, Provider, provider
from tests.support.served import free_port, served

KEI, MIO, KEN, HANA, EVE = (f"{name}@cup.example" for name in ("kei", "mio", "ken", "hana", "eve"))


@contextmanager
def members_only(log: Path, login: Provider) -> Iterator[str]:
    """The pages of a log for people who log in, to be written on as well; gives their address."""
    port = free_port()
    access = log.with_name("access.toml")
    access.write_text(
        f"""
        [auth]
        redirect_uri = "http://localhost:{port}/oauth2callback"
        cookie_secret = "a secret of the cookie, long enough"
        client_id = "{CLIENT}"
        client_secret = "{SECRET}"
        server_metadata_url = "{login.issuer}/.well-known/openid-configuration"

        [roles]
        judge = ["{KEI}"]
        scorekeeper = ["{MIO}", "{KEN}"]

        [roles.player]
        "{HANA}" = "Hana"
        """,
        "utf-8",
    )
    with served(log, "--record", "--access", str(access), port=port) as address:
        yield address


class Writer:
    """Somebody with a browser."""

    def __init__(self, visitors: Visitors, address: str) -> None:
        self.page, self.address = visitors.come(), address

    def go(self, path: str) -> None:
        self.page.goto(f"{self.address}/{path}")
        settled(self.page)

    def log_in(self, login: Provider, **claims: object) -> None:
        login.claims = claims
        self.go("matches?lang=en")
        self.page.get_by_role("button", name="Log in").click()
        expect(self.page.get_by_role("button", name="Log out")).to_be_visible()
        settled(self.page)

    def become(self, reader: Listener) -> None:
        """Go on as who has logged in there."""
        self.page.context.add_cookies(
            [
                {"name": cookie.name, "value": str(cookie.value), "url": self.address}
                for cookie in reader.cookies
            ]
        )


@pytest.fixture(scope="module")
def login() -> Iterator[Provider]:
    with provider() as made:
        yield made


@pytest.fixture(scope="module")
def log(log_of: LogOf, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the members read and write."""
    copy = tmp_path_factory.mktemp("served") / "log.db"
    copy.write_bytes(log_of("one").read_bytes())
    return copy


@pytest.fixture(scope="module")
def members(log: Path, login: Provider) -> Iterator[str]:
    with members_only(log, login) as made:
        yield made


@pytest.fixture
def writers(visitors: Visitors, members: str) -> Callable[[], Writer]:
    """Makes writers, each with a browser that has never been here."""
    return lambda: Writer(visitors, members)


@pytest.fixture
def reader(members: str) -> Listener:
    return Listener(members)


def log_in(reader: Listener, login: Provider, **claims: object) -> None:
    login.claims = claims
    reader.log_in("matches?lang=en")
    assert "Log out" in reader.open("matches?lang=en").buttons


WRITING = {"record", "import"}
"""Pages that not everybody has."""


def hidden_names(log: Path, seat: str, *, languages: tuple[str, ...] = ("en", "ja")) -> set[str]:
    """Cards that a seat was dealt and did not keep: nobody else ever saw them."""
    match = load(log, CLEAN)
    assert match.rules is not None
    cards, table = match.rules.sets["base"].cards, match.table(len(match) - 1)
    never = set(table.at(f"aside.{seat}"))
    others = {table.face[card] for card in table.place if card not in never}
    faces = {table.face[card] for card in never} - others
    return {cards[face].name[language] for face in faces for language in languages}


def test_the_public_gets_no_hidden_face_and_no_page_to_write_on(reader: Listener, log_of: LogOf) -> None:
    hidden = hidden_names(log_of("one"), "A") | hidden_names(log_of("one"), "B")
    assert hidden
    for path in ("replay?at=60&as=table", "replay?at=3&as=A", "audit?", "record?", "?", "matches?"):
        menu = reader.open(f"{path}&match={CLEAN}&lang=en").menu
        assert "replay" in menu and not menu & WRITING
    sent = b"".join(reader.sent)
    assert b"Hana" in sent
    assert [name for name in hidden if name.encode() in sent] == []
    assert not reader.open("import?lang=en").has("file_uploader")


def test_a_judge_sees_everything(reader: Listener, login: Provider, log_of: LogOf) -> None:
    log_in(reader, login, sub="1", email=KEI, email_verified=True)
    assert reader.open("matches?lang=en").menu >= WRITING
    assert "Begin to record" in reader.open("record?lang=en").buttons
    assert reader.open("import?lang=en").has("file_uploader")
    reader.open(f"replay?match={CLEAN}&at=4&as=table&lang=en")
    sent = b"".join(reader.sent)
    assert all(name.encode() in sent for name in hidden_names(log_of("one"), "A", languages=("en",)))


def test_a_player_sees_the_own_seat_and_not_the_other(
    reader: Listener, login: Provider, log_of: LogOf
) -> None:
    own, other = hidden_names(log_of("one"), "A"), hidden_names(log_of("one"), "B")
    log_in(reader, login, sub="2", email=HANA, email_verified=True)
    assert not reader.open("matches?lang=en").menu & WRITING
    assert not reader.open("import?lang=en").has("file_uploader")
    reader.open(f"replay?match={CLEAN}&at=4&as=B&lang=en")
    sent = b"".join(reader.sent)
    assert b"may be looked at by others only" in sent
    assert any(name.encode() in sent for name in own)
    assert [name for name in other if name.encode() in sent] == []


def has_no_role(reader: Listener) -> None:
    """Whoever is logged in may not record, nor by the address of the page."""
    menu = reader.open("matches?lang=en").menu
    assert "replay" in menu and not menu & WRITING
    recording = reader.open(f"record?match={CLEAN}&lang=en&role=judge")
    assert "Log out" in recording.buttons and "Begin to record" not in recording.buttons


@pytest.mark.parametrize(
    "claims", [{"email": KEI, "email_verified": False}, {"email": KEI}], ids=["unverified", "silent"]
)
def test_an_address_that_nobody_verified_has_no_role(
    reader: Listener, login: Provider, claims: dict[str, object]
) -> None:
    log_in(reader, login, sub="9", **claims)
    has_no_role(reader)


def test_a_role_that_is_claimed_is_none_and_a_forged_cookie_nobody(reader: Listener, login: Provider) -> None:
    everything = {"role": "judge", "roles": ["judge"], "groups": ["judge"]}
    log_in(reader, login, sub="9", email=EVE, email_verified=True, **everything)
    has_no_role(reader)
    forged = [cookie for cookie in reader.cookies if "user" in cookie.name]
    assert forged
    for cookie in forged:
        cookie.value = f"{str(cookie.value)[:-8]}AAAAAAAA"
    matches = reader.open("matches?lang=en")
    assert "Log in" in matches.buttons
    assert not matches.menu & WRITING


@needs_chromium
@pytest.mark.sampled(0)
def test_what_a_scorekeeper_imports_carries_the_name(
    writers: Callable[[], Writer], login: Provider, log: Path
) -> None:
    writer = writers()
    writer.log_in(login, sub="3", email=MIO, email_verified=True)
    writer.go("import?lang=en")
    writer.page.locator("input[type=file]").set_input_files(SAMPLES / "friday.csv")
    writer.page.get_by_role("button", name="Import 1 file").click()
    expect(writer.page.get_by_text("in the log, matches: 7")).to_be_visible()
    with SqliteLog(log) as source:
        commands = {
            record.entry.command.partition("/")[0] for record in source.read("friday-night-2026-05-08")
        }
    assert commands == {MIO}


@needs_chromium
def test_what_a_scorekeeper_records_carries_the_name(
    writers: Callable[[], Writer], reader: Listener, login: Provider, log: Path
) -> None:
    writer = writers()
    writer.log_in(login, sub="3", email=MIO, email_verified=True)
    writer.go("record?lang=en")
    page = writer.page
    page.get_by_role("textbox", name="Player A").fill("Aoi")
    page.get_by_role("textbox", name="Player B").fill("Ren")
    page.get_by_role("textbox", name="Id of the match").fill("by-mio")
    page.get_by_role("button", name="Begin to record").click()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("A Aoi decides")).to_be_visible()
    with SqliteLog(log) as source:
        commands = {record.entry.command.partition("/")[0] for record in source.read("by-mio")}
    assert commands == {MIO}
    log_in(reader, login, sub="4", email=KEN, email_verified=True)
    other = writers()
    other.become(reader)
    other.go("record?lang=en&match=by-mio")
    for one in (page, other.page):  # both at the same table, for the same decision
        one.get_by_role("textbox", name="Or as a line").fill("A keep ??x7")
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.get_by_text("B Ren decides")).to_be_visible()
    other.page.get_by_role("button", name="Record", exact=True).click()
    expect(other.page.get_by_text("Somebody else has written")).to_be_visible()
    with SqliteLog(log) as source:
        kept = [event for event in source.events("by-mio") if isinstance(event, ACTS)]
    assert len(kept) == 1
