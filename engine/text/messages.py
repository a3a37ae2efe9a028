"""Messages to people: a text by its key, and why an act is refused.

Not here: the sentences of events (``sentence``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.audit.verdict import Verdict
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import Refused
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from engine.text.label import BETWEEN, Labels
from engine.text.phrase import NOT_GIVEN, capital, fill, find
from events.model.kinds import Retracted, Shuffled

LANGUAGES = ("en", "ja")


def say(rules: Ruleset | None, key: str, language: str, **facts: object) -> str:
    """The text under ``key`` with ``facts`` filled in; the key itself where no text has it."""
    found = find(rules, key)
    return fill(found[language], facts) if found else key


def rules_remark(rules: Ruleset | None, verdict: Verdict, language: str) -> str:
    """Return ``unpinned`` and ``missing`` of a verdict in words: that the match was judged by other rules
    than it pins, or that they are not installed; ``""`` where it was judged by its own."""
    if verdict.missing:
        return say(rules, "unpinned.missing", language, what=verdict.missing)
    what = ", ".join(say(rules, f"pinned.{name}", language) for name in verdict.unpinned)
    return say(rules, "unpinned.judged", language, what=what) if what else ""


def both(rules: Ruleset | None, key: str, **facts: object) -> Bilingual:
    """``say`` in both languages at once."""
    return Bilingual(ja=say(rules, key, "ja", **facts), en=say(rules, key, "en", **facts))


def refusal(rules: Ruleset, refused: Refused, at: Game | Table, language: str) -> str:
    """Return why an act is refused: who may not do what, for which reason, and the clause.

    Such as ``B may not use 絶対剣: the budget is 2 and the cost 5; 3 more needed [BR-5.2-2a]``. Cards are
    named as far as the table ``at`` that moment knows them.
    """
    act = refused.act
    table = at.table if isinstance(at, Game) else at
    learned = () if isinstance(act, Shuffled) else act.changes
    labels = Labels(rules, language, table=table, changes=learned)
    why = labels.text(f"why.{refused.why}", **_facts(labels, refused))
    return labels.text("label.refused", what=capital(_what(labels, act)), why=why, clause=refused.clause)


def refusal_in_both(refused: Refused, at: Game) -> Bilingual:
    """``refusal`` in both languages at once."""
    ja, en = (refusal(at.rules, refused, at, language) for language in ("ja", "en"))
    return Bilingual(ja=ja, en=en)


def retraction_in_both(rules: Ruleset, retraction: Retracted) -> Bilingual:
    """What was taken back, and why: a reason that a page or a command gives is told in both languages, one
    that somebody wrote stands as they wrote it."""
    said = {}
    for language in LANGUAGES:
        labels = Labels(rules, language)
        why = labels.term("taken-back", retraction.why)
        said[language] = labels.text("finding.retraction", text=why, since=retraction.since)
    return Bilingual(**said)


def impossible(game: Game, why: str, facts: Mapping[str, object]) -> Bilingual:
    """Return why a table cannot be: the sentence ``impossible.WHY`` with its facts, in both languages."""
    said = {}
    for language in LANGUAGES:
        labels = Labels(game.rules, language, table=game.table)
        shown = {name: _called(labels, name, fact) for name, fact in facts.items()}
        said[language] = labels.text(f"impossible.{why}", **shown)
    return Bilingual(**said)


def _called(labels: Labels, name: str, fact: object) -> object:
    """A fact as people call it."""
    if isinstance(fact, Bilingual):
        return fact[labels.language]
    return _SHOWN[name](labels, fact) if name in _SHOWN and isinstance(fact, str) else fact


def _what(labels: Labels, act: Any) -> str:
    """Who may not do what."""
    if isinstance(act, Shuffled):
        return labels.text("cannot.shuffle", place=labels.place(act.place))
    key = f"cannot.{act.verb}"
    if find(labels.rules, key) is None:
        key = "cannot.*"
    return labels.text(
        key,
        seat=labels.seat(act.seat),
        verb=labels.verb(act.verb),
        cards=labels.holders(act.cards) or (NOT_GIVEN if _wants_cards(labels, act.verb) else ""),
        targets=labels.holders(act.targets),
        number=act.number,
        words=labels.terms("word", act.words),
    )


def _wants_cards(labels: Labels, verb: str) -> bool:
    """Whether an act of that verb without a card lacks something: the sentence then shows the gap."""
    known = labels.rules.verbs.get(verb) if labels.rules else None
    return known is not None and known.cards[0] > 0


def _facts(labels: Labels, refused: Refused) -> dict[str, object]:
    """The facts of a refusal as people call them; ``range`` is what ``least`` and ``most`` allow."""
    facts = {name: _called(labels, name, fact) for name, fact in refused.facts.items()}
    if "least" in facts and "most" in facts:
        alone = facts["least"] == facts["most"]
        facts["range"] = facts["least"] if alone else labels.text("label.range", **facts)
    return facts


_SHOWN: dict[str, Callable[[Labels, str], str]] = {
    "reason": lambda labels, word: labels.term("reason", word),
    "card": lambda labels, card: card if labels.is_term(card) else labels.card(card),
    "face": Labels.face,
    "place": Labels.place,
    "places": lambda labels, places: BETWEEN[labels.language].join(
        f"{labels.place(place)} ×{places.split().count(place)}" for place in dict.fromkeys(places.split())
    ),
    "asked": Labels.seat,
    "seat": Labels.seat,
    "symbol": lambda labels, symbol: labels.term("symbol", symbol),
    "answers": lambda labels, symbols: labels.terms("symbol", symbols.split()),
    "verb": Labels.verb,
    "verbs": lambda labels, verbs: BETWEEN[labels.language].join(map(labels.verb, verbs.split(", "))),
}

__all__ = ["LANGUAGES", "both", "refusal", "refusal_in_both", "say"]
