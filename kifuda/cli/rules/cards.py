"""``kifuda cards``: lists the known cards and the words of their texts, and checks card files.

Not here: the check itself (``engine.effect.lint``).
"""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.effect.lint import lint as check
from engine.effect.print import show as line_of
from engine.effect.problem import CardErrors, Problem
from engine.effect.source import files_in, with_extended
from engine.kernel.card import Ability, Card
from engine.kernel.known_card import KnownCard, notes
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
    """Check card files; the status is 1 if there is a problem. What a card held as facts lacks is none."""
    found = _problems(paths or [], game)
    problems = [problem for _, some, _ in found for problem in some]
    for problem in [*problems, *(note for _, _, some in found for note in some)]:
        if json:
            show_json_line(problem._asdict())
        else:
            print(in_words(problem))
    if not json:
        if paths and not game:
            show(say("cards.as", game=", ".join(dict.fromkeys(name for name, _, _ in found))))
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
        line = _line(rules, name, card) | {"text": _gist(card), "numbers": numbers}
        row(listed, *(_shown_or_unknown(line[column]) for column in _COLUMNS))
    show(listed)


def _shown_or_unknown(value: object) -> object:
    return "?" if value is None else value


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


def _problems(paths: list[Path], game: str | None) -> list[tuple[str, list[Problem], list[Problem]]]:
    """Game, problems and notes of these files, by default of the installed ones. Without a game it is the one
    whose words a file uses."""
    if not paths:
        return [_checked(rules, _files(rules)) for rules in _once_a_game(game)]
    if game:
        return [_checked(ruleset(game), paths)]
    return [_checked(_game_of(file), [file]) for file in files_in(paths)]


def _checked(rules: Ruleset, files: list[Path]) -> tuple[str, list[Problem], list[Problem]]:
    problems = check(files, rules.vocabulary)
    return rules.game, problems, [] if problems else notes(files, rules.vocabulary)


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


def _cards(rules: Ruleset, name: str | None) -> list[tuple[str, Card | KnownCard]]:
    """The cards of the set ``name``, or of all sets, each card under the first set that has it; within a set
    those that are held as facts come last."""
    found: dict[str, tuple[str, Card | KnownCard]] = {}
    for known, cards in rules.sets.items():
        if name in (None, known):
            every: list[Card | KnownCard] = [*cards.cards.values(), *cards.held.values()]
            for card in every:
                found.setdefault(card.id, (known, card))
    return list(found.values())


def _line(rules: Ruleset, name: str, card: Card | KnownCard) -> dict[str, object]:
    held = isinstance(card, KnownCard)
    return {
        "card": card.id,
        "game": rules.game,
        "set": name,
        "name": card.name.ja,
        "name_en": card.name.en,
        "kind": card.kind or None,
        "cost": card.cost if isinstance(card, KnownCard) else _cost(card),
        "stats": dict(card.stats),
        "limited": card.limited,
        "answers": list(card.answers),
        "copies": rules.sets[name].pool.get(card.id, 0),
        "playable": not held,
        "lacks": list(card.lacks) if isinstance(card, KnownCard) else [],
        "text": {"en": card.text.en, "ja": card.text.ja} if card.text else None,
    }


def _cost(card: Card) -> int | str:
    return "X" if card.cost is None else card.cost


def _gist(card: Card | KnownCard) -> str:
    """The text of a card; of one that is held as facts, that it cannot be played and what is missing."""
    text = card.text[current()] if card.text else ""
    if not isinstance(card, KnownCard):
        return text
    return " ".join(filter(None, (text, say("cards.held", lacks=card.missing))))


# --- one card --------------------------------------------------------------------------------------


@app.command("show", cls=Command)
def show_(
    card: Annotated[str, typer.Argument(metavar="CARD")], game: GameName = None, json: Json = False
) -> None:
    """Show all that is known of a card: by id, number or name."""
    every = [(rules, name, one) for rules in _once_a_game(game) for name, one in _cards(rules, None)]
    found = [entry for entry in every if card.casefold() in _names(entry[2])]
    if not found:
        names = [name for _, _, one in every for name in (one.name.ja, one.name.en, one.id)]
        raise Misuse("card", given=card, near=", ".join(get_close_matches(card, names)))
    if json:
        show_json([_line(rules, name, one) | _details(one) for rules, name, one in found])
        return
    for rules, name, one in found:
        listed = table("cards", "field", "value")
        for field, value in (_line(rules, name, one) | _details(one) | {"text": _gist(one)}).items():
            if value not in (None, "", [], {}):
                row(listed, say(f"cards.{field}"), _shown(value))
        show(listed)


def _names(card: Card | KnownCard) -> tuple[str, ...]:
    number = "" if card.number is None else str(card.number)
    return tuple(name.casefold() for name in (card.id, card.name.ja, card.name.en, number) if name)


def _details(card: Card | KnownCard) -> dict[str, object]:
    return {
        "number": card.number,
        "keywords": list(card.keywords),
        "tags": list(card.tags),
        "abilities": [_ability(one) for one in card.abilities] if isinstance(card, Card) else [],
        "invented": card.invented if isinstance(card, Card) else False,
        "note": card.note,
    }


def _ability(ability: Ability) -> dict[str, object]:
    return {"on": ability.on, "do": [line_of(line) for line in ability.do]}


def _shown(value: object) -> str:
    """A value of a card in one cell."""
    if isinstance(value, dict):
        return "\n".join(f"{name} {_shown(one)}" for name, one in value.items())
    if isinstance(value, list):
        return ("\n" if any(isinstance(one, dict) for one in value) else ", ").join(map(_shown, value))
    if isinstance(value, bool):
        return say("cards.yes" if value else "cards.no")
    return str(value)
