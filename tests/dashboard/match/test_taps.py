"""Every act that a match needs can be entered by taps, and by keys, on the table of the record page: on a
phone, in Chromium, of matches of all games."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from bench.touch.taps import PHONE, entered, opened
from engine.games.registry import RULESETS
from kifuda.bots.simulate import simulate
from tests.dashboard.browsing import Visitors, needs_chromium
from tests.support.effort import LONG

pytestmark = needs_chromium

GAMES = sorted({rules.game: id for id, rules in RULESETS.items()}.values())
MOST = {"blade-rondo": 3}
"""Taps or keys of an act of one or two cards."""
OF_EACH = 7 if LONG else 3
"""Acts of each verb."""
SEVERAL = 2


@pytest.fixture
def phone(visitors: Visitors) -> Iterator[Page]:
    page = visitors.come()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # a size
    yield opened(page)
    page.goto("about:blank")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("id", GAMES)
def test_every_act_of_a_match_can_be_entered(phone: Page, id: str) -> None:
    rules = RULESETS[id]
    [match] = simulate(rules, matches=1, seed=2)
    acts = 0
    for act, got, taps, keys in entered(phone, rules, match.derived, of_each=OF_EACH):
        assert (got.seat, got.verb, got.cards, got.targets, got.words, got.number) == (
            act.seat, act.verb, act.cards, act.targets, act.words, act.number,
        )  # fmt: skip
        named = len(act.cards) + len(act.targets)
        assert max(taps, keys) <= (MOST.get(rules.game, 4) if named <= SEVERAL else named + 2), act
        acts += 1
    assert acts > 2 * OF_EACH


REPEATED = """
order => {
    const told = (paid, aim) => ["A", "use", ["S", paid], [aim], [], null];
    const verbs = {use: {label: "use", names: "use", answer: false, subject: true}};
    const legal = {acts: [told("X", "X"), told("X", "Y"), told("Y", "X")], subsets: [], anytime: [], verbs};
    const taps = new Taps(legal, new Set());
    taps.tap("S");
    taps.choose(taps.next().choices[0]);
    for (const card of order) taps.tap(card);
    const act = taps.finished() || taps.next().done;
    return act && [act.cards, act.targets];
}
"""


@pytest.mark.parametrize(
    ("order", "act"),
    [("X", (["S", "X"], ["X"])), ("XY", (["S", "X"], ["Y"])), ("YX", (["S", "Y"], ["X"]))],
)
def test_what_pays_may_be_aimed_at_as_well(phone: Page, order: str, act: tuple[list[str], list[str]]) -> None:
    """It is tapped once; of two cards the first that is tapped pays."""
    assert phone.evaluate(REPEATED, list(order)) == list(act)
