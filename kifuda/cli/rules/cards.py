"""``kifuda cards``: lists the known cards and the words of their texts, and checks card files.

Not here: the check itself (``engine.effect.lint``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from engine.effect.lint import lint as check
from engine.effect.problem import CardErrors, Problem
from engine.effect.source import with_extended
from engine.kernel.card import Card
from engine.kernel.ruleset import Ruleset
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.exit_status import FINDINGS, FINE
from kifuda.cli.base.foreign_messages import in_words
from kifuda.cli.base.language import Misuse, current, say
from kifuda.cli.base.options import GameName, Json
from kifuda.cli.base.output import row, show, show_json, show_json_line, table
from kifuda.cli.base.rulesets import ruleset, rulesets
from kifuda.cli.rules.card_words import Entry, entries

app = application()


@app.callback()
def cards() -> None:
    """Lists and checks."""


@app.command("lint", cls=Command)
def lint(
    paths: Annotated[list[Path] | None, typer.Argument(metavar="[PATH…]")] = None,
    game: GameName = None,
    json: Json = False,
) -> int:
    """Check card files; the status is 1 if there is a problem."""
    found = _problems(paths or [], game)
    problems = [problem for _, some in found for problem in some]
    for problem in problems:
        if json:
            show_json_line(problem._asdict())
        else:
            print(in_words(problem))
    if not json:
        if paths and not game:
            show(say("cards.as", game=", ".join(dict.fromkeys(name for name, _ in found))))
        show(say("cards.problems", problems=len(problems)) if problems else say("cards.fine"))
    return FINDINGS if problems else FINE


@app.command("list", cls=Command)
def list_(
    game: GameName = None,
    cards: Annotated[str | None, typer.Option("--cards", metavar="SET")] = None,
    json: Json = False,
) -> None:
    """List the cards of every set, or of one."""
    games = _once_a_game(game)
    if cards is not None:
        games = _with_set(games, cards)
    found = [(rules, name, card) for rules in games for name, card in _cards(rules, cards)]
    if json:
        show_json([_line(rules, name, card) for rules, name, card in found])
        return
    listed = table("cards", *_COLUMNS, right=("cost", "copies"))
    for rules, name, card in found:
        numbers = " ".join(f"{stat} {value}" for stat, value in card.stats.items())
        line = _line(rules, name, card) | {"text": card.text[current()], "numbers": numbers}
        row(listed, *(line[column] for column in _COLUMNS))
    show(listed)


_COLUMNS = ("card", "name", "kind", "cost", "numbers", "copies", "text")


@app.command("words", cls=Command)
def words(game: GameName = None, json: Json = False) -> None:
    """The card language of a game: every word, what it means, where it may stand, a card that uses it."""
    found = [(rules, entry) for rules in _once_a_game(game) for entry in entries(rules)]
    if json:
        show_json([_word(rules, entry) for rules, entry in found])
        return
    for rules, group in dict.fromkeys((rules.game, entry.group) for rules, entry in found):
        show("", f"{rules}: {say(f'card-words.{group}')}")
        listed = table("card-words", "word", "meaning", "limits", "card")
        for of, entry in found:
            if (of.game, entry.group) == (rules, group):
                said = entry.sentence or entry.word
                row(
                    listed,
                    said,
                    entry.meaning[current()],
                    entry.limits,
                    entry.card or say("card-words.no-card"),
                )
        show(listed)


def _word(rules: Ruleset, entry: Entry) -> dict[str, object]:
    return {
        "game": rules.game,
        "group": entry.group,
        "word": entry.word,
        "sentence": entry.sentence,
        "meaning": {"en": entry.meaning.en, "ja": entry.meaning.ja},
        "limits": entry.limits,
        "card": entry.card,
    }


# --- checking --------------------------------------------------------------------------------------


def _problems(paths: list[Path], game: str | None) -> list[tuple[str, list[Problem]]]:
    """Game and problems of these files, by default of the installed ones. Without a game it is the one whose
    words a file uses."""
    if not paths:
        return [(rules.game, check(_files(rules), rules.vocabulary)) for rules in _once_a_game(game)]
    if game:
        return [(game, check(paths, ruleset(game).vocabulary))]
    files = [file for path in paths for file in (sorted(path.glob("*.toml")) if path.is_dir() else [path])]
    return [(rules.game, check([file], rules.vocabulary)) for file in files for rules in [_game_of(file)]]


def _game_of(file: Path) -> Ruleset:
    """The game that knows most of the kinds, moments and fields of a file; the first one of equals."""
    try:
        tables = [table for source in with_extended(file) for table in _tables(source.data)]
    except CardErrors:
        tables = []
    return min(_once_a_game(None), key=lambda rules: sum(_strange(rules, table) for table in tables))


def _tables(data: dict[str, Any]) -> list[dict[str, Any]]:
    found = [table for sort in ("card", "role") if isinstance(data.get(sort), list) for table in data[sort]]
    return [table for table in found if isinstance(table, dict)]


def _strange(rules: Ruleset, table: dict[str, Any]) -> int:
    """How much of a card is unknown to a game: its kind, its numbers, the moments of its abilities."""
    words, abilities = rules.vocabulary, table.get("ability")
    known = (*words.kinds, *words.role_kinds)
    stats = table.get("stats")
    strange = [table.get("kind") not in known]
    strange += [name not in words.stats for name in (stats if isinstance(stats, dict) else ())]
    for ability in abilities if isinstance(abilities, list) else ():
        strange.append(not isinstance(ability, dict) or ability.get("on") not in words.moments)
    return sum(strange)


def _once_a_game(game: str | None) -> list[Ruleset]:
    """One edition of each game: the editions of a game share its cards."""
    return list({rules.game: rules for rules in rulesets(game)}.values())


def _files(rules: Ruleset) -> list[Path]:
    return sorted({cards.path for cards in rules.sets.values()})


# --- listing ---------------------------------------------------------------------------------------


def _with_set(games: list[Ruleset], name: str) -> list[Ruleset]:
    """The games that have a card set of this name. Raises ``Misuse`` where none has."""
    found = [rules for rules in games if name in rules.sets]
    if not found:
        known = dict.fromkeys(cards for rules in games for cards in rules.sets)
        raise Misuse("cards", given=name, accepted=", ".join(known))
    return found


def _cards(rules: Ruleset, name: str | None) -> list[tuple[str, Card]]:
    """The cards of the set ``name``, or of all sets, each card under the first set that has it."""
    found: dict[str, tuple[str, Card]] = {}
    for known, cards in rules.sets.items():
        if name in (None, known):
            for card in cards.cards.values():
                found.setdefault(card.id, (known, card))
    return list(found.values())


def _line(rules: Ruleset, name: str, card: Card) -> dict[str, object]:
    return {
        "card": card.id,
        "game": rules.game,
        "set": name,
        "name": card.name.ja,
        "name_en": card.name.en,
        "kind": card.kind,
        "cost": "X" if card.cost is None else card.cost,
        "stats": dict(card.stats),
        "limited": card.limited,
        "answers": list(card.answers),
        "copies": rules.sets[name].pool.get(card.id, 0),
        "text": {"en": card.text.en, "ja": card.text.ja},
    }
