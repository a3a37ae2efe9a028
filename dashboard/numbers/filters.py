"""The filters at the side of a page, and their names in the URL.

Not here: what they do (``analytics.query.filters``).
"""

from collections.abc import Callable
from functools import partial
from typing import get_args

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
from dashboard.widgets.listing import ICONS

SIMULATED: tuple[Simulated, ...] = get_args(Simulated)
LEAST = 20
"""With fewer observations an interval says next to nothing."""


def choose(
    page: PageContext, store: Store, *, every_grade: bool = False, one_game: bool = False, seats: bool = True
) -> Filters:
    """What the reader wants to count. With ``every_grade`` nothing is left out to begin with.

    ``one_game``: numbers over several games would mean nothing, so without a choice it is the one with the
    most matches. Without ``seats`` there is no choice of what would choose one seat of a match: a player, a
    card, a deck or that of the opponent.
    """
    known = cached(store, choices)
    with st.sidebar:
        st.subheader(page.say("word.filters"), anchor=False)
        game = _game(page, known["game"], one=one_game)
        player = _one(page, "player", known["player"]) if seats else ""
        seen = seats and page.viewer.sees_cards
        card = _card(page, store) if seen else ""
        named = known["archetype"] if seats else []
        archetype = _one(page, "archetype", named) if named else ""
        opponent = _one(page, "opponent", named) if named else ""
        tournament = _one(page, "tournament", known["tournament"])
        simulated = url.segmented_control(
            "simulated",
            page.say("filter.simulated"),
            SIMULATED,
            names=lambda option: page.say(f"simulated.{option}"),
            default="any",
        )
        grades = url.pills(
            "grade", page.say("filter.grade"), GRADES, default=GRADES if every_grade else SOUND
        )
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


def matches_link(page: PageContext, chosen: Filters, label: str = "") -> None:
    """The way to the matches that these filters choose; by default the label says just that."""
    st.page_link(
        page.pages["matches"],
        label=label or page.say("link.matches"),
        icon=ICONS["matches"],
        query_params=query_params(chosen),
    )


def query_params(chosen: Filters) -> dict[str, str | list[str]]:
    """What stands in the query of the page of matches that these filters choose."""
    one = {name: getattr(chosen, name) for name in ("game", "player", "card", "tournament")}
    one |= {"archetype": chosen.archetype, "opponent": chosen.opponent_archetype}
    one["simulated"] = "" if chosen.simulated == "any" else chosen.simulated
    return {key: value for key, value in one.items() if value} | {"grade": list(chosen.grades)}


def choose_draws(page: PageContext) -> Draws:
    """What a draw is worth."""
    with st.sidebar:
        return url.segmented_control(
            "draws",
            page.say("filter.draws"),
            DRAWS,
            names=lambda option: page.say(f"draws.{option}"),
            default=DRAWS[0],
        )


def choose_min_n(page: PageContext) -> int:
    """With fewer observations a row is withheld from the charts."""
    with st.sidebar:
        return url.number_input("min", page.say("filter.least"), least=1, default=LEAST, step=5)


def _game(page: PageContext, games: list[str], *, one: bool) -> str:
    """The game to count, if there are several; with ``one`` never all of them."""
    if len(games) < 2:
        return games[0] if one and games else ""
    called = partial(game_names.game_name, page)
    chosen = _one(page, "game", games, names=called, everything=called(games[0]) if one else "")
    return chosen or (games[0] if one else "")


def _one(
    page: PageContext,
    name: str,
    options: list[str],
    *,
    names: Callable[[str], str] = str,
    everything: str = "",
) -> str:
    """One of the options, or ``""`` for all of them, which is called ``everything`` where that is given."""
    asked = st.query_params.get(name)
    if not options and not asked:
        return ""  # nothing to choose from
    if asked and asked not in options:
        st.warning(page.say("wrong.filter", what=page.say(f"filter.{name}"), given=escaped(asked)))
    placeholder = everything or page.say("filter.all")
    chosen = url.selectbox(name, page.say(f"filter.{name}"), options, names=names, placeholder=placeholder)
    return chosen or ""


def _card(page: PageContext, store: Store) -> str:
    """One of the cards that were seen in games, by their names."""
    names = known_cards(store)
    return _one(page, "card", list(names), names=lambda card: names[card][page.language])
