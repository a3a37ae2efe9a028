"""Texts by key, and refusals: every key that the source asks for exists, and every refusal reads well.

The sentences of events have their own suite.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from engine.audit.coverage import game_folder
from engine.audit.verdict import DIVERGING, Finding, Grade
from engine.games.registry import RULESETS
from engine.kernel.bilingual import Bilingual, load_texts
from engine.kernel.game import Game
from engine.kernel.legality import Refused, check
from engine.kernel.ruleset import Ruleset
from engine.record.match import Match
from engine.text.messages import LANGUAGES, both, refusal, say
from engine.text.phrase import KERNEL, NOT_GIVEN, Count, fill, find, signed
from events.model.changes import Know
from events.model.kinds import AnyAct, Chose, Declared, Paid, Shuffled
from tests.engine.random_match import opened, play
from tests.engine.text.test_sentence import of_installed

ENGINE = Path(__file__).parents[3] / "engine"
RULES = RULESETS["blade-rondo@1.03"]
FILES = sorted(path for path in ENGINE.rglob("texts.toml") if path.parent.name != "cases")
LEFTOVERS = re.compile(r"[{}<>]|None|why\.|cannot\.|" + NOT_GIVEN)
KEBAB = re.compile(r"[a-z]+(-[a-z0-9]+)+")


# --- files and filling in ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_both_languages_tell_the_same_facts(path: Path) -> None:
    for key, name in load_texts(path).items():
        fields = [sorted(re.findall(r"\{(\w+)", text)) for text in (name.en, name.ja)]
        assert fields[0] == fields[1], key


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_sentences_end_as_their_language_ends_them(path: Path) -> None:
    groups = ("act", "event", "began", "ended", "paid", "resolved", "failed", "triggered", "determined")
    for key, name in load_texts(path).items():
        if key.startswith(tuple(f"{group}." for group in groups)):
            assert name.en.endswith(".") and name.ja.endswith("。"), key


@pytest.mark.parametrize(
    ("template", "facts", "text"),
    [
        ("{a} takes {n} damage", {"a": "B", "n": 3}, "B takes 3 damage"),
        ("a<, {b}>.", {"b": ""}, "a."),
        ("a<, {b}>.", {"b": "c"}, "a, c."),
        ("a<, {b} and {c}>.", {"b": "x", "c": ""}, "a."),
        ("a<, {n}>.", {"n": 0}, "a, 0."),
        ("a<, {n}>.", {"n": None}, "a."),
        ("{n:card} and {m:card}", {"n": 1, "m": 2}, "1 card and 2 cards"),
        ("{n:match} and {m:match}", {"n": 1, "m": 2}, "1 match and 2 matches"),
        ("{n:+} {m:+} {k}", {"n": 2, "m": -1, "k": -3}, "+2 −1 −3"),
        ("{n:card|is|are} and {m:card|is|are}", {"n": 1, "m": 2}, "1 card is and 2 cards are"),
        ("{n:|is|are} and {m:|is|are} {k:card|is|are}", {"n": 1, "m": 0}, "1 is and 0 are … are"),
        ("{gone}", {}, NOT_GIVEN),
        ("{gone:card} {none:+}", {"none": None}, f"{NOT_GIVEN} "),
        ("{a}", {"a": "<{b}>"}, "<{b}>"),
    ],
)
def test_facts_are_filled_in(template: str, facts: dict[str, object], text: str) -> None:
    assert fill(template, facts) == text


def test_numbers_show_a_true_minus() -> None:
    assert [signed(number) for number in (2, -2, 0)] == ["+2", "−2", "±0"]
    assert f"{Count(-2)}" == "−2"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('[why.a]\nen = "x"\n', "why.a"),
        ('[why.a]\nen = "x"\nja = ""\n', "why.a"),
        ('[why.a]\nen = "x"\nja = "y"\nfr = "z"\n', "why.a"),
        ('[why.a]\nen = "x"\nja = 3\n', "why.a"),
        ('why = "x"\n', "why"),
    ],
)
def test_a_text_that_lacks_a_language_is_an_error(tmp_path: Path, text: str, key: str) -> None:
    path = tmp_path / "texts.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=rf"texts\.toml: {re.escape(key)} .*"):
        load_texts(path)


def test_the_texts_of_a_game_win_over_those_of_all_games() -> None:
    shared = [key for key in KERNEL if key in RULES.texts]
    assert shared, "the game words nothing of its own"
    for key in shared:
        assert say(RULES, key, "en") != say(None, key, "en")


def test_a_key_without_a_text_shows_itself() -> None:
    assert say(RULES, "why.blorp", "ja") == "why.blorp"


# --- every key that the source asks for exists -------------------------------------------------------


@cache
def reasons() -> tuple[tuple[str, str], ...]:
    """(why, where) of every refusal that the source can give, games in the making left out."""
    return (*read_reasons(), *shared_reasons())


def read_reasons() -> Iterator[tuple[str, str]]:
    """The same of every refusal that is spelled out in the source, but for mechanics that games share."""
    for path in filter(of_installed, sorted(ENGINE.rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for why in _why(node):
                where = f"{path.relative_to(ENGINE)}:{node.lineno}"  # type: ignore[attr-defined]  # has one
                if not where.startswith("common/"):
                    yield why, where


def shared_reasons() -> Iterator[tuple[str, str]]:
    """The same of every requirement of a ruleset, wherever it is made: a shared mechanic is refused with the
    text of the game that uses it."""
    for rules in RULESETS.values():
        for verb in rules.verbs.values():
            for requirement in (*verb.requirements, *verb.elsewhere):
                yield requirement.why, f"games/{game_folder(rules).name}/verbs:{verb.name}"


def _why(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Name(id="Requirement"), args=[_, ast.Constant(value=str(why)), *_]):
            yield why
        case ast.Call(func=ast.Name(id="Refused" | "Endless"), args=[_, _, ast.Constant(value=str(why)), *_]):
            yield why
        case ast.Assign(targets=[ast.Name(id="FACE_NEEDED")], value=ast.Constant(value=str(why))):
            yield why
        case ast.Call(func=ast.Name(id="_check_amount"), args=[_, ast.Constant(value=str(what)), *_]):
            yield f"wrong-{what}"  # the one that is put together from a part
        case ast.Return(value=ast.Tuple(elts=[_, ast.Constant(value=str(why)), *_])):
            if KEBAB.fullmatch(why):
                yield why  # a check that returns (clause, why, facts)


GAMES = {game_folder(rules).name: rules.texts for rules in RULESETS.values()}
"""Folder of a game → its own texts."""


def own_texts(where: str) -> Mapping[str, Bilingual]:
    """The texts of the game in whose folder something stands; none outside of games."""
    parts = Path(where).parts
    return GAMES.get(parts[1], {}) if parts[0] == "games" else {}


def test_every_reason_of_a_refusal_has_its_text() -> None:
    found = list(reasons())
    assert {"too-dear", "not-now", "wrong-cards", "wrong-shuffle"} <= set(dict(found))
    assert [(why, where) for why, where in found if f"why.{why}" not in {**KERNEL, **own_texts(where)}] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", ["", *GAMES])
def test_no_text_is_left_for_a_reason_that_is_gone(game: str) -> None:
    known = {f"why.{why}" for why, where in reasons() if where.startswith(f"games/{game}/" if game else "")}
    texts = GAMES[game] if game else KERNEL
    assert [key for key in texts if key.startswith("why.") and key not in known] == []


def test_every_key_that_is_spelled_out_exists() -> None:
    keys = {key: where for key, where in spelled_out()}
    assert len(keys) >= 5
    assert [(key, where) for key, where in keys.items() if key not in {**KERNEL, **own_texts(where)}] == []


def spelled_out() -> Iterator[tuple[str, str]]:
    """Keys given as literals to `say`, `both` and `text` anywhere in the engine."""
    for path in filter(of_installed, sorted(ENGINE.rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case (
                    ast.Call(func=ast.Name(id="say" | "both"), args=[_, ast.Constant(value=str(key)), *_])
                    | ast.Call(func=ast.Attribute(attr="text"), args=[ast.Constant(value=str(key)), *_])
                ):
                    yield key, f"{path.relative_to(ENGINE)}:{node.lineno}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_grade_and_kind_of_finding_has_its_text(language: str) -> None:
    grades = [f"{of}.{grade}" for of in ("grade", "graded") for grade in get_args(Grade)]
    found = [f"kind.{kind}" for kind in (*sorted(DIVERGING), "foul", "ruling", "retraction")]
    assert [key for key in grades + found if say(RULES, key, language) == key] == []
    assert "``retraction``" in (Finding.__doc__ or "")


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)
def test_every_verb_can_be_told_and_refused(rules: Ruleset) -> None:
    for verb in rules.verbs:
        for group in ("act", "cannot"):
            assert f"{group}.{verb}" in {**KERNEL, **rules.texts}, verb


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)
def test_every_word_of_a_verb_is_explained(rules: Ruleset) -> None:
    words = {word for verb in rules.verbs.values() for word in verb.words}
    assert [word for word in sorted(words) if f"word.{word}" not in rules.texts] == []


def test_both_gives_both_languages() -> None:
    name = both(RULES, "finding.ruling", text="warned", by="")
    assert (name.en, name.ja) == ("A ruling changed the match: warned", "裁定による変更：warned")


# --- refusals ----------------------------------------------------------------------------------------


def refused(game: Game, act: AnyAct | Shuffled) -> Refused:
    with pytest.raises(Refused) as caught:
        game.act(act)
    return caught.value


def at_main(seed: int = 1) -> Game:
    """A game at the first question of the first turn."""
    for game, _ in play(RULES, "base", seed):
        if game.ask is not None and game.ask.about == "main":
            return game
    raise AssertionError("no match without a turn")


def in_hand(game: Game, seat: str, face: str) -> str:
    """An instance in the hand of ``seat``, made to be ``face``."""
    card = game.table.at(f"hand.{seat}")[0]
    game.table.face[card] = face
    return card


def test_a_refusal_tells_what_it_would_need() -> None:
    game = at_main()
    act = Declared("A", "use", (in_hand(game, "A", "BR-006"),))
    found = refused(game, act)
    assert refusal(RULES, found, game, "en") == (
        "A may not use 絶対剣: the budget is 1 and the cost 5; 4 more needed [BR-5.2-2a]"
    )
    assert refusal(RULES, found, game.table, "ja") == (
        "Aは絶対剣を使えない：使えるコストは1、必要なコストは5。あと4足りない [BR-5.2-2a]"
    )


def test_a_refusal_names_places_and_hides_what_nobody_knows() -> None:
    game = at_main()
    other = game.table.at("hand.B")[0]
    game.table.face[other] = ""
    found = refused(game, Declared("A", "use", (other,)))
    assert "?? lies in B's hand" in refusal(RULES, found, game, "en")
    assert "??はBの手札にある" in refusal(RULES, found, game, "ja")


def test_a_refusal_uses_the_face_that_the_refused_act_names() -> None:
    game = at_main()
    card = in_hand(game, "A", "")
    found = refused(game, Declared("A", "use", (card,), changes=(Know(card, "BR-011"),)))
    assert game.table.face[card] == "", "what a refused act claims is not kept"
    assert refusal(RULES, found, game, "en").startswith("A may not use トリビュートリリィ")


def test_a_refusal_out_of_turn_tells_who_is_asked() -> None:
    game = at_main()
    assert "now A is to choose one of" in refusal(RULES, refused(game, Chose("B", "refuse")), game, "en")
    assert "使う" in refusal(RULES, refused(game, Chose("B", "refuse")), game, "ja")


def test_a_wrong_number_of_cards_tells_how_many_are_accepted() -> None:
    game = at_main()
    one, two = game.table.at("hand.A")[:2]
    found = refused(game, Declared("A", "use", (one, two)))
    assert "it names 2 cards; accepted: 1, each once" in refusal(RULES, found, game, "en")
    ward = next(card for card in game.table.at("breath.A") if game.table.face[card] == "BR-B2")
    found = refused(game, Declared("A", "breath", (ward,), number=12))
    assert "X is 12; accepted: 0 to 9 [" in refusal(RULES, found, game, "en")


def test_an_unknown_verb_is_named() -> None:
    game = at_main()
    found = refused(game, Declared("A", "blorp"))
    assert refusal(RULES, found, game, "en").startswith("A may not do “blorp”: the game has no act “blorp”")


def test_a_wrong_order_of_the_pool_tells_how_many_are_needed() -> None:
    game = Game(RULES, opened(RULES, "base"))
    game.begin()
    found = refused(game, Shuffled("pool", ("BR-001",)))
    assert "1 card; it has to list all 40" in refusal(RULES, found, game, "en")


@pytest.mark.parametrize("seed", range(4))
def test_every_refusal_of_nonsense_reads_as_a_sentence(seed: int) -> None:
    """Acts made up by chance are tried at every ask of a match; what is refused is told in full."""
    chance = random.Random(seed)
    told = set()
    for game, _ in play(RULES, "mixed", seed):
        for _ in range(8 if game.ask is not None and game.table.turn else 0):
            try:
                check(game, nonsense(game, chance))
            except Refused as found:
                told.add(found.why)
                for language in LANGUAGES:
                    text = refusal(RULES, found, game, language)
                    assert text.endswith(f" [{found.clause}]")
                    assert not LEFTOVERS.search(text), text
    assert len(told) > 12


def nonsense(game: Game, chance: random.Random) -> AnyAct:
    """An act of any verb with any cards."""
    verb = chance.choice(sorted(game.rules.verbs))
    known = game.rules.verbs[verb]
    cards = sorted(game.table.place)
    return known.event(  # type: ignore[no-any-return]  # one of the three kinds of acts
        chance.choice(game.rules.seats),
        verb,
        tuple(chance.sample(cards, chance.choice((known.cards[0], known.cards[0], 2)))),
        number=chance.choice((None, 0, 1, 12)),
        words=tuple(chance.sample(known.words, 1)) if known.words and chance.random() < 0.3 else (),
    )


RECORDS = Path(__file__).parents[3] / "kifuda" / "samples"


@pytest.mark.parametrize("record", sorted(RECORDS.glob("*/*.kfd")), ids=lambda path: path.stem)
def test_what_is_paid_in_has_a_name_in_both_languages(record: Path) -> None:
    match = Match.read(record)
    for event in match.events:
        if type(event) is Paid:
            assert find(match.rules, f"resource.{event.resource}"), event


def test_a_number_that_is_one_already_keeps_its_sign_and_noun() -> None:
    """What lasts on a card reads ``ATK +2``: given as a number with a noun, it stays one."""
    assert (
        fill("{n:+} {n:card} {n}", {"n": Count(2)}) == fill("{n:+} {n:card} {n}", {"n": 2}) == "+2 2 cards 2"
    )
    assert fill("{n:+}", {"n": Count(-1)}) == "−1"
