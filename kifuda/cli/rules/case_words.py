"""The words of one game that cases use: where play begins, values, zones, marks, roles, acts; as a page.

``python -m kifuda.cli.rules.case_words en > docs/case-words.md``. Not here: what the fields of a case mean
(``docs/cases.md``), or the words of card text.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from engine.case.arrange import OPENING
from engine.games.registry import RULESETS, own_games
from engine.kernel.card import Role
from engine.kernel.ruleset import Ruleset, Track, Zone
from kifuda.cli.base.language import current, say, use


def book(language: str) -> str:
    """The pages of all games as one, in Markdown."""
    use(language)
    parts = [f"# {say('words.title')}", say("words.intro")]
    parts += ["\n".join(lines(rules)) for rules in own_games()]
    return "\n\n".join(parts) + "\n"


def lines(rules: Ruleset) -> Iterator[str]:
    """The page of one game in the language in use, as Markdown."""
    editions = [known.edition for known in RULESETS.values() if known.game == rules.game]
    yield f"## {rules.name[current()]}"
    yield ""
    yield say("words.head", game=rules.game, editions=_listed(editions), sets=_listed(rules.sets))
    yield say("words.begin", parts=_listed((*rules.resume, OPENING)))
    if rules.number_names:
        yield say("words.numbers", numbers=_listed(rules.number_names))
    if rules.times:
        yield say("words.times", times=_listed(rules.times))
    if rules.marks:
        yield say("words.marks", marks=_listed(rules.marks))
    yield from _section(say("words.tracks"), map(_track, rules.tracks))
    yield from _section(say("words.zones"), (_zone(rules, zone) for zone in rules.zones))
    yield from _section(say("words.roles"), ((role.id, role.name.ja, role.name.en) for role in _roles(rules)))
    yield from _section(say("words.verbs"), _verbs(rules))


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _section(head: str, rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """A table under its head, whose first column holds the words to write; nothing without rows."""
    listed = [(f"`{first}`", *rest) for first, *rest in rows]
    if not listed:
        return
    columns = head.split("|")
    yield ""
    yield "| " + " | ".join(columns) + " |"
    yield "|" + " --- |" * len(columns)
    for row in listed:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


def _track(track: Track) -> tuple[str, ...]:
    return track.id, track.name.ja, track.name.en, f"{track.start}", f"{track.least} … {track.most}"


def _zone(rules: Ruleset, zone: Zone) -> tuple[str, ...]:
    seen = {
        "all": say("words.seen-all"),
        "owner": say("words.seen-owner"),
        "others": say("words.seen-others"),
        "nobody": say("words.seen-nobody"),
    }
    return zone.id, zone.name.ja, zone.name.en, seen[zone.seen_by]


def _roles(rules: Ruleset) -> list[Role]:
    """The roles of all card sets of a game, each once."""
    return list({role.id: role for cards in rules.sets.values() for role in cards.roles.values()}.values())


def _verbs(rules: Ruleset) -> Iterator[tuple[str, ...]]:
    for verb in rules.verbs.values():
        shape = f"A {verb.name} {verb.shape}".strip()
        yield shape, "、".join(verb.japanese), verb.says[current()]


if __name__ == "__main__":
    print(book(sys.argv[1]), end="")
