"""``kifuda cards``: lists the known cards and checks card files.

Not here: the check itself (``engine.effect.lint``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.effect.lint import lint as check
from engine.effect.problem import Problem
from engine.kernel.card import Card
from engine.kernel.ruleset import Ruleset
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.exit_status import FINDINGS, FINE
from kifuda.cli.base.foreign_messages import in_words
from kifuda.cli.base.language import current, say
from kifuda.cli.base.options import GameName, Json
from kifuda.cli.base.output import row, show, show_json, show_json_line, table
from kifuda.cli.base.rulesets import cards_of, ruleset, rulesets

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
    problems = _problems(paths or [], game)
    for problem in problems:
        if json:
            show_json_line(problem._asdict())
        else:
            print(in_words(problem))
    if not json:
        show(say("cards.problems", problems=len(problems)) if problems else say("cards.fine"))
    return FINDINGS if problems else FINE


@app.command("list", cls=Command)
def list_(
    game: GameName = None,
    cards: Annotated[str | None, typer.Option("--cards", metavar="SET")] = None,
    json: Json = False,
) -> None:
    """List the cards of every set, or of one."""
    found = [(rules, name, card) for rules in _once_a_game(game) for name, card in _cards(rules, cards)]
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


# --- checking --------------------------------------------------------------------------------------


def _problems(paths: list[Path], game: str | None) -> list[Problem]:
    """Problems of these files, by default of the installed ones."""
    if paths:
        return check(paths, ruleset(game or rulesets(None)[0].game).vocabulary)
    return [problem for rules in _once_a_game(game) for problem in check(_files(rules), rules.vocabulary)]


def _once_a_game(game: str | None) -> list[Ruleset]:
    """One edition of each game: the editions of a game share its cards."""
    return list({rules.game: rules for rules in rulesets(game)}.values())


def _files(rules: Ruleset) -> list[Path]:
    return sorted({cards.path for cards in rules.sets.values()})


# --- listing ---------------------------------------------------------------------------------------


def _cards(rules: Ruleset, name: str | None) -> list[tuple[str, Card]]:
    """The cards of the set ``name``, or of all sets, each card under the first set that has it."""
    if name is not None:
        cards_of(rules, name)
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
