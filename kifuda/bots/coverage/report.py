"""What matches have shown of a game and what they never showed, section by section, with the reasons known.

The reasons why play cannot show a clause stand in ``unshown.toml`` beside the game's heuristic player.
Not here: the counting (``watch``), or which matches are played (``campaign``).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import msgspec
import tomli

from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Ability
from engine.kernel.ruleset import Ruleset
from kifuda.bots.coverage.watch import Watch, word
from kifuda.bots.roster import skill_of

FILE = "unshown.toml"
CLAUSES, MOMENTS, WORDS, ANSWERS, FAILURES, REFUSALS = (
    "clauses", "moments", "words", "answers", "failures", "refusals",
)  # fmt: skip
NOT_PLAYED = Bilingual(
    en="only cards of no deck that was played have it", ja="使われたデッキにないカードだけが使う"
)
NO_CARD = Bilingual(en="no card of its sets has it", ja="収録カードに使うものがない")
DEFINITION = Bilingual(en="a definition: there is nothing to enforce", ja="定義であり、裁定すべきものがない")


class Line(msgspec.Struct, frozen=True):
    """One thing that matches can show: how often, in which ways, and if never, why (None: not known)."""

    key: str
    times: int
    ways: dict[str, int] = {}
    reason: Bilingual | None = None


class Report(msgspec.Struct, frozen=True):
    """What ``matches`` matches of a ruleset have shown, by section."""

    game: str
    edition: str
    matches: int
    sections: dict[str, tuple[Line, ...]]

    def never(self, section: str) -> list[Line]:
        """What was never shown."""
        return [line for line in self.sections[section] if not line.times]

    @property
    def unexplained(self) -> list[str]:
        """The clauses that were never shown and for which no reason is known."""
        return [line.key for line in self.never(CLAUSES) if line.reason is None]


def report(watch: Watch) -> Report:
    """The report on what was watched."""
    rules = watch.rules
    answered = {f"{about} {verb}": times for (about, verb), times in watch.answers.items()}
    verbs = {verb for _, verb in watch.answers}
    unused = {f"- {name}": 0 for name in rules.verbs if name not in verbs and name not in rules.anytime_acts}
    failed = {f"{what} {why}": times for (what, why), times in watch.failures.items()}
    sections = {
        CLAUSES: tuple(_clauses(watch)),
        MOMENTS: _of_texts(watch.moments, rules.vocabulary.moments, watch, _moments),
        WORDS: _of_texts(watch.words, map(word, rules.vocabulary.words), watch, _words),
        ANSWERS: _lines({**answered, **unused}, ()),
        FAILURES: _lines(failed, _failures(rules)),
        REFUSALS: _lines(watch.refusals, _whys(rules)),
    }
    return Report(rules.game, rules.edition, watch.matches, sections)


def _clauses(watch: Watch) -> Iterator[Line]:
    reasons = unshown(watch.rules)
    for id, clause in watch.rules.clauses.items():
        ways = dict(watch.clauses[id])
        reason = DEFINITION if clause.definition else reasons.get(id)
        yield Line(id, sum(ways.values()), ways, None if ways else reason)


def unshown(rules: Ruleset) -> dict[str, Bilingual]:
    """The clauses that play does not show, with the reason."""
    skill = skill_of(rules.game)
    path = Path(inspect.getfile(skill.heuristic)).parent / FILE if skill else None
    if path is None or not path.is_file():
        return {}
    groups = tomli.loads(path.read_text("utf-8"))["unshown"]
    return {
        clause: Bilingual(ja=group["ja"], en=group["en"])
        for group in groups
        if rules.edition in group.get("editions", (rules.edition,))
        for clause in group["clauses"]
    }


def _lines(shown: Mapping[str, int], known: Iterable[str]) -> tuple[Line, ...]:
    """``shown`` and the rest of ``known``."""
    return tuple(Line(key, shown.get(key, 0)) for key in sorted({*shown, *known}))


def _of_texts(
    shown: Mapping[str, int],
    known: Iterable[str],
    watch: Watch,
    read: Callable[[Iterable[Ability]], Iterator[str]],
) -> tuple[Line, ...]:
    """``shown`` and the rest of ``known``; what no text of a card that was played has cannot be shown."""
    sets, faces = watch.rules.sets.values(), watch.faces
    roles = [role for cards in sets for role in cards.roles.values()]
    every = [card for cards in sets for card in cards.cards.values()]
    played = [card for card in every if card.id in faces]
    printed, within_reach = (
        set(read(ability for holder in (*roles, *some) for ability in holder.abilities))
        for some in (every, played)
    )
    return tuple(
        Line(
            key,
            shown.get(key, 0),
            reason=None if key in within_reach else NOT_PLAYED if key in printed else NO_CARD,
        )
        for key in sorted({*shown, *known})
    )


def _moments(abilities: Iterable[Ability]) -> Iterator[str]:
    return (ability.on for ability in abilities)


def _words(abilities: Iterable[Ability]) -> Iterator[str]:
    """The words of all lines that are carried out or stand, those within others included."""
    for ability in abilities:
        for line in ability.do:
            yield from _tags(msgspec.to_builtins(line))


def _tags(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield str(value["node"])
        for inner in value.values():
            yield from _tags(inner)


def _failures(rules: Ruleset) -> list[str]:
    """What can fail and why, as the sentences of the game know it; not the sentences without a reason."""
    known = [key[7:] for key in rules.texts if key.startswith("failed.")]
    return [one for one in known if not any(other.startswith(f"{one} ") for other in known)]


def _whys(rules: Ruleset) -> set[str]:
    return {
        requirement.why
        for verb in rules.verbs.values()
        for requirement in (*verb.requirements, *verb.elsewhere)
    }
