"""Sentences of foreign logs: what each says, and that none is dropped."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.imports.ptcgl import read as reader
from analytics.imports.ptcgl.blocks import Skipped, blocks, cleaned, rows
from analytics.imports.ptcgl.statement import Grammar, Statement, reason_of
from tests.ptcgl.reading import HARBOUR

GRAMMAR = Grammar({"Mika": "A", "Tor's Crew": "B"})
SENTENCES = tomllib.loads(Path(reader.__file__).with_name("sentences.toml").read_text("utf-8"))["sentence"]


def statement_of(text: str) -> Statement:
    statement = GRAMMAR.read(text, line=1, top=True)
    assert statement is not None, text
    return statement


def test_the_sample_has_every_kind_of_sentence_and_none_that_is_not_understood() -> None:
    lines = [line for block in blocks(cleaned(HARBOUR), GRAMMAR) for line in block.lines]
    assert [line for line in lines if isinstance(line, Skipped)] == []
    kinds = {line.kind for line in lines if isinstance(line, Statement)}
    assert kinds == {sentence["kind"] for sentence in SENTENCES}
    assert kinds == set(reader.HANDLERS)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Mika drew a card.", ("draw", "A", "", 1)),
        ("Mika drew 3 cards.", ("draw", "A", "", 3)),
        ("Mika drew A card trick.", ("draw", "A", "A card trick", 1)),
        ("Tor's Crew played Mr. Cape to the Bench.", ("put", "B", "Mr. Cape", 1)),
        ("Tor's Crew played Path to the Peak.", ("play", "B", "Path to the Peak", 1)),
        ("Mika discarded Disk: Undo.", ("discard", "A", "Disk: Undo", 1)),
        ("Mika put a card on the bottom of their deck.", ("under deck", "A", "", 1)),
    ],
)
def test_who_does_what_with_which_card(text: str, facts: tuple[str, str, str, int]) -> None:
    statement = statement_of(text)
    assert (statement.kind, statement.who, statement.card, statement.number) == facts


@pytest.mark.parametrize("mark", ["'", "’"])
def test_an_owner_is_distinguished_from_a_name_with_an_apostrophe(mark: str) -> None:
    statement = statement_of(
        f"Tor{mark}s Crew{mark}s N{mark}s Fox used Night{mark}s Edge on Mika{mark}s Kit for 30 damage."
    )
    assert (statement.owner, statement.card, statement.word) == ("B", "N's Fox", "Night's Edge")
    assert (statement.other, statement.target, statement.number) == ("A", "Kit", 30)


def test_what_is_said_of_weakness_does_not_hide_the_attack() -> None:
    attack = "Mika's Fox used Bite on Tor's Crew's Kit for 40 damage."
    statement = statement_of(f"{attack} Tor's Crew's Kit took 20 more damage because of Fire Weakness.")
    assert (statement.kind, statement.target, statement.number) == ("attack", "Kit", 40)


@pytest.mark.parametrize("seats", [{"Rui": "A", "Rui's Kid": "B"}, {"Rui's Kid": "B", "Rui": "A"}])
def test_a_name_that_begins_with_another_is_read_whole(seats: dict[str, str]) -> None:
    statement = Grammar(seats).read("Rui's Kid's Fox used Bite.", line=1, top=True)
    assert statement is not None
    assert (statement.owner, statement.card) == ("B", "Fox")


@pytest.mark.parametrize(
    "text", ["Somebody drew a card.", "Mika danced.", "drew a card.", "Mika drew 12345678 cards", ""]
)
def test_what_no_form_fits_is_not_understood(text: str) -> None:
    assert GRAMMAR.read(text, line=1, top=True) is None


@pytest.mark.parametrize(
    ("words", "reason", "by"),
    [
        ("Opponent conceded", "concession", "other"),
        ("You conceded", "concession", "viewpoint"),
        ("Opponent was inactive for too long", "inactivity", "other"),
        ("You were inactive for too long", "inactivity", "viewpoint"),
        ("All Prize cards taken", "prizes", ""),
        ("Opponent took all of their Prize cards", "prizes", ""),
        (
            "Knocked Out all your opponent's Pokémon in play and took all your Prize cards",
            "prizes and nobody left",
            "",
        ),
        ("No Benched Pokémon for backup", "nobody left", ""),
        ("Knocked Out with no Benched Pokémon", "nobody left", ""),
        ("Opponent's deck ran out of cards", "deck out", ""),
        ("The moon fell down", "other", ""),
    ],
)
def test_why_a_match_ended(words: str, reason: str, by: str) -> None:
    assert reason_of(words) == (reason, by)


def test_lists_belong_to_the_sentence_above_them() -> None:
    found = list(rows("- Mika drew 3 cards.\n   • Emberkit, Emberfox\n\n   • Tide Bell\n"))
    assert [(row.line, row.top, row.cards) for row in found] == [
        (1, False, ("Emberkit", "Emberfox", "Tide Bell"))
    ]


def test_a_list_without_a_sentence_is_a_line_by_itself() -> None:
    (block,) = blocks("   • Emberkit\n", GRAMMAR)
    assert block.lines == (Skipped(1, "• Emberkit"),)


@given(st.text(max_size=400))
def test_every_line_of_any_text_comes_back(text: str) -> None:
    clean = cleaned(text)
    wanted = [line for line in clean.split("\n") if line.strip()]
    found = list(rows(clean))
    assert len(wanted) >= len(found)
    listed = sum(1 for line in wanted if line.strip().startswith("•"))
    assert len(found) >= len(wanted) - listed
    assert [row.line for row in found] == sorted({row.line for row in found})
