"""Files of any content: what comes back is a tournament, or problems with places, never a traceback."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics.imports.formats.decklist_cache import FORMAT
from analytics.imports.formats.format import Options, TournamentFormat
from analytics.imports.formats.registry import formats, recognise
from analytics.imports.problem import BadFile
from analytics.imports.source import Source
from analytics.imports.tournament import SEATS
from analytics.imports.writing.tournament_events import File, Import, normalised, notes, result_events
from analytics.tournaments.compare import compare
from analytics.tournaments.table import table
from events.model.codec import canonical
from tests.analytics.imports.samples import FILES, SAMPLES
from tests.support import effort

NAMES = [name for names in FILES for name in names]
TOKENS = [b"null", b"[]", b"{}", b'"x"', b"-1", b"1e999", b"99999999999999999999", b'"\\ud800"', b"\xff"]
TOKENS += [b"\x00", b'"', b"<", b">", b"&", b"/>", b"\n", b",", b"\xe3\x81\x82", b"e\xcc\x81", b"0", b"true"]


def check(data: bytes, format: TournamentFormat) -> None:
    """Read, and if something comes of it, count it and turn it into events that a log takes."""
    try:
        reading = format.read([Source("file", data)], Options(game="g", name="n"))
    except BadFile as error:
        for language in ("en", "ja"):
            assert error.say(language).startswith("file")
        return
    tournament = normalised(reading.tournament)
    known = {player.id for player in tournament.players}
    for _, pairing in tournament.pairings():
        assert known.issuperset(pairing.players) and len(set(pairing.players)) == len(pairing.players)
        assert 1 <= len(pairing.players) <= len(SEATS)
        assert pairing.winner is None or pairing.winner < len(pairing.players)
    table(tournament)
    compare(tournament)
    for result in result_events(tournament):
        for event in (result.opened, *result.rest):
            canonical(event)
    for note in notes(tournament, Import("0", "x", (File("a", "0", "0"),))):
        canonical(note)
    for problem in reading.problems:
        assert problem.place or problem.file


def mutated(data: bytes, chance: Random) -> bytes:
    """The bytes with a few pieces cut out, doubled, or replaced by something unlikely."""
    for _ in range(chance.randint(1, 4)):
        begin = chance.randrange(len(data) + 1)
        end = min(len(data), begin + chance.choice((0, 1, 2, 5, 20, 200)))
        new = chance.choice((b"", chance.choice(TOKENS), data[begin:end] * 2))
        data = data[:begin] + new + data[end:]
    return data


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=effort.examples(60), deadline=None)
@given(st.integers(0, 2**32))
def test_a_mutated_file_is_read_or_refused(name: str, seed: int) -> None:
    data = mutated((SAMPLES / name).read_bytes(), Random(seed))
    for format in formats():
        if isinstance(format, TournamentFormat) and (
            format is recognise(Source("file", data)) or seed % 7 == 0
        ):
            check(data, format)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**20) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


DECKS = st.fixed_dictionaries({"Player": st.text(max_size=2), "Mainboard": VALUES})
LINES = st.fixed_dictionaries(
    {"Player": st.sampled_from("abc"), "Rank": st.integers(1, 3), "OMWP": st.floats()}
)


@settings(max_examples=effort.examples(150), deadline=None)
@given(
    st.fixed_dictionaries(
        {
            "Tournament": st.fixed_dictionaries({"Name": st.text(max_size=3) | VALUES, "Date": VALUES}),
            "Decks": VALUES
            | st.lists(st.fixed_dictionaries({"Player": st.text(max_size=2), "Mainboard": VALUES})),
            "Rounds": st.lists(
                st.fixed_dictionaries(
                    {
                        "RoundName": st.sampled_from(["Round 1", "1", "Finals", "Top 8", "x", ""]) | VALUES,
                        "Matches": VALUES
                        | st.lists(
                            st.fixed_dictionaries(
                                {
                                    "Player1": st.sampled_from("abc") | VALUES,
                                    "Player2": st.sampled_from(["a", "b", "-", "", None]) | VALUES,
                                    "Result": st.from_regex(r"[0-3]-[0-3]-[0-3]", fullmatch=True) | VALUES,
                                }
                            ),
                            max_size=4,
                        ),
                    }
                ),
                max_size=3,
            ),
            "Standings": VALUES
            | st.lists(
                st.fixed_dictionaries(
                    {"Player": st.sampled_from("abc"), "Rank": st.integers(1, 3), "OMWP": st.floats()}
                ),
                max_size=3,
            ),
        }
    )
)
def test_json_of_the_right_shape_with_the_wrong_values(value: object) -> None:
    check(json.dumps(value).encode(), FORMAT)


def test_the_samples_are_all_here() -> None:
    assert sorted(path.relative_to(SAMPLES).as_posix() for path in Path(SAMPLES).rglob("*.*")) == sorted(
        NAMES
    )
