"""The card language of a game as a list: every word, what it means, where it may stand, a card that uses it.

Everything is read from what the game registers (its vocabulary) and from its cards. Not here: how the list is
shown (``cards``, ``word_book``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, get_args

import engine.effect
from engine.effect import form, tree
from engine.effect.tree import Node
from engine.effect.vocabulary import Vocabulary
from engine.effect.word import Word
from engine.kernel.bilingual import Bilingual, load_texts
from engine.kernel.card import Ability, Card, Role
from engine.kernel.ruleset import Ruleset

GROUPS = (
    "kinds", "moments", "words", "prices", "targets", "zones", "tracks", "quantities", "durations", "delays",
    "traits", "names", "keywords", "stats", "diagrams", "measures", "times", "symbols", "styles", "ignorable",
    "deeds",
)  # fmt: skip
"""The groups of words, in the order of the page."""
FORMS = {"non-": "non-TRAIT", "/": "TRAIT/TRAIT"}
"""How a line says a trait that a card lacks, and several of which it has one."""
LISTED = {"roles", "tags"}
"""Lists of words that card files make themselves."""


class Entry(NamedTuple):
    """A word of a group: how a line says it, what it means, what it is limited to, a card that uses it."""

    group: str
    word: str
    sentence: str
    meaning: Bilingual
    limits: str
    card: str
    """Its id; ``""`` where no shipped card uses the word."""


def entries(rules: Ruleset) -> list[Entry]:
    """The whole language of a game; a word that the game does not explain has an empty meaning."""
    used = _used(rules)
    found = []
    for group in GROUPS:
        for word, sentence, limits in _listed(rules, group):
            meaning = _meaning(rules, group, word)
            found.append(Entry(group, word, sentence, meaning, limits, used.get((group, word), "")))
    return found


def unexplained(rules: Ruleset) -> list[str]:
    """The keys that the ``words.toml`` of a game lacks, such as ``kinds.wind``."""
    return [f"{one.group}.{one.word}" for one in entries(rules) if not (one.meaning.en and one.meaning.ja)]


def superfluous(rules: Ruleset) -> list[str]:
    """The keys of the ``words.toml`` of a game that are no words of it."""
    words = {_key(one.group, one.word) for one in entries(rules)}
    return [key for key in rules.meanings if key not in words]


def _key(group: str, word: str) -> str:
    """Under which key a word is explained: prices and targets are words as well."""
    return f"{'words' if group in ('prices', 'targets') else group}.{word}"


@cache
def common_meanings() -> Mapping[str, Bilingual]:
    """What the words mean that are the same in every game."""
    return load_texts(Path(engine.effect.__path__[0]) / "words.toml")


def _meaning(rules: Ruleset, group: str, word: str) -> Bilingual:
    if group == "zones":
        return _zone(rules, word)
    if group == "tracks":
        return rules.track(word).name
    key = _key(group, word)
    return rules.meanings.get(key) or common_meanings().get(key) or Bilingual("", "")


def _zone(rules: Ruleset, word: str) -> Bilingual:
    """The name of a zone, or those of an area."""
    names = [zone.name for zone in rules.zones if zone.id in rules.areas.get(word, (word,))]
    return Bilingual(ja="・".join(name.ja for name in names), en=", ".join(name.en for name in names))


# --- what is listed ----------------------------------------------------------------------------------


def _listed(rules: Ruleset, group: str) -> Iterator[tuple[str, str, str]]:
    """Each word of a group, its sentence, its limits."""
    words = rules.vocabulary
    if group == "kinds":
        yield from ((kind, "", "") for kind in (*words.kinds, *words.role_kinds))
    elif group in ("words", "prices", "targets"):
        for word, entry in getattr(words, group).items():
            tag = str(word.__struct_config__.tag)
            yield tag, sentence(word), _limits_of_word(entry)
    elif group == "zones":
        yield from ((zone, "", "") for zone in words.zones)
    else:
        limits = _LIMITS.get(group)
        for form_ in words.trait_forms if group == "traits" else ():
            yield form_, FORMS[form_], ""
        yield from ((word, "", limits(words, word) if limits else "") for word in getattr(words, group))


def sentence(word: type[Node]) -> str:
    """How a line says a word, with its slots in capitals: ``damage WHO by AMOUNT``."""
    return re.sub(r"\{(\w+)\}", lambda slot: slot[1].upper(), word.form)


def _limits_of_word(entry: Word) -> str:
    some = [f"on: {', '.join(entry.on)}"] if entry.on is not None else []
    some += [f"{slot}: {', '.join(one or '–' for one in accepted)}" for slot, accepted in entry.slots.items()]
    some += [f"needs: {', '.join(entry.refers)}"] if entry.refers else []
    return "; ".join([*some, *(bar.why for bar in entry.bars)])


def _moment(words: Vocabulary, on: str) -> str:
    moment = words.moments[on]
    some = {"kinds": moment.kinds, "header": moment.header, "needs": moment.needs, "gives": moment.gives}
    if moment.words is not None:
        some["words"] = tuple(str(word.__struct_config__.tag) for word in moment.words) or ("–",)
    return _joined(some)


def _quantity(words: Vocabulary, name: str) -> str:
    found = words.quantities[name]
    some = {"by": found.operations, "of": found.of, "until": found.until or (), "on": found.on or ()}
    return "; ".join([_joined(some), *(bar.why for bar in found.bars)])


def _keyword(words: Vocabulary, name: str) -> str:
    found = words.keywords[name]
    return _joined({"kinds": found.kinds, "on": found.on, "gives": found.gives})


def _joined(some: Mapping[str, tuple[str, ...]]) -> str:
    return "; ".join(f"{name}: {', '.join(words)}" for name, words in some.items() if words)


_LIMITS: Mapping[str, Callable[[Vocabulary, str], str]] = {
    "moments": _moment,
    "quantities": _quantity,
    "keywords": _keyword,
    "durations": lambda words, name: _joined({"on": words.durations[name].on or ()}),
    "delays": lambda words, name: _joined({"on": words.delays[name].on or ()}),
    "stats": lambda words, name: _joined({"kinds": words.stats[name]}),
    "styles": lambda words, name: _joined({"ignoring": words.styles[name].ignores}),
}


# --- which cards use it ------------------------------------------------------------------------------


def _used(rules: Ruleset) -> dict[tuple[str, str], str]:
    """Group and word → the first card or role that uses it."""
    found: dict[tuple[str, str], str] = {}
    for cards in rules.sets.values():
        things: list[Card | Role] = [*cards.cards.values(), *cards.roles.values()]
        for thing in things:
            for use in _uses(thing):
                found.setdefault(use, thing.id)
    return found


def _uses(card: Card | Role) -> Iterator[tuple[str, str]]:
    yield "kinds", card.kind
    yield from (("stats", name) for name in card.stats)
    if isinstance(card, Card):
        yield from (("keywords", word) for word in card.keywords)
        yield from (("diagrams", name) for name in card.diagrams)
        yield from (("symbols", name) for name in card.answers)
    for ability in card.abilities:
        yield from _uses_of_ability(ability)


def _uses_of_ability(ability: Ability) -> Iterator[tuple[str, str]]:
    yield "moments", ability.on
    yield "symbols", ability.symbol
    yield "zones", ability.zone
    yield from (("keywords", word) for word in ability.keywords)
    for group, lines in (("prices", ability.price), ("targets", ability.targets)):
        for line in lines:
            yield group, str(type(line).__struct_config__.tag)
            yield from _uses_of_text(line)
    for line in (*ability.do, *((ability.needs,) if ability.needs is not None else ())):
        yield from _uses_of_text(line)


def _uses_of_text(node: Node) -> Iterator[tuple[str, str]]:
    yield "words", str(type(node).__struct_config__.tag)
    fillings = form.fillings(type(node))
    for slot in form.slots(type(node)):
        value = getattr(node, slot)
        if isinstance(value, Node):
            yield from _uses_of_text(value)
        elif isinstance(value, str) and value:
            if value in get_args(tree.Until):
                yield "durations", value
            for filling in fillings[slot]:
                if isinstance(filling, form.DefinedWord) and filling.words not in LISTED:
                    yield from ((filling.words, word) for word in _split(filling, value))


def _split(filling: form.DefinedWord, value: str) -> list[str]:
    return value.split() if filling.words == "traits" else [value]
