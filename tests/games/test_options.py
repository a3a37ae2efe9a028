"""Every act that a judges' case makes is among the options of its ask.

The cases go where matches played at random seldom do. Not here: that options and check agree on acts of
every sort (``tests/laws``).
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from engine.audit.coverage import shown_cases
from engine.case import run
from engine.kernel.game import Game
from engine.kernel.legality import options
from tests.games.expected import Expected, each_ruleset
from tests.laws.test_legality import OPTIONS_MOST, key

play = Game.act


@pytest.mark.parametrize("expected", **each_ruleset)
def test_what_cases_do_is_on_offer(expected: Expected, monkeypatch: pytest.MonkeyPatch) -> None:
    missing: list[Any] = []
    seen: Counter[str] = Counter()

    def watched(game: Game, act: Any) -> Any:
        """The act as it is played; what was on offer is listed before, as long as it is no endless list."""
        asked, offered = game.ask, set()
        if asked is not None and asked.verbs[0] not in expected.unlisted:
            offered = {key(game, option) for option in islice(options(game), OPTIONS_MOST)}
        said = key(game, act) if offered else None
        derived = play(game, act)
        if offered and asked is not None and act.verb in asked.verbs:
            seen[act.verb] += 1
            if said not in offered:
                missing.append(act)
        return derived

    monkeypatch.setattr(Game, "act", watched)
    rules = expected.rules
    for case in {(shown.case.path, shown.case.at.line): shown.case for shown in shown_cases(rules)}.values():
        run(case)
    assert missing == []
    asked_in_play = set(rules.verbs) - set(rules.anytime_acts) - (expected.unlisted - {"shuffle"})
    assert set(seen) == asked_in_play - expected.elsewhere, "no case makes such an act"
