"""Bundles of views: they hold without what is hidden, tell nothing of it, and let single faces be opened."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.games.registry import RULESETS
from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Derived, Noted, Opened, Ruled
from events.seal.head_signing import seal
from events.seal.merkle import leaf
from events.view.view import PUBLIC, view
from kifuda.bots.dice import Dice
from kifuda.evidence import EvidenceError, view_secret
from kifuda.evidence.bundle import canonical as in_bytes
from kifuda.evidence.commitment import hidden, in_base64
from kifuda.evidence.make_view import bind, root, viewers
from tests.evidence.logs import (
    AT,
    KEEPER,
    MATCH,
    SECRET_FACE,
    TINY,
    Kept,
    altered,
    both,
    canonical,
    codes,
    keep,
    rewritten,
    write,
)
from tests.laws.hooks import HOOKS
from tests.laws.matches import matches
from tests.support.effort import LONG

RULES = RULESETS["blade-rondo@1.03"]
SECRET = f"{view_secret.HEAD}{'A' * 43}=\n"


def refusal(work: Callable[[], object]) -> str:
    """The code of the one error that this raises."""
    with pytest.raises(EvidenceError) as refused:
        work()
    return refused.value.code


# --- good ones -------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", viewers(RULES))
@pytest.mark.parametrize("private", [False, True])
def test_a_view_holds_without_what_it_hides(kept: Kept, viewer: str, private: bool) -> None:
    answer = both(kept.view(viewer, private=private))
    assert answer["findings"] == []
    assert (answer["viewer"], answer["rehashed"], answer["records"]) == (viewer, 8, 8)


def test_a_view_says_what_the_viewer_may_see(kept: Kept) -> None:
    for viewer in viewers(RULES):
        seen = view(TINY, RULES, PUBLIC if viewer == "public" else viewer)
        records = [record.partition("\n") for record in json.loads(kept.view(viewer))["records"]]
        assert [said for _, _, said in records] == [in_bytes(event).decode() for event, _ in seen]
        assert [json.loads(first)[2] for first, _, _ in records] == [cause for _, cause in seen]


def test_everybody_is_committed_to_the_same(kept: Kept) -> None:
    def commitments(viewer: str) -> list[str]:
        records = json.loads(kept.view(viewer))["records"]
        return [json.loads(record.partition("\n")[0])[3] for record in records]

    assert commitments("public") == commitments("A") == commitments("B")
    assert len(set(commitments("public"))) == 8


def test_what_is_hidden_is_not_in_the_bytes(kept: Kept) -> None:
    for viewer in ("public", "A"):
        data = kept.view(viewer, private=True).decode()
        assert SECRET_FACE not in data and "bluffs" not in data and "Ren holds" not in data
    assert SECRET_FACE in kept.view("B").decode()


def test_the_secret_is_nowhere(kept: Kept) -> None:
    own = view_secret.read(kept.path)
    forms = [
        own,
        own.hex().encode(),
        view_secret.secret_of(kept.path).read_bytes()[len(view_secret.HEAD) : -1],
    ]
    written = [kept.whole(), *(kept.view(viewer, private=True) for viewer in viewers(RULES))]
    for data in (kept.path.read_bytes(), *written):
        assert not any(form in data for form in forms)


# --- opening ---------------------------------------------------------------------------------------


def test_one_face_is_opened_for_somebody_else(kept: Kept) -> None:
    opening = kept.opened(1, "A.1")
    assert b"BR-002" not in opening and SECRET_FACE.encode() not in opening
    for viewer in viewers(RULES):
        shown = both(kept.view(viewer), openings=[opening])
        assert codes(shown) == []
        assert shown["opened"] == [{"seq": 1, "where": "changes[0], A.1", "face": "BR-001"}]


def test_the_private_part_can_be_dropped_in_any_part(kept: Kept) -> None:
    data = kept.view("A", private=True)
    parts = json.loads(data)["private"]
    faces = [(part["seq"], face[2]) for part in parts for face in part["faces"]]
    assert faces == [(1, "BR-001"), (2, "BR-002")]
    for left in range(len(parts)):
        kept_parts = parts[:left] + parts[left + 1 :]
        assert codes(both(altered(data, private=kept_parts))) == []
    bare = [part | {"faces": []} for part in parts]
    assert codes(both(altered(data, private=bare))) == []
    assert altered(data, private=None) == kept.view("A")


def lie(opening: bytes, **fields: Any) -> bytes:
    return canonical(json.loads(opening) | fields) + b"\n"


LIES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "another face": ({"face": "BR-009"}, ["face"]),
    "another salt": ({"face_salt": "A" * 43 + "="}, ["face"]),
    "a salt cut short": ({"face_salt": "AAAA"}, ["opening-form"]),
    "another event": ({"seq": 2}, ["opening"]),
    "no event": ({"seq": 8}, ["opening-seq"]),
    "before the first": ({"seq": -1}, ["opening-seq"]),
    "another skeleton": ({"skeleton": "{}"}, ["opening"]),
    "no skeleton": ({"skeleton": "["}, ["opening-form"]),
    "a skeleton of another form": ({"skeleton": '{"changes":[1]}'}, ["opening-form"]),
    "another index": ({"index": 1}, ["face"]),
    "no index": ({"index": 2}, ["face-index"]),
    "another match": ({"match": "before"}, ["opening-elsewhere"]),
    "another log": ({"origin": "example.org/other"}, ["opening-elsewhere"]),
}


@pytest.mark.parametrize("kind", LIES)
def test_a_lie_is_not_opened(kept: Kept, kind: str) -> None:
    fields, found = LIES[kind]
    answer = both(kept.view("public"), openings=[lie(kept.opened(1, "A.1"), **fields)])
    assert codes(answer) == found
    assert answer["opened"] == []


@pytest.mark.parametrize(
    ("opening", "code"),
    [(b"", "not-json"), (b"{}\n", "form"), (b'{"format":"kifuda-opening/v2"}\n', "unknown-format")],
)
def test_what_is_no_opening(kept: Kept, opening: bytes, code: str) -> None:
    assert both(kept.view("public"), openings=[opening]) == {"unreadable": code}
    assert both(kept.view("public"), openings=[lie(kept.opened(1, "A.1"), more=1)]) == {"unreadable": "form"}


@pytest.mark.parametrize(
    ("seq", "which", "code"),
    [
        (1, "B.1", "no-such-face"),
        (1, "7", "no-such-face"),
        (5, "0", "not-openable"),
        (99, "0", "not-openable"),
    ],
)
def test_what_the_holder_cannot_open(kept: Kept, seq: int, which: str, code: str) -> None:
    assert refusal(lambda: kept.opened(seq, which)) == code


PART = {"seq": 1, "salt": "", "skeleton": "{}", "faces": []}


@pytest.mark.parametrize(
    "part",
    [
        1,
        {},
        PART | {"seq": "1"},
        PART | {"seq": True},
        PART | {"more": 1},
        PART | {"faces": {}},
        PART | {"faces": [1]},
        PART | {"faces": [[0, ""]]},
        PART | {"faces": [[0, "", 1]]},
        PART | {"faces": [["0", "", ""]]},
        PART | {"faces": [[True, "", ""]]},
    ],
)
def test_a_private_part_of_another_form(kept: Kept, part: Any) -> None:
    assert both(altered(kept.view("A"), private=[part])) == {"unreadable": "form"}
    assert codes(both(altered(kept.view("A"), private=[PART]))) == ["opening-form"]


# --- damage ----------------------------------------------------------------------------------------


def records(change: Callable[[list[str]], list[str]]) -> Callable[[bytes], bytes]:
    return lambda data: altered(data, records=change(json.loads(data)["records"]))


def roots(change: Callable[[dict[str, Any]], Any]) -> Callable[[bytes], bytes]:
    """The bundle with other roots in the entry that binds it, for which the proof is then none."""

    def spoil(data: bytes) -> bytes:
        first, _, second = json.loads(data)["entry"].partition("\n")
        event = json.loads(second)
        event["text"] = canonical(change(json.loads(event["text"]))).decode()
        return altered(data, entry=f"{first}\n{canonical(event).decode()}")

    return spoil


def remark(data: bytes) -> bytes:
    """The bundle with its roots in a remark, which anybody may have had written into the log."""
    return altered(data, entry=json.loads(data)["entry"].replace('"topic":"views"', '"topic":"comment"'))


DAMAGE: dict[str, tuple[Callable[[bytes], bytes], set[str]]] = {
    "a face shown that is another": (
        records(lambda r: [*r[:2], r[2].replace("A.2", "A.9"), *r[3:]]),
        {"link", "root"},
    ),
    "a commitment changed": (records(lambda r: [r[0].replace('"]', '0"]', 1), *r[1:]]), {"link", "root"}),
    "a record missing": (records(lambda r: [*r[:3], *r[4:]]), {"order", "link", "count"}),
    "the end missing": (records(lambda r: r[:-1]), {"count"}),
    "records reordered": (records(lambda r: [r[0], r[2], r[1], *r[3:]]), {"order", "link", "root"}),
    "a duplicate": (records(lambda r: [r[0], *r]), {"duplicate", "order", "count"}),
    "no beginning of its own": (
        records(lambda r: ['[""' + r[0][r[0].index(",") :], *r[1:]]),
        {"link", "root"},
    ),
    "no record": (records(lambda r: ["[]\n{}", *r[1:]]), {"entry-form", "link", "root"}),
    "no records": (records(lambda r: []), {"no-entries", "count"}),
    "another viewer": (lambda data: altered(data, viewer="public"), {"root"}),
    "nobody's view": (lambda data: altered(data, viewer="C"), {"viewer"}),
    "another match": (lambda data: altered(data, match="before"), {"another-match", "slip-origin"}),
    "no entry": (lambda data: altered(data, entry="entry"), {"entry-form", "roots-form", "unproven"}),
    "no roots": (roots(lambda said: []), {"roots-form", "unproven"}),
    "roots of another form": (roots(lambda said: {"A": 1}), {"roots-form", "unproven"}),
    "a root cut": (roots(lambda said: said | {"A": [8, "AAAA"]}), {"roots-form", "unproven"}),
    "other roots": (roots(lambda said: said | {"A": said["B"]}), {"root", "unproven"}),
    "roots in a remark": (remark, {"roots-form", "unproven"}),
    "another count": (roots(lambda said: said | {"A": [9, said["A"][1]]}), {"count", "covers", "unproven"}),
    "an empty private part": (lambda data: altered(data, private=[]), set()),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_found(kept: Kept, kind: str) -> None:
    damage, found = DAMAGE[kind]
    answer = both(damage(kept.view("A")))
    assert answer == {"unreadable": "form"} if not found else set(codes(answer)) == found


def test_the_entry_of_another_match_binds_nothing(kept: Kept) -> None:
    other = json.loads(kept.view("A", match="before"))
    data = altered(kept.view("A"), entry=other["entry"], proof=other["proof"])
    assert set(codes(both(data))) == {"another-match", "root"}


# --- nothing is told -------------------------------------------------------------------------------


def masked(data: bytes) -> Any:
    """A bundle without the hashes, salts and signatures that may differ."""
    found = json.loads(data)
    for index, record in enumerate(found["records"]):
        first, _, second = record.partition("\n")
        _, seq, cause, _ = json.loads(first)
        found["records"][index] = (seq, cause, second)
    for part in found.get("private", []):
        skeleton = json.loads(part["skeleton"])
        for spot in hidden(skeleton):
            spot.held[spot.key] = ""
        part["skeleton"] = canonical(skeleton).decode()
        part["salt"] = ""
        part["faces"] = [(index, face) for index, _, face in part["faces"]]
    header, _, event = found["entry"].partition("\n")
    entry = json.loads(header)
    roots = {viewer: count for viewer, (count, _) in json.loads(json.loads(event)["text"]).items()}
    return found | {"entry": (entry[0], entry[2:-1], roots), "proof": "", "digest": "", "slip": ""}


def kept_apart(folder: Path, derived: Sequence[Derived]) -> Kept:
    """A match in a log of its own, by a secret that is the same for all."""
    folder.mkdir()
    path = folder / "kifuda.db"
    view_secret.secret_of(path).write_text(SECRET)
    view_secret.secret_of(path).chmod(0o600)
    return keep(path, derived)


def played_of(ruleset: str) -> Sequence[tuple[Derived, ...]]:
    """The matches of a ruleset that are kept; where time is short, the shortest one."""
    found = matches(ruleset, next(iter(RULESETS[ruleset].sets)), 1)
    return found if LONG else [min(found, key=len)]


@pytest.fixture(scope="module")
def kept_matches(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[Kept]]:
    """The matches of a ruleset, each kept once for all who view it."""

    @cache
    def kept_of(ruleset: str) -> list[Kept]:
        folder = tmp_path_factory.mktemp("kept")
        return [
            kept_apart(folder / f"{number}", derived) for number, derived in enumerate(played_of(ruleset))
        ]

    return kept_of


VIEWED = [(name, viewer) for name, rules in RULESETS.items() for viewer in viewers(rules)]


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("ruleset", "viewer"), VIEWED)
def test_matches_that_look_the_same_give_bundles_that_differ_in_hashes_alone(
    tmp_path: Path, kept_matches: Callable[[str], list[Kept]], ruleset: str, viewer: str
) -> None:
    tried = 0
    rules = RULESETS[ruleset]
    by = PUBLIC if viewer == "public" else viewer
    played = played_of(ruleset)
    for number, (derived, kept) in enumerate(zip(played, kept_matches(ruleset), strict=True)):
        data = kept.view(viewer, private=True)
        shown = {face for event, _ in view(derived, rules, by) for face in faces(event)}
        secrets = {face for event, _ in derived for face in faces(event)} - shown - {""}
        assert secrets or ruleset != RULES.id  # Elsewhere every face may have been seen on some card.
        told = json.loads(data)
        del told["records"][0]  # The opening names the decks, which are open to all.
        for part in ("records", "entry", "private"):
            text = canonical(told.get(part, [])).decode().replace("\\", "")
            assert [face for face in secrets if f'"{face}"' in text] == []
        for how, twin in HOOKS[rules.game].twins(rules, derived, by, Dice("evidence", number)):
            other = kept_apart(tmp_path / f"{number} {how} {tried}", twin).view(viewer, private=True)
            assert masked(other) == masked(data), how
            tried += other != data
    assert tried > len(played)


def test_an_opening_that_tells_more_is_noticed(
    tmp_path: Path, kept_matches: Callable[[str], list[Kept]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a hidden card bears the name that the viewer calls it by must not show in what it can open."""
    monkeypatch.setattr("kifuda.evidence.openable_faces._AlwaysVisible.allows", lambda self, seen: True)
    with pytest.raises(AssertionError, match=r"records|private"):
        test_matches_that_look_the_same_give_bundles_that_differ_in_hashes_alone(
            tmp_path, kept_matches, RULES.id, "A"
        )


def faces(event: Any) -> list[str]:
    """All faces in an event."""
    return [str(spot.value) for spot in hidden(json.loads(in_bytes(event)))]


def test_what_others_see_cannot_be_tried_out_by_its_root(kept: Kept) -> None:
    """Whoever guesses all that B sees, and knows every commitment, still cannot tell that it is right."""
    records = {viewer: json.loads(kept.view(viewer))["records"] for viewer in viewers(RULES)}
    entry = json.loads(kept.view("A"))["entry"].partition("\n")[2]
    said = json.loads(json.loads(entry)["text"])["B"]
    starts = {viewer: json.loads(lines[0].partition("\n")[0])[0] for viewer, lines in records.items()}
    assert len(set(starts.values())) == 3
    assert not any(starts["B"] in kept.view(viewer, private=True).decode() for viewer in ("public", "A"))
    for start in ("", starts["A"], starts["public"], starts["B"]):
        prev, guessed = start, []
        for record in records["B"]:
            first, _, second = record.partition("\n")
            guessed.append(canonical([prev, *json.loads(first)[1:]]) + b"\n" + second.encode())
            prev = leaf(guessed[-1]).hex()
        assert ([8, in_base64(root(guessed))] == said) == (start == starts["B"])


# --- binding ---------------------------------------------------------------------------------------


def test_views_are_bound_once(tmp_path: Path) -> None:
    kept = keep(tmp_path / "kifuda.db")
    with SqliteLog(kept.path, writing=True) as log:
        size = log.size
        assert bind(log, kept.path, MATCH, AT + 1) is None
        assert log.size == size
        count = log.count(MATCH)
        event = log.entry(MATCH, count - 1).entry.event
        assert type(event) is Noted and event.topic == "views"
        assert set(json.loads(event.text)) == set(viewers(RULES))


def test_what_is_ruled_later_is_bound_anew(tmp_path: Path) -> None:
    kept = keep(tmp_path / "kifuda.db")
    with SqliteLog(kept.path, writing=True) as log:
        ruled = Pending(Ruled("warning", by="judge"))
        log.append(MATCH, [ruled], expected=9, command="ruled", at=AT)
        assert refusal(lambda: kept.whole()) == "uncovered"
        assert codes(both(kept.view("A"))) == []  # Of the match as it was when it was bound.
        assert bind(log, kept.path, MATCH, AT) is not None
    seal(kept.path, KEEPER)
    answer = both(kept.view("A", private=True))
    assert (codes(answer), answer["rehashed"]) == ([], 10)
    events = [json.loads(record.partition("\n")[2]) for record in json.loads(kept.view("A"))["records"]]
    assert events[8] == {"kind": "Noted", "text": "", "topic": "views"}
    assert codes(both(kept.whole())) == []


def test_what_has_not_ended_is_not_bound(tmp_path: Path) -> None:
    path = tmp_path / "kifuda.db"
    with SqliteLog(path, writing=True) as log:
        write(log, MATCH, TINY[:-1])
        assert refusal(lambda: bind(log, path, MATCH, AT)) == "unfinished"
    assert not view_secret.secret_of(path).exists()


def test_without_the_rules_nobody_knows_who_sees_what(tmp_path: Path) -> None:
    path = tmp_path / "kifuda.db"
    opened = TINY[0][0]
    assert type(opened) is Opened
    with SqliteLog(path, writing=True) as log:
        write(log, MATCH, [(replace(opened, edition="0.1"), None), *TINY[1:]])
        assert refusal(lambda: bind(log, path, MATCH, AT)) == "no-rules"


def test_a_view_needs_binding_a_viewer_and_the_secret(tmp_path: Path) -> None:
    kept = keep(tmp_path / "kifuda.db")
    assert refusal(lambda: kept.view("A", match="behind")) == "unbound"
    assert refusal(lambda: kept.view("C")) == "no-viewer"
    own = view_secret.secret_of(kept.path)
    own.chmod(0o640)
    assert refusal(lambda: kept.view("A")) == "secret-exposed"
    own.chmod(0o600)
    own.write_text("secret")
    assert refusal(lambda: kept.view("A")) == "bad-secret"
    own.write_text(SECRET)
    assert refusal(lambda: kept.view("A")) == "other-roots"
    own.unlink()
    assert refusal(lambda: kept.view("A")) == "no-secret"


def test_a_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "kifuda.db"
    made = view_secret.make(path)
    assert len(made) == 32
    assert view_secret.secret_of(path).stat().st_mode & 0o777 == 0o600
    assert view_secret.make(path) == view_secret.read(path) == made
    assert [file.name for file in tmp_path.iterdir()] == ["kifuda.db.secret"]


def test_a_digest_alone_does_not_save_a_view(kept: Kept) -> None:
    found = json.loads(kept.view("A"))
    assert rewritten(found) == kept.view("A")
