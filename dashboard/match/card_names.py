"""Names of cards and terms in the language of the page; sentences name cards as printed, in Japanese.

Not here: the sentences (``engine.text.sentence``).
"""

import re
from functools import cached_property

from engine.kernel.bilingual import Bilingual
from engine.kernel.ruleset import Ruleset

GLOSSED = re.compile(r"(◆?)(.+?) *[(（](.+)[)）]")
"""A term with its other name in brackets: ``召喚 (summon)``, ``speed (速度)``."""


def plain_word(term: str, language: str) -> str:
    """The one name of a term that has two, in the language of the page."""
    found = GLOSSED.fullmatch(term)
    if found is None or language == "ja":
        return term
    mark, *names = found.groups()
    return mark + next((name for name in names if name.isascii()), names[0])


class CardNames:
    """The printed names of one ruleset's cards and roles."""

    def __init__(self, rules: Ruleset | None, language: str) -> None:
        self.rules, self.language = rules, language

    def translated(self, text: str) -> str:
        """``text`` with every printed name in the language of the page."""
        if self.language == "ja" or not self._names:
            return text
        return self._printed.sub(lambda found: self._names[found[0]], text)

    @cached_property
    def _names(self) -> dict[str, str]:
        sets = self.rules.sets.values() if self.rules is not None else ()
        names: list[Bilingual] = []
        for cards in sets:
            names += [card.name for card in cards.cards.values()] + [
                role.name for role in cards.roles.values()
            ]
        return {name.ja: name.en for name in names if name.en not in ("", name.ja)}

    @cached_property
    def _printed(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, sorted(self._names, key=len, reverse=True))))
