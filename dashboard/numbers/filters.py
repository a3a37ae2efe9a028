"""The filter widgets in the sidebar, their keys in the URL, and links to the matches of a filter.

Not here: what filters select (``analytics.query.filters``).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, get_args

import polars as pl
import streamlit as st

from analytics.metrics import DRAWS, Draws, Filters
from analytics.metrics.population.known_cards import known_cards
from analytics.query.choices import choices
from analytics.query.filters import GRADES, SOUND, Simulated
from analytics.store.reader import Store
from dashboard.app import game_names, url
from dashboard.app.escape import escaped
from dashboard.app.page_cache import cached
from dashboard.app.page_context import PageContext
from dashboard.widgets.links import ICONS, link_column, link_column_by_value

SIMULATED: tuple[Simulated, ...] = get_args(Simulated)
DEFAULT_MIN_N = 20
"""With fewer observations intervals are too wide to be useful."""

# --- widgets ---------------------------------------------------------------------------------------------


def choose(
    page: PageContext, store: Store, *, every_grade: bool = False, one_game: bool = False, seats: bool = True
) -> Filters:
    """Draw the filters and return the reader's choice. With ``every_grade`` no grade is left out by default.

    ``one_game`` always selects one game, by default the one with the most matches, for numbers that mean
    nothing across games. Without ``seats`` there are no filters that select one seat of a match: player,
    card, archetype and that of the opponent.
    """
    known = cached(store, choices)
    with st.sidebar:
        st.subheader(page.say("word.filters"), anchor=False)
        game = _game(page, known["game"], always=one_game)
        player = _one(page, "player", known["player"]) if seats else ""
        card = _card(page, store) if seats and page.viewer.sees_cards else ""
        archetypes = known["archetype"] if seats else []
        archetype = _one(page, "archetype", archetypes) if archetypes else ""
        opponent = _one(page, "opponent", archetypes) if archetypes else ""
        tournament = _one(page, "tournament", known["tournament"])
        simulated = url.segmented_control(
            "simulated",
            page.say("filter.simulated"),
            SIMULATED,
            names=lambda option: page.say(f"simulated.{option}"),
            default="any",
        )
        default = GRADES if every_grade else SOUND
        grades = url.pills("grade", page.say("filter.grade"), GRADES, default=default)
    return Filters(
        game=game,
        player=player,
        card=card,
        tournament=tournament,
        simulated=simulated,
        grades=tuple(grades) or GRADES,
        archetype=archetype,
        opponent_archetype=opponent,
    )


def choose_draws(page: PageContext) -> Draws:
    """Draw the choice of what a draw is worth."""
    with st.sidebar:
        return url.segmented_control(
            "draws",
            page.say("filter.draws"),
            DRAWS,
            names=lambda option: page.say(f"draws.{option}"),
            default=DRAWS[0],
        )


def choose_min_n(page: PageContext) -> int:
    """Draw the choice of the least n of a row in a chart."""
    with st.sidebar:
        return url.number_input("min", page.say("filter.least"), least=1, default=DEFAULT_MIN_N, step=5)


def _game(page: PageContext, games: list[str], *, always: bool) -> str:
    """The chosen game; ``""`` for all of them, unless ``always`` one is selected."""
    if len(games) < 2:
        return games[0] if always and games else ""
    name = partial(game_names.game_name, page)
    chosen = _one(page, "game", games, names=name, placeholder=name(games[0]) if always else "")
    return chosen or (games[0] if always else "")


def _one(
    page: PageContext,
    name: str,
    options: list[str],
    *,
    names: Callable[[str], str] = str,
    placeholder: str = "",
) -> str:
    """One of the options, or ``""`` for all of them; a value of the URL that is no option is reported."""
    given = st.query_params.get(name)
    if not options and not given:
        return ""
    if given and given not in options:
        st.warning(page.say("wrong.filter", what=page.say(f"filter.{name}"), given=escaped(given)))
    label, placeholder = page.say(f"filter.{name}"), placeholder or page.say("filter.all")
    return url.selectbox(name, label, options, names=names, placeholder=placeholder) or ""


def _card(page: PageContext, store: Store) -> str:
    """One of the cards that occur in games, by name."""
    names = known_cards(store)
    return _one(page, "card", list(names), names=lambda card: names[card][page.language])


# --- links -----------------------------------------------------------------------------------------------


def query_params(filters: Filters) -> dict[str, str | list[str]]:
    """The query of the matches page for these filters."""
    values = {name: getattr(filters, name) for name in ("game", "player", "card", "tournament")}
    values |= {"archetype": filters.archetype, "opponent": filters.opponent_archetype}
    values["simulated"] = "" if filters.simulated == "any" else filters.simulated
    return {key: value for key, value in values.items() if value} | {"grade": list(filters.grades)}


def matches_link(page: PageContext, filters: Filters, label: str = "") -> None:
    """Draw a link to the matches of these filters."""
    st.page_link(
        page.pages["matches"],
        label=label or page.say("link.matches"),
        icon=ICONS["matches"],
        query_params=query_params(filters),
    )


def match_links(page: PageContext, filters: Filters, **values: Sequence[Any] | pl.Series) -> pl.Series:
    """Links to the matches of each row: ``filters`` with the row's ``values`` of the named filters."""
    if len(values) == 1:
        ((name, column),) = values.items()
        return link_column_by_value(page, "matches", column, lambda value: _replaced(filters, {name: value}))
    rows = (dict(zip(values, row, strict=True)) for row in zip(*values.values(), strict=True))
    return link_column(page, "matches", (_replaced(filters, row) for row in rows))


def _replaced(filters: Filters, values: dict[str, Any]) -> dict[str, str | list[str]]:
    return query_params(replace(filters, **values))
