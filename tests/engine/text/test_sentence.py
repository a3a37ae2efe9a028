"""One sentence for each event: every event of matches played by chance is told in its own words.

Whether the sentences are good prose no test can say; these show that nothing is missing from them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
import pytest

from engine.audit.coverage import game_folder
from engine.games.registry import RULESETS
from engine.kernel.bilingual import Bilingual
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from engine.text.messages import LANGUAGES, retraction_in_both
from engine.text.phrase import KERNEL, NOT_GIVEN, find
from engine.text.sentence import clause_text, sentence, text_key, trail, trail_line
from events.model import kinds
from events.model.changes import Create, Grant, Know, Move, Set, Step
from events.model.kinds import AnyEvent, Derived, Determined, Event, Happened, Retracted
from tests.engine.random_match import events

ENGINE = Path(__file__).parents[3] / "engine"
RULES = RULESETS["blade-rondo@1.03"]
SEEDS = range(6)
LEFTOVERS = re.compile(r"[{}<>]|None|" + NOT_GIVEN)
KANA_OR_KANJI = re.compile(r"[぀-ヿ一-鿿]")


def worlds() -> Iterator[tuple[Ruleset, str]]:
    """Every game with each of its card sets that can be dealt."""
    for rules in RULESETS.values():
        yield from ((rules, cards) for cards in rules.sets if rules.sets[cards].pool)


def told(derived: list[Derived]) -> Iterator[tuple[AnyEvent, Table]]:
    """Each event with the table before it. The table moves on when the next one is taken."""
    table = Table()
    for event, _ in derived:
        yield event, table
        table.apply(event)


# --- nothing is missing ------------------------------------------------------------------------------


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("rules", "cards"), list(worlds()), ids=lambda value: getattr(value, "id", value))
@pytest.mark.parametrize("seed", SEEDS)
def test_every_event_of_a_match_has_a_sentence_of_its_own(rules: Ruleset, cards: str, seed: int) -> None:
    for event, before in told(events(rules, cards, seed)):
        assert not text_key(event, rules).startswith("fallback."), event
        for language in LANGUAGES:
            text = sentence(event, before, rules, language)
            assert not LEFTOVERS.search(text), text
            assert text[-1] in ".。", text
        assert KANA_OR_KANJI.search(sentence(event, before, rules, "ja"))


@pytest.mark.parametrize(("rules", "cards"), list(worlds()), ids=lambda value: getattr(value, "id", value))
def test_every_term_of_an_event_has_a_word_in_both_languages(rules: Ruleset, cards: str) -> None:
    tracks = {track.id for track in rules.tracks}
    for seed in SEEDS:
        for event, before in told(events(rules, cards, seed)):
            for group, word in terms(event, before):
                known = find(rules, f"{group}.{word}") or (group == "quantity" and word in tracks)
                assert known, f"{group}.{word} in {event}"


def terms(event: AnyEvent, before: Table) -> Iterator[tuple[str, str]]:
    """(group, word) of everything in an event that is neither a number nor a card."""
    match event:
        case Determined():
            yield "quantity", event.quantity
            yield from (
                ("quantity", s.source) for s in event.trail if s.source and s.source not in before.face
            )
        case kinds.Declared() | kinds.Chose():
            yield from (("word", word) for word in event.words)
        case kinds.Ended(span="match"):
            yield "reason", event.reason
        case kinds.Shuffled():
            yield "how", event.how
    for change in getattr(event, "changes", ()):
        if isinstance(change, Grant) and change.operation in ("add", "times", "become"):
            yield from (("quantity", change.quantity), ("until", change.until))


def test_every_consequence_that_the_engine_names_has_a_sentence() -> None:
    """Read off the source, since chance does not reach them all."""
    named = list(literals("Happened", "Failed", "Resolved", "Paid", "Triggered"))
    assert len(named) > 20
    lacking = [
        (key, line)
        for (kind, words), line in named
        if not any(
            (key := f"{GROUP[kind]}.{' '.join(words[:n])}") in {**KERNEL, **own_texts(line)}
            for n in (1, len(words))
        )
    ]
    assert lacking == []


GAMES = {game_folder(rules).name: rules for rules in RULESETS.values()}


def own_texts(where: str) -> Mapping[str, Bilingual]:
    """The texts of the game in whose folder something stands; none outside of games."""
    parts = Path(where).parts
    return GAMES[parts[1]].texts if parts[0] == "games" and parts[1] in GAMES else {}


def of_installed(path: Path) -> bool:
    """Whether a file of the engine belongs to no game, or to one that can be played."""
    parts = path.relative_to(ENGINE).parts
    return parts[0] != "games" or len(parts) == TOP or parts[1] in GAMES


TOP = 2
"""Steps to a file that lies beside the games."""


GROUP = {
    "Happened": "event",
    "Failed": "failed",
    "Resolved": "resolved",
    "Paid": "paid",
    "Triggered": "triggered",
}
TOLD_BY = {"Happened": (0,), "Failed": (0, 2), "Resolved": (0,), "Paid": (1,), "Triggered": (1,)}
"""Positions of the words that choose the sentence."""


def literals(*called: str) -> Iterator[tuple[tuple[str, tuple[str, ...]], str]]:
    """(kind, words) of every event that is built with its words spelled out, and where."""
    for path in filter(of_installed, sorted(ENGINE.rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=kind), args=args) if kind in called:
                    words = [args[at] for at in TOLD_BY[kind] if at < len(args)]
                    if words and all(isinstance(w, ast.Constant) and isinstance(w.value, str) for w in words):
                        yield (
                            (kind, tuple(str(ast.literal_eval(w)) for w in words)),
                            f"{path.relative_to(ENGINE)}:{node.lineno}",
                        )


def every_kind() -> list[type[Event]]:
    """All kinds of events that can be stored."""
    return [
        kind for kind in vars(kinds).values() if isinstance(kind, type) and kind in kinds.AnyEvent.__args__
    ]


@pytest.mark.parametrize("kind", every_kind(), ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("rules", [RULES, None], ids=["installed", "not installed"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_nobody_knows_are_shown_as_they_are(
    kind: type[Event], rules: Ruleset | None, language: str
) -> None:
    event = strange(kind)
    text = sentence(event, None, rules, language)
    assert not re.search(r"[{}]|None", text)
    for field in ("what", "verb", "quantity", "remedy", "act", "why", "text"):
        if field in kind.__struct_fields__:
            assert "blorp" in text, text


def strange(kind: type[Event]) -> AnyEvent:
    """An event of this kind in which every word is unheard of."""
    values = {str: "blorp", int: 7, bool: False, int | None: 7, dict[str, str]: {"X": "Xi", "Y": "Yo"}}
    filled = {
        field.name: values.get(field.type, {} if "dict" in str(field.type) else ())
        for field in msgspec.structs.fields(kind)
    }
    return kind(**filled)  # type: ignore[return-value]  # one of AnyEvent by construction


# --- what they say -----------------------------------------------------------------------------------


def table(**faces: str) -> Table:
    """A table with these instances (``A_3="BR-001"``) in the play area of their owner."""
    made = Table()
    changes = tuple(Create(ref.replace("_", "."), face, f"play.{ref[0]}") for ref, face in faces.items())
    life = tuple(Set("life", seat, 15) for seat in "AB")
    made.apply(Happened("set up", "table", (), changes=(*changes, *life)))
    return made


def both(event: AnyEvent, before: Table) -> tuple[str, str]:
    return sentence(event, before, RULES, "en"), sentence(event, before, RULES, "ja")


def test_damage_tells_card_amount_and_life() -> None:
    hit = Happened("damage", "B", ("BR-5.2-12",), 3, "A.3", (Set("life", "B", 12),))
    assert both(hit, table(A_3="BR-001")) == (
        "B takes 3 damage: 斬撃剣, life 15 → 12.",
        "Bは3ダメージを受ける：斬撃剣、ライフ15→12。",
    )


def test_damage_without_a_known_cause_leaves_the_cause_out() -> None:
    hit = Happened("damage", "B", ("BR-5.2-12",), 3)
    assert both(hit, table()) == ("B takes 3 damage.", "Bは3ダメージを受ける。")


def test_a_face_that_nobody_saw_is_not_told() -> None:
    down = kinds.Declared("B", "set", ("B.2",))
    assert both(down, table(B_2="")) == (
        "B lays ?? face down as a 布石 (response).",
        "Bは??を布石として伏せる。",
    )


def test_a_face_that_the_act_itself_makes_known_is_told() -> None:
    opened = kinds.Chose("B", "reveal", ("B.2",), changes=(Know("B.2", "BR-020"),))
    assert sentence(opened, table(B_2=""), RULES, "en") == "B answers with 霧紡ぎのパール."


def test_copies_are_counted() -> None:
    moved = Happened(
        "responses return", "B", (), 3, changes=tuple(Move(f"B.{n}", "play.B", "hand.B") for n in (1, 2, 3))
    )
    before = table(B_1="BR-020", B_2="", B_3="")
    assert sentence(moved, before, RULES, "en").endswith("go back: 霧紡ぎのパール, ?? ×2 to B's hand.")


def test_players_are_named_where_their_names_are_known() -> None:
    passed = kinds.Passed("A", "pass")
    assert sentence(passed, table(), RULES, "en", players={"A": "Aoi"}) == "A (Aoi) passes."
    assert sentence(passed, table(), RULES, "ja", players={"A": "葵"}) == "A（葵）はパス。"


def test_a_draw_names_no_winner() -> None:
    drawn = kinds.Ended("match", winner="", reason="both at 0")
    assert both(drawn, table()) == (
        "The match ends in a draw: both at life 0.",
        "対戦終了：引き分け（双方ライフ0）。",
    )


# --- computations ------------------------------------------------------------------------------------


def computed(*steps: tuple[str, int, str], value: int) -> Determined:
    trail_of = tuple(Step(operation, number, source, "BR-5.2-6") for operation, number, source in steps)
    return Determined("attack power", "A", value, trail_of, ("BR-5.2-6",))


@pytest.mark.parametrize(
    ("steps", "value", "line"),
    [
        ([("base", 3, "ATK")], 3, "3 ATK"),
        (
            [("base", 3, "ATK"), ("add", 2, "A.14"), ("add", -1, "B.9")],
            4,
            "3 ATK + 2 陽光導くカンタータ − 1 ?? = 4",
        ),
        (
            [("base", 3, "ATK"), ("add", 2, "A.14"), ("times", 2, "")],
            10,
            "(3 ATK + 2 陽光導くカンタータ) × 2 = 10",
        ),
        ([("base", 3, "ATK"), ("times", 2, ""), ("times", 2, "")], 12, "3 ATK × 2 × 2 = 12"),
        (
            [("base", 5, "ATK"), ("add", 2, "A.14"), ("divide", 2, "")],
            3,
            "(5 ATK + 2 陽光導くカンタータ) ÷ 2 = 3",
        ),
        ([("base", -2, "ATK"), ("floor", 0, "")], 0, "−2 ATK → 0 (not lower)"),
        ([("base", 9, "ATK"), ("become", 1, "A.14")], 1, "9 ATK → 1 (陽光導くカンタータ)"),
    ],
)
def test_a_computation_is_told_in_one_line(steps: list[tuple[str, int, str]], value: int, line: str) -> None:
    event = computed(*steps, value=value)
    before = table(A_14="BR-014", B_9="")
    assert trail_line(event, before, RULES, "en") == f"{line} [BR-5.2-6]"
    assert sentence(event, before, RULES, "en") == f"Attack power of A: {line}."


def test_every_step_is_told_with_its_clause() -> None:
    event = computed(("base", 3, "ATK"), ("add", -1, "A.14"), ("floor", 2, ""), value=2)
    before = table(A_14="BR-014")
    assert trail(event, before, RULES, "en") == [
        "3 ATK [BR-5.2-6]",
        "−1 陽光導くカンタータ [BR-5.2-6]",
        "not below 2 [BR-5.2-6]",
    ]
    assert trail(event, before, RULES, "ja") == [
        "3（攻撃力） [BR-5.2-6]",
        "−1（陽光導くカンタータ） [BR-5.2-6]",
        "下限2 [BR-5.2-6]",
    ]


def test_the_line_of_every_computation_in_a_match_comes_to_its_value() -> None:
    """The numbers and signs of the line, computed again from left to right, give the recorded value."""
    checked = 0
    for seed in SEEDS:
        for event, before in told(events(RULES, "mixed", seed)):
            if isinstance(event, Determined):
                line = trail_line(event, before, RULES, "en").partition(" [")[0]
                assert recomputed(line) == event.value, line
                checked += 1
    assert checked > 100


def recomputed(line: str) -> int:
    """What a line of sums and floors comes to."""
    sums = re.sub(r"\([^()]*\)|[^−±+×→=\d ]", "", line.partition(" = ")[0]).replace("±", "+")
    value = 0
    for part in re.findall(r"(?:^|[−+×→])\s*−?\d+", sums):
        sign, number = part[0], int(part.lstrip("+×→ ").replace("−", "-").replace(" ", ""))
        value = value * number if sign == "×" else number if sign == "→" else value + number
    return value


# --- clauses -----------------------------------------------------------------------------------------


def test_a_clause_is_told_in_both_languages() -> None:
    clause = RULES.clauses["BR-5.2-6"]
    assert [clause_text(RULES, "BR-5.2-6", language) for language in LANGUAGES] == [clause.en, clause.ja]


@pytest.mark.parametrize("rules", [RULES, None])
def test_a_clause_that_the_rules_do_not_have_is_said_to_be_missing(rules: Ruleset | None) -> None:
    assert clause_text(rules, "XY-1", "en") == "XY-1 is no clause of the rules at hand"
    assert "XY-1" in clause_text(rules, "XY-1", "ja")


def test_a_clause_on_which_the_documents_are_silent_names_the_setting_that_decides() -> None:
    """With the value of the match, else the proposed one."""
    rules = RULESETS["aquarian-age@2005-11-22"]
    clause = rules.clauses["AA-OP-6"]
    said = clause_text(rules, clause.id, "en")
    assert said.startswith(clause.en) and "silent here; the setting same_name_in_territory = refused" in said
    other = clause_text(rules, clause.id, "ja", settings={"same_name_in_territory": "free"})
    assert other.startswith(clause.ja) and "same_name_in_territory = free" in other
    assert clause_text(rules, "AA-base-10-3", "en") == rules.clauses["AA-base-10-3"].en


@pytest.mark.parametrize(
    ("number", "en", "ja"), [(1, "×1 strike", "×1"), (2, "×2 strikes", "×2"), (0, "×0 strikes", "×0")]
)
def test_what_a_computation_counts_agrees_with_its_number(number: int, en: str, ja: str) -> None:
    rules = RULESETS["fertcg@web"]
    steps = (Step("base", 4, "", "FE-A-D-2"), Step("times", number, "strikes", "FE-A-D-6"))
    event = Determined("damage", "B", 4 * number, steps, ("FE-A-D-1",))
    assert trail(event, None, rules, "en")[1] == f"{en} (攻撃回数) [FE-A-D-6]"
    assert trail(event, None, rules, "ja")[1] == f"{ja}（攻撃回数） [FE-A-D-6]"
    assert f"× {number} strike{'' if number == 1 else 's'} (" in trail_line(event, None, rules, "en")


@pytest.mark.parametrize("why", ["entered by mistake", "入力の間違い"])
def test_a_reason_that_a_page_gives_is_told_in_the_language_of_the_reader(why: str) -> None:
    """Whoever reads an undone act need not read the language in which it was recorded; words of people stand
    as they wrote them."""
    told = retraction_in_both(RULES, Retracted(7, why))
    assert "entered by mistake" in told.en and "入力の間違い" in told.ja
    assert "entered by mistake" in sentence(Retracted(7, why, "mio"), None, RULES, "en")
    assert "入力の間違い" in sentence(Retracted(7, why, "mio"), None, RULES, "ja")
    by_people = retraction_in_both(RULES, Retracted(7, "wrong card"))
    assert "wrong card" in by_people.en and "wrong card" in by_people.ja
