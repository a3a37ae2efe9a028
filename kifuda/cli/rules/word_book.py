"""The words of card text as a page: ``python -m kifuda.cli.rules.word_book en > docs/card-words.md``.

Not here: the list itself (``card_words``).
"""

from __future__ import annotations

import sys

from engine.games.registry import own_games
from engine.kernel.ruleset import Ruleset
from kifuda.cli.base.language import say, use
from kifuda.cli.rules.card_words import GROUPS, Entry, entries


def book(language: str) -> str:
    """Markdown with the language of every game."""
    use(language)
    parts = [f"# {say('card-words.title')}", say("card-words.intro")]
    for rules in own_games():
        parts += [f"## {rules.name[language]}", *_game(rules, language)]
    return "\n\n".join(parts) + "\n"


def _game(rules: Ruleset, language: str) -> list[str]:
    found = entries(rules)
    parts = []
    for group in GROUPS:
        listed = [entry for entry in found if entry.group == group]
        if listed:
            heads = [say(f"card-words.{column}") for column in ("word", "meaning", "limits", "card")]
            rows = [heads, ["---"] * len(heads), *(_row(rules, entry, language) for entry in listed)]
            parts += [
                f"### {say(f'card-words.{group}')}",
                "\n".join(f"| {' | '.join(row)} |" for row in rows),
            ]
    return parts


def _row(rules: Ruleset, entry: Entry, language: str) -> list[str]:
    return [
        f"`{entry.sentence or entry.word}`",
        entry.meaning[language],
        entry.limits.replace("|", "\\|"),
        f"`{entry.card}`" if entry.card else say("card-words.no-card"),
    ]


if __name__ == "__main__":
    print(book(sys.argv[1]), end="")
