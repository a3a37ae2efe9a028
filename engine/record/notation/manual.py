"""The generated part of ``docs/notation.md``: verbs, card sets, tracks and zones of each game as written.

Not here: the rest of the page, which is written by hand.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.games.registry import RULESETS
from engine.kernel.legality import ActType
from engine.kernel.ruleset import Ruleset

BEGIN, END = "<!-- games: begin -->", "<!-- games: end -->"


def games_page(rulesets: Iterable[Ruleset]) -> str:
    """Markdown with one section a game, between the marks ``BEGIN`` and ``END``. Editions are written alike,
    in the words of the first."""
    games: dict[str, list[Ruleset]] = {}
    for rules in rulesets:
        games.setdefault(rules.game, []).append(rules)
    lines = [line for editions in games.values() for line in _section(*editions)]
    return "\n".join((BEGIN, "", *lines, END))


def _section(rules: Ruleset, *others: Ruleset) -> Iterator[str]:
    yield f"### {rules.name.en} ({rules.name.ja})"
    yield ""
    ids = " or ".join(f'`ruleset = "{one.id}"`' for one in (rules, *others))
    yield f"{ids} · `cards =` {', '.join(f'`{cards}`' for cards in rules.sets)}"
    yield ""
    yield "| verb | 日本語 | followed by | meaning | 意味 |"
    yield "| --- | --- | --- | --- | --- |"
    yield from (_row(verb) for verb in rules.verbs.values() if verb.name not in rules.anytime_acts)
    yield ""
    yield f"Lines with `!`: {', '.join(_standing(rules.verbs[name]) for name in rules.anytime_acts)}."
    yield ""
    shown = (track for track in rules.tracks if track.shown)
    yield f"Tracks: {', '.join(f'`{track.id}` ({track.name.ja})' for track in shown)}."
    yield ""
    yield f"Zones: {', '.join(f'`{zone.id}` ({zone.name.ja})' for zone in rules.zones)}."
    yield ""


def _row(verb: ActType) -> str:
    japanese = ", ".join(f"`{name}`" for name in verb.japanese)
    shape = f"`{_cell(verb.shape)}`" if verb.shape else "–"
    return f"| `{verb.name}` | {japanese} | {shape} | {_cell(verb.says.en)} | {_cell(verb.says.ja)} |"


def _standing(verb: ActType) -> str:
    shape = verb.shape or ("" if verb.targets[1] else "SEAT")
    japanese = ", ".join(f"`{name}`" for name in verb.japanese)
    return f"`{f'{verb.name} {shape}'.rstrip()}` ({japanese}: {verb.says.en})"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def renewed(page: str) -> str:
    """The page with its part between the marks written anew. Raises ``ValueError`` without the marks."""
    before, _, rest = page.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise ValueError(f"the page has no part between {BEGIN} and {END}")
    return f"{before}{games_page(RULESETS.values())}{after}"


def main(paths: list[str]) -> None:
    """Renew the pages at ``paths``."""
    for path in map(Path, paths):
        path.write_text(renewed(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
