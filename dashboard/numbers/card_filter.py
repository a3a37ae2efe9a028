"""The choice of cards by kind and by cost, for tables of all cards of a game.

Not here: filters that choose matches (``filters``).
"""

from collections.abc import Iterable
from functools import cache

import polars as pl
import streamlit as st

from dashboard.app import url
from dashboard.app.game_names import card_name, kind_name
from dashboard.app.page_context import PageContext
from engine.games.registry import editions_of
from events.model.changes import FaceId

NO_COST = "X"
"""Of a card whose cost is chosen as it is played."""
Printed = dict[FaceId, tuple[str, str]]
"""Face → kind and cost, as the options of both choices name them."""


def choose(page: PageContext, game: str) -> list[FaceId] | None:
    """Draw both choices; None where they leave every card in."""
    printed = _printed(game)
    kinds, costs = ({facts[part] for facts in printed.values()} for part in (0, 1))
    if len(kinds) < 2:
        return None
    everything = page.say("filter.all")
    with st.container(horizontal=True):
        kind = url.multiselect(
            "kind",
            page.say("cards.kind"),
            sorted(kinds),
            placeholder=everything,
            names=lambda kind: kind_name(page, game, kind),
        )
        cost = url.multiselect("cost", page.say("cards.cost"), _in_order(costs), placeholder=everything)
    if not kind and not cost:
        return None
    return [
        face
        for face, (own, costs_it) in printed.items()
        if own in (kind or kinds) and costs_it in (cost or costs)
    ]


def printed_cards(page: PageContext, game: str, faces: Iterable[FaceId]) -> pl.DataFrame:
    """``card name kind cost`` of these cards in the language of the page, by name; kind and cost are null
    for those of no installed set."""
    printed = _printed(game)
    known = ((face, *printed.get(face, (None, None))) for face in faces)
    rows = [
        (face, card_name(page, game, face), kind and kind_name(page, game, kind), cost)
        for face, kind, cost in known
    ]
    schema = dict.fromkeys(("card", "name", "kind", "cost"), pl.String)
    return pl.DataFrame(rows, schema, orient="row").sort("name")


@cache
def _printed(game: str) -> Printed:
    """All cards of all sets; a later edition overrides earlier ones, as with names."""
    return {
        face: (card.kind, NO_COST if card.cost is None else str(card.cost))
        for rules in editions_of(game)
        for cards in rules.sets.values()
        for face, card in cards.cards.items()
    }


def _in_order(costs: Iterable[str]) -> list[str]:
    return sorted(costs, key=lambda cost: (cost == NO_COST, int(cost) if cost != NO_COST else 0))
