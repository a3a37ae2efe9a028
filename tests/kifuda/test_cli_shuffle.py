"""``kifuda shuffle``: a match whose shuffle is proven, from its secrets to the check; and what is refused."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from engine.games.registry import RULESETS
from engine.record.match import Match
from engine.record.notation.read import read
from engine.record.notation.spell import spell
from engine.shuffle.provable import ALGORITHM
from kifuda.bots.dice import Dice
from kifuda.bots.roster import bot
from kifuda.shuffle_secrets import draw, write
from tests.support.command import kifuda, refused

RULES = RULESETS["blade-rondo@1.03"]
PARTIES = ("table", "A", "B")
FILES = tuple(f"{party}-1.secret" for party in PARTIES)
DEAL = ("shuffle", "order", "blade-rondo", *FILES, "--players", "Aoi,Ren")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def committed(match: str = "cup-1") -> list[str]:
    """The secrets of all parties in their files; the lines that commit to them."""
    return [kifuda("shuffle", "commit", match, party).out.strip() for party in PARTIES]


def played(path: str = "cup-1.kfd") -> None:
    """Play the record in ``path`` on to its end, and write the secrets below it."""
    reading = read(Path(path).read_text("utf-8"))
    game = Match(reading.events, id=reading.match).game(len(reading.events) - 1)
    player = bot(RULES, "random")
    lines: list[str] = []
    while game.ask is not None:
        act = player.choose(game, Dice("test", len(lines)))
        lines.append(spell(game, act))
        game.act(act)
    secrets = kifuda("shuffle", "reveal", *FILES).out
    Path(path).write_text(Path(path).read_text("utf-8") + "\n".join(lines) + "\n" + secrets, "utf-8")


# --- a match from beginning to end -----------------------------------------------------------------------


def test_from_the_secrets_to_the_proof() -> None:
    lines = committed()
    done = kifuda(*DEAL, "-o", "cup-1.kfd")
    assert (done.status, done.err) == (0, "")
    text = Path("cup-1.kfd").read_text("utf-8")
    assert [line for line in text.splitlines() if line.startswith("!")] == lines
    assert stat.S_IMODE(Path("cup-1.kfd").stat().st_mode) == 0o600
    assert "to be proven when the secrets are revealed" in kifuda("shuffle", "check", "cup-1.kfd").out

    played()
    done = kifuda("shuffle", "check", "cup-1.kfd", *FILES)
    assert done.status == 0
    assert "shuffle 1 (the pool, event 5): proven: it follows from secrets" in done.out
    assert "A-1.secret: the record has the commitment of A to it, before shuffle 1" in done.out
    assert kifuda("import", "cup-1.kfd").status == 0
    done = kifuda("audit", "cup-1")
    assert done.status == 0
    assert "shuffles: proven 1" in done.out
    assert "証明済み 1" in kifuda("audit", "cup-1", "--lang", "ja").out


def test_the_same_secrets_give_the_same_deal_in_whatever_order_they_are_named() -> None:
    committed()
    first = kifuda(*DEAL)
    other = kifuda("shuffle", "order", "blade-rondo", *reversed(FILES), "--players", "Aoi,Ren")
    assert first == other
    assert f'shuffle = "{ALGORITHM}"' in first.out


def test_every_secret_is_another_one() -> None:
    assert len({draw("m", 1, "A").data for _ in range(8)}) == 8


def test_a_secret_lies_in_a_file_of_its_own_and_is_told_to_nobody() -> None:
    done = kifuda("shuffle", "commit", "cup-1", "A", "--number", "2", "-o", "aoi.secret")
    text = Path("aoi.secret").read_text("utf-8")
    secret = text.split('secret = "')[1][:64]
    assert stat.S_IMODE(Path("aoi.secret").stat().st_mode) == 0o600
    assert secret not in done.out + done.err
    assert done.out.startswith("! commit A 2 ")
    assert kifuda("shuffle", "reveal", "aoi.secret").out == f"! reveal A 2 {secret}\n"


def test_a_deal_that_was_changed_is_found() -> None:
    committed()
    kifuda(*DEAL, "-o", "cup-1.kfd")
    played()
    text = Path("cup-1.kfd").read_text("utf-8")
    undealt = text.split("undealt = ")[1].split("\n")[0]
    cards = undealt.strip("[]").split(", ")
    other = next(at for at, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    Path("cup-1.kfd").write_text(text.replace(undealt, f"[{', '.join(cards)}]"), "utf-8")
    done = kifuda("shuffle", "check", "cup-1.kfd")
    assert done.status == 1
    assert "not proven" in done.out
    assert "The order is not the one that its proof gives: place 31 is" in done.out
    done = kifuda("shuffle", "check", "cup-1.kfd", "--json")
    assert done.status == 1
    assert [finding["code"] for finding in done.json()["findings"]] == ["wrong-order"]
    assert kifuda("audit", "cup-1.kfd").status == 1


def test_a_commitment_that_the_record_lacks_is_told() -> None:
    committed()
    kifuda(*DEAL, "-o", "cup-1.kfd")
    write(Path("mine.secret"), draw("cup-1", 1, "A"))
    write(Path("other.secret"), draw("cup-2", 1, "A"))
    done = kifuda("shuffle", "check", "cup-1.kfd", "mine.secret", "other.secret", "B-1.secret")
    assert done.status == 1
    assert done.out.count("the record has no commitment of A to it before shuffle 1") == 2
    assert done.out.count("the record has the commitment of B to it") == 1
    assert kifuda("shuffle", "check", "cup-1.kfd", "mine.secret", "--json").json()["missing"] == [
        "mine.secret"
    ]


def test_simulated_matches_can_be_proven() -> None:
    done = kifuda("simulate", "blade-rondo", "-n", "3", "--prove-shuffles")
    assert done.status == 0
    again = kifuda("simulate", "blade-rondo", "-n", "3", "--prove-shuffles", "--out", "records")
    assert again.status == 0
    assert "shuffles: proven 3" in kifuda("audit", "--all").out
    for path in Path("records").iterdir():
        assert "proven: " in kifuda("shuffle", "check", path).out
    kifuda("simulate", "blade-rondo", "-n", "2", "--log", "plain.db")
    assert "shuffles: simulated 2" in kifuda("audit", "--all", "--log", "plain.db").out


# --- what is refused -------------------------------------------------------------------------------------


def test_a_secret_is_never_overwritten() -> None:
    committed()
    before = Path("A-1.secret").read_bytes()
    assert "A-1.secret exists already" in refused("shuffle", "commit", "cup-1", "A")
    assert Path("A-1.secret").read_bytes() == before


def test_a_record_is_never_overwritten() -> None:
    committed()
    Path("cup-1.kfd").write_text("mine", "utf-8")
    assert "cup-1.kfd exists already" in refused(*DEAL, "-o", "cup-1.kfd")
    assert Path("cup-1.kfd").read_text("utf-8") == "mine"


def test_a_secret_that_others_can_read_is_refused() -> None:
    committed()
    Path("A-1.secret").chmod(0o644)
    assert "can be read by others (mode 0644): chmod 0600 A-1.secret" in refused(*DEAL)
    assert "モード 0644" in refused(*DEAL, "--lang", "ja")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "match = 1",
        'match = "m"\nshuffle = 1\nparty = "A"\nsecret = "abc"\n',
        f'match = "m"\nshuffle = 0\nparty = "A"\nsecret = "{"ab" * 32}"\n',
        f'match = "m"\nshuffle = 1\nparty = "A B"\nsecret = "{"ab" * 32}"\n',
        f'match = "m"\nshuffle = 1\nparty = "A"\nsecret = "{"ab" * 32}"\nmore = 1\n',
        f'match = "m"\nshuffle = true\nparty = "A"\nsecret = "{"ab" * 32}"\n',
        "\udcff",
    ],
)
def test_a_file_that_holds_no_secret_is_refused(text: str) -> None:
    path = Path("odd.secret")
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    path.chmod(0o600)
    assert "odd.secret holds no secret" in refused("shuffle", "reveal", path)


def test_a_file_that_is_not_there_is_named() -> None:
    assert "gone.secret" in refused("shuffle", "reveal", "gone.secret")


def test_secrets_that_do_not_belong_together_are_refused() -> None:
    committed()
    write(Path("other.secret"), draw("cup-2", 1, "B"))
    write(Path("second.secret"), draw("cup-1", 2, "B"))
    rest = ("--players", "Aoi,Ren")
    table, a, _ = FILES
    order = ("shuffle", "order", "blade-rondo")
    assert "secrets of table, A; needed is one of each: table, A, B" in refused(*order, table, a, *rest)
    assert "one of each" in refused(*order, table, a, a, *rest)
    assert "several matches: cup-1, cup-2" in refused(*order, table, a, "other.secret", *rest)
    assert "for the shuffles 1, 1, 2" in refused(*order, table, a, "second.secret", *rest)
    assert not any(Path().glob("*.kfd"))


@pytest.mark.parametrize("players", ["Aoi", "Aoi,Aoi", "Aoi,", "Aoi,Ren,Mio"])
def test_players_have_names_of_their_own(players: str) -> None:
    committed()
    told = refused("shuffle", "order", "blade-rondo", *FILES, "--players", players)
    assert "does not name the players; the seats are A, B" in told


@pytest.mark.parametrize(("match", "party"), [(" ", "A"), ("m", "A B"), ("m", ""), ("m", "席")])
def test_a_party_is_the_table_or_a_seat(match: str, party: str) -> None:
    assert "can have no secret" in refused("shuffle", "commit", match, party)
    assert list(Path().iterdir()) == []
