"""Keys, checkpoints and the verification of a whole log, as somebody meets them on the command line."""

import ast
import stat
from pathlib import Path

import pytest

import events.seal
from engine.kernel.bilingual import load_texts
from events.seal.note import SignerKey, VerifierKey
from kifuda import cli
from tests.events.files import small_log, vandalise
from tests.support.command import kifuda, refused
from tests.support.record import CLEAN

LOG = Path("kifuda.db")
NAME = "example.org/cup"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a log of twelve entries."""
    monkeypatch.chdir(tmp_path)
    small_log(LOG)
    return tmp_path


def new_key(name: str = NAME, file: str = "kifuda.key") -> str:
    """Make a key; its verifier key."""
    done = kifuda("key", "new", "--name", name, "-o", file)
    assert done.status == 0
    return done.out.strip()


def verified(*arguments: object) -> tuple[int, str]:
    done = kifuda("verify", *arguments)
    assert done.err == ""
    return done.status, done.out


# --- keys ------------------------------------------------------------------------------------------


def test_a_new_key_is_a_secret_file_and_a_line_for_everybody() -> None:
    done = kifuda("key", "new", "--name", NAME)
    made = VerifierKey.parse(done.out.rstrip("\n"))
    assert (done.status, made.name) == (0, NAME)
    assert "keep it secret" in done.err
    assert stat.S_IMODE(Path("kifuda.key").stat().st_mode) == 0o600
    private = Path("kifuda.key").read_text("utf-8").strip()
    assert SignerKey.parse(private).verifier == made
    assert private.split("+", 4)[4] not in done.out + done.err
    assert kifuda("key", "show").out == kifuda("key", "show", "kifuda.key").out == done.out


def test_a_key_is_not_overwritten() -> None:
    new_key()
    before = Path("kifuda.key").read_bytes()
    told = refused("key", "new", "--name", NAME)
    assert "exists already" in told and "-o FILE" in told
    assert Path("kifuda.key").read_bytes() == before


@pytest.mark.parametrize("name", ["", "a b", "a+b"])
def test_a_key_needs_a_name_that_notes_can_hold(name: str) -> None:
    told = refused("key", "new", "--name", name)
    assert f"'{name}' cannot name a key" in told
    assert not Path("kifuda.key").exists()


def test_a_key_that_others_can_read_signs_nothing() -> None:
    new_key()
    Path("kifuda.key").chmod(0o644)
    for command in (("checkpoint", "--key", "kifuda.key"), ("key", "show")):
        told = refused(*command)
        assert "others than its owner" in told and "chmod 0600 kifuda.key" in told
        assert "所有者以外" in refused(*command, "--lang", "ja")
    assert not Path("kifuda.db.checkpoint").exists()


@pytest.mark.parametrize(
    ("content", "told"), [(None, "No such file"), ("nothing", "a private key is written")]
)
def test_what_is_no_key_signs_nothing(content: str | None, told: str) -> None:
    if content is not None:
        Path("a.key").write_text(content)
        Path("a.key").chmod(0o600)
    message = refused("checkpoint", "--key", "a.key")
    assert "a.key is no private key" in message and told in message


# --- checkpoints -----------------------------------------------------------------------------------


def test_a_checkpoint_says_how_it_is_verified() -> None:
    vkey = new_key()
    done = kifuda("checkpoint", "--key", "kifuda.key")
    assert (done.status, done.err) == (0, "")
    assert f"kifuda.db.checkpoint: signed 12 records of {NAME}\n" in done.out
    assert f"kifuda verify --key {vkey}" in done.out
    assert Path("kifuda.db.checkpoint").read_text("utf-8").startswith(f"{NAME}\n12\n")


def test_a_log_is_continued_only_by_a_key_of_its_name() -> None:
    new_key()
    new_key("example.org/other", "other.key")
    kifuda("checkpoint", "--key", "kifuda.key")
    told = refused("checkpoint", "--key", "other.key")
    assert NAME in told and "example.org/other" in told


def test_a_log_with_findings_is_not_signed() -> None:
    new_key()
    vandalise(LOG, "DELETE FROM entry WHERE position = 4")
    done = kifuda("checkpoint", "--key", "kifuda.key")
    assert done.status == 1
    assert "positions 4 to 4 are missing" in done.out and "nothing was signed" in done.out
    assert not Path("kifuda.db.checkpoint").exists()


def test_without_a_log_there_is_nothing_to_sign_or_verify() -> None:
    new_key()
    LOG.unlink()
    assert "there is no log at kifuda.db" in refused("checkpoint", "--key", "kifuda.key")
    assert "there is no log at kifuda.db" in refused("verify")
    assert not LOG.exists()


# --- verification ----------------------------------------------------------------------------------


def test_a_sound_log() -> None:
    vkey = new_key()
    status, out = verified()
    assert status == 0
    assert "12 records re-hashed of 12; root " in out
    assert "no checkpoint beside the log" in out
    assert "so far as it can be seen without a key" in out
    kifuda("checkpoint", "--key", "kifuda.key")
    status, out = verified()
    assert (status, "not checked, name the verifier key" in out) == (0, True)
    status, out = verified("--key", vkey)
    assert status == 0
    assert f"checkpoint: {NAME}, size 12" in out
    assert "not yet covered: 0 records" in out
    assert f"signature by {NAME}+{VerifierKey.parse(vkey).id.hex()}: holds" in out
    assert out.endswith("nothing to complain about\n")


def test_a_log_that_lost_its_end() -> None:
    vkey = new_key()
    kifuda("checkpoint", "--key", "kifuda.key")
    vandalise(LOG, "DELETE FROM entry WHERE position >= 7")
    status, out = verified("--key", vkey)
    assert status == 1
    assert "7 records re-hashed of 7" in out
    assert "12 entries were signed, the log has 7; positions 7 to 11 are gone" in out
    assert out.endswith("1 finding\n")
    status, out = verified("--key", vkey, "--lang", "ja")
    assert (status, "位置 7 から 11 が失われた" in out) == (1, True)


def test_a_key_that_did_not_sign() -> None:
    new_key()
    other = new_key("example.org/other", "other.key")
    kifuda("checkpoint", "--key", "kifuda.key")
    status, out = verified("--key", other)
    assert status == 1
    assert "none of the keys has signed" in out and "does not count" in out


def test_a_key_without_a_checkpoint() -> None:
    status, out = verified("--key", new_key())
    assert status == 1
    assert "there is no checkpoint beside the log, so nothing is signed" in out


@pytest.mark.parametrize(
    ("given", "told"),
    [("nonsense", "NAME+ID+KEY"), ("PRIVATE+KEY+a+00000000+AA==", "this is the private key")],
)
def test_what_is_no_verifier_key(given: str, told: str) -> None:
    assert told in refused("verify", "--key", given)


def test_of_many_findings_the_first_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kifuda.cli.evidence.verify.FINDINGS_LISTED", 5)
    vandalise(LOG, "UPDATE entry SET command = 'x'", "UPDATE entry SET leaf = zeroblob(32)")
    status, out = verified()
    assert status == 1
    assert out.count("  position ") == 5
    assert "… and 19 more" in out and out.endswith("24 findings\n")


def test_every_finding_has_words() -> None:
    """The codes of findings are looked up in the source: none may be without a text."""
    folder = Path(events.seal.__file__).parent
    codes = {
        str(node.args[0].value)
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)
        if isinstance(node.func, ast.Name | ast.Attribute)
        and ast.unparse(node.func) in ("Finding", "self._find")
    }
    assert len(codes) > 10
    texts = load_texts(Path(cli.__file__).parent / "base" / "texts.toml")
    assert [code for code in codes | {"forged", "unsigned"} if f"verify.{code}" not in texts] == []


# --- a log that does not go on from what was signed ----------------------------------------------------


def test_a_log_that_lost_its_end_takes_nothing_more() -> None:
    new_key()
    kifuda("checkpoint", "--key", "kifuda.key")
    vandalise(LOG, "DELETE FROM entry WHERE position >= 7")
    Path("clean.kfd").write_text(CLEAN, "utf-8")
    told = refused("import", "clean.kfd")
    assert "the checkpoint signed 12 records, the log has 7" in told and "can be read" in told
    assert "新しい方の写し" in refused("import", "clean.kfd", "--lang", "ja")


def test_another_history_takes_nothing_more() -> None:
    new_key()
    kifuda("checkpoint", "--key", "kifuda.key")
    vandalise(LOG, "UPDATE entry SET leaf = zeroblob(32) WHERE position = 0")
    told = refused("simulate", "blade-rondo", "-n", "1")
    assert "its first 12 records are not those that the checkpoint signed" in told
    assert "署名された写し" in refused("simulate", "blade-rondo", "-n", "1", "--lang", "ja")


def test_an_unreadable_checkpoint_stops_writers() -> None:
    Path("kifuda.db.checkpoint").write_text("nothing")
    told = refused("simulate", "blade-rondo", "-n", "1")
    assert "its checkpoint cannot be read" in told and "move it away" in told
    assert "別の所へ移す" in refused("simulate", "blade-rondo", "-n", "1", "--lang", "ja")


# --- checkpoints by themselves -------------------------------------------------------------------------


def own_key() -> str:
    """Give the log its key; its verifier key."""
    done = kifuda("key", "new", "--name", NAME, "--log", LOG)
    assert done.status == 0 and "kifuda.db.key" in done.err
    return done.out.strip()


def test_a_key_beside_the_log_signs_what_is_imported_and_played() -> None:
    vkey = own_key()
    assert stat.S_IMODE(Path("kifuda.db.key").stat().st_mode) == 0o600
    Path("clean.kfd").write_text(CLEAN, "utf-8")
    assert kifuda("import", "clean.kfd").status == 0
    status, out = verified("--key", vkey)
    assert (status, "not yet covered: 0 records" in out) == (0, True)
    before = Path("kifuda.db.checkpoint").read_bytes()
    assert kifuda("import", "clean.kfd").status == 0
    assert Path("kifuda.db.checkpoint").read_bytes() == before, "nothing came"
    assert kifuda("simulate", "blade-rondo", "-n", 3).status == 0
    status, out = verified("--key", vkey)
    assert (status, "not yet covered: 0 records" in out) == (0, True)
    assert Path("kifuda.db.checkpoint").read_bytes() != before
    assert kifuda("checkpoint").status == 0


def test_a_key_that_is_named_signs_as_well() -> None:
    new_key()
    for environment in ({"KIFUDA_KEY": "kifuda.key"}, {}):
        named = () if environment else ("--key", "kifuda.key")
        assert (
            kifuda("simulate", "blade-rondo", "-n", 1, *named, "--log", "new.db", **environment).status == 0
        )
        assert Path("new.db.checkpoint").exists()
        Path("new.db.checkpoint").unlink()
    assert not Path("kifuda.db.checkpoint").exists()


def test_without_a_key_nothing_is_signed() -> None:
    assert kifuda("simulate", "blade-rondo", "-n", 1, "--log", "new.db").status == 0
    assert not Path("new.db.checkpoint").exists()
    told = refused("checkpoint")
    assert "no key for kifuda.db" in told and "KIFUDA_KEY" in told and "kifuda.db.key" in told
    assert "の鍵がない" in refused("checkpoint", "--lang", "ja")


def test_a_key_that_may_not_sign_stops_the_import_before_anything_is_written() -> None:
    own_key()
    assert kifuda("checkpoint").status == 0
    new_key("example.org/other", "other.key")
    new_key(NAME, "new.key")
    for file, told in (("other.key", "cannot continue"), ("new.key", "is not signed by")):
        assert told in refused("simulate", "blade-rondo", "-n", 1, "--key", file)
    Path("kifuda.db.key").chmod(0o640)
    assert "others than its owner" in refused("simulate", "blade-rondo", "-n", 1)
    assert "12 records re-hashed of 12" in verified()[1]
    assert kifuda("checkpoint", "--key", "new.key").status == 0, "a new key is taken up by hand"


def test_a_list_of_keys_that_cannot_be_read_is_told_before_there_is_a_key() -> None:
    Path("kifuda.db.keys").write_text("# players\nnobody\n")
    told = refused("key", "new", "--name", NAME, "--log", LOG)
    assert "kifuda.db.keys:2: a verifier key is written NAME+ID+KEY" in told
    assert not Path("kifuda.db.key").exists()


def test_a_key_has_one_place() -> None:
    assert "two places" in refused("key", "new", "--name", NAME, "-o", "a.key", "--log", LOG)
    own_key()
    assert "exists already" in refused("key", "new", "--name", NAME, "--log", LOG)
