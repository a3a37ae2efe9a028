"""How many taps and keys it takes to record an act: every act of a simulated match of each game is entered on
the table of the record page, in Chromium, as a phone shows it.

What is tapped is what the table lights and offers, by the shortest way that leads to the act. Not here: the
time that the server takes (``pages_speed``).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from msgspec import convert
from playwright.sync_api import Page, sync_playwright

from bench.figure import Figure
from bench.pages_speed import ARGUMENTS, CHROMIUM
from dashboard.match.recording.legal_acts import Tapped, act_of
from dashboard.match.recording.table import script, spoken, style, table_data
from engine.games.registry import RULESETS
from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from engine.record.match import Match
from events.model.kinds import ACTS, DECISIONS, AnyAct, Derived
from kifuda.bots.simulate import simulate

DRIVER = Path(__file__).with_name("taps.js")
PHONE = {"width": 390, "height": 844}
WAYS = ("taps", "keys")
SEVERAL = 2
"""Acts with more cards than so many are told apart: each card is a tap."""


class Entered(NamedTuple):
    """An act of a match and the one that was entered, with the number of taps, and of keys instead."""

    act: AnyAct
    got: AnyAct
    taps: int
    keys: int


def run() -> list[Figure]:
    """The taps and keys of an act in each game."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = opened(chromium.new_page(viewport=PHONE))  # type: ignore[arg-type]  # a size
        figures = [figure for rules in RULESETS.values() for figure in _figures(page, rules)]
        chromium.close()
    return figures


def _figures(page: Page, rules: Ruleset) -> Iterator[Figure]:
    [match] = simulate(rules, matches=1, seed=1)
    acts = [one for one in entered(page, rules, match.derived) if not one.act.implied]
    few = [one for one in acts if len(one.act.cards) + len(one.act.targets) <= SEVERAL]
    bars = {"taps": 3, "keys": 6} if rules.game == "blade-rondo" else {}
    for way in WAYS:
        counts = [getattr(one, way) for one in few]
        spread = tuple(float(number) for number in sorted(Counter(counts).values(), reverse=True))
        title = f"{rules.id}: {way} to record an act"
        yield Figure(f"{title}, median of {len(few)}", median(counts), way, spread)
        yield Figure(f"{title}, most", max(counts), way, (), bars.get(way), False)
    several = [one.taps - len(one.act.cards) - len(one.act.targets) for one in acts if one not in few]
    if several:
        title = f"{rules.id}: taps beside one for each card in an act of more than {SEVERAL} cards, most"
        yield Figure(title, max(several), "taps")


def opened(page: Page) -> Page:
    """A page with nothing on it but the script of the table."""
    page.set_content('<!doctype html><html lang="en"><title>taps</title><main id="table"></main>')
    page.add_style_tag(content=style())
    page.add_script_tag(content=script())
    page.add_script_tag(path=DRIVER)
    return page


def entered(
    page: Page, rules: Ruleset, derived: Sequence[Derived], *, of_each: int | None = None
) -> Iterator[Entered]:
    """Every act of a match as it is entered, or only the first so many ``of_each`` verb. Raises
    ``AssertionError`` for one to which no taps lead."""
    seen: Counter[str] = Counter()
    game, words = Game(rules, derived[0][0]), spoken("en")  # type: ignore[arg-type]  # a match is opened first
    game.begin()
    for seq, (event, _) in enumerate(derived):
        if not isinstance(event, DECISIONS):
            continue
        if isinstance(event, ACTS) and (of_each is None or seen[event.verb] < of_each):
            seen[event.verb] += 1
            data = table_data(game, Match(derived[:seq], id="m", rules=rules), "en")
            yield _entered(page, game, {**data, "words": words, "serial": 0}, event)
        game.table.seq = seq
        game.act(event)


def _entered(page: Page, game: Game, data: dict[str, Any], act: AnyAct) -> Entered:
    wanted = [act.seat, act.verb, act.cards, act.targets, act.words, act.number]
    found = page.evaluate("one => enter(one)", {"data": data, "act": wanted, "ways": WAYS})
    for one in found:
        assert one["sent"], f"{act} cannot be entered: {one['why']}"
    gots = [act_of(game, convert(one["sent"]["act"], Tapped)) for one in found]
    assert gots[0] == gots[1], f"taps and keys differ: {gots}"
    return Entered(act, gots[0], *(one["count"] for one in found))
