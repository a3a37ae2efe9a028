"""What the lines of a text that name targets ask for, in both languages, for a refused act.

Not here: which cards fit (``engine.effect.select`` and the games).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.trait_forms import NON, OR
from engine.effect.value import value
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset

NO_TARGET = Bilingual(ja="対象を取らない", en="it has no targets")
LANGUAGES = ("ja", "en")
JOINED = {"ja": "、", "en": "; "}


def demand(game: Game, lines: Iterable[tree.Choose], context: Context) -> Bilingual:
    """How many cards of which kind each line asks for, ``1 in B’s field (a character, not Checked)``."""
    said = [_line(game, line, context) for line in lines]
    if not said:
        return NO_TARGET
    return Bilingual(*(JOINED[language].join(one[language] for one in said) for language in LANGUAGES))


def _line(game: Game, line: tree.Choose, context: Context) -> Bilingual:
    number, cards = value(game, line.number, context), line.cards
    whose = "" if cards.who == "anyone" else context.who(game, cards.who)
    zone = _zone(game.rules, cards.zone)
    traits = [_trait(game.rules, trait) for trait in cards.traits.split()]
    ja, en = ("・".join(trait.ja for trait in traits), ", ".join(trait.en for trait in traits))
    return Bilingual(
        ja=f"{whose and f'{whose}の'}{zone.ja}の{f'「{ja}」' if ja else 'カード'}{number}枚",
        en=f"{number} in {f'{whose}’s ' if whose else 'any '}{zone.en}{f' ({en})' if en else ''}",
    )


def _zone(rules: Ruleset, zone: str) -> Bilingual:
    name = next((one.name for one in rules.zones if one.id == zone), None)
    return name or _meaning(rules, "zones", zone)


def _trait(rules: Ruleset, trait: str) -> Bilingual:
    """A trait by its meaning; one that is negated, or an alternative, and a tag as they are written."""
    if NON in trait or OR in trait:
        return Bilingual(ja=trait, en=trait)
    return _meaning(rules, "traits", trait)


def _meaning(rules: Ruleset, group: str, word: str) -> Bilingual:
    found = rules.meanings.get(f"{group}.{word}", Bilingual(ja=word, en=word))
    en = found.en.rstrip(".")
    return Bilingual(ja=found.ja.rstrip("。"), en=en[:1].lower() + en[1:] if found.en != word else word)
