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
from dashboard.app.escape import plain
from dashboard.app.page_cache import kept
from dashboard.app.page_context import PageContext
from dashboard.widgets.listing import ICONS

SIMULATED: tuple[Simulated, ...] = get_args(Simulated)
LEAST = 20
"""With fewer observations an interval says next to nothing."""


def choose(
    here: PageContext, store: Store, *, every_grade: bool = False, one_game: bool = False, seats: bool = True
) -> Filters:
    """What the reader wants to count. With ``every_grade`` nothing is left out to begin with.

    ``one_game``: numbers over several games would mean nothing, so without a choice it is the one with the
    most matches. Without ``seats`` there is no choice of what would choose one seat of a match: a player, a
    card, a deck or that of the opponent.
    """
    known = kept(store, choices)
    with st.sidebar:
        st.subheader(here.say("word.filters"), anchor=False)
        game = _game(here, known["game"], one=one_game)
        player = _one(here, "player", known["player"]) if seats else ""
        seen = seats and here.viewer.sees_cards
        card = _card(here, store) if seen else ""
        named = known["archetype"] if seats else []
        archetype = _one(here, "archetype", named) if named else ""
        opponent = _one(here, "opponent", named) if named else ""
        tournament = _one(here, "tournament", known["tournament"])
        simulated = url.segments(
            "simulated",
            here.say("filter.simulated"),
            SIMULATED,
            names=lambda option: here.say(f"simulated.{option}"),
            default="any",
        )
        grades = url.some_of(
            "grade", here.say("filter.grade"), GRADES, default=GRADES if every_grade else SOUND
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


def link(here: PageContext, chosen: Filters, label: str = "") -> None:
    """The way to the matches that these filters choose; by default the label says just that."""
    st.page_link(
        here.pages["matches"],
        label=label or here.say("link.matches"),
        icon=ICONS["matches"],
        query_params=asked(chosen),
    )


def asked(chosen: Filters) -> dict[str, str | list[str]]:
    """What stands in the query of the page of matches that these filters choose."""
    one = {name: getattr(chosen, name) for name in ("game", "player", "card", "tournament")}
    one |= {"archetype": chosen.archetype, "opponent": chosen.opponent_archetype}
    one["simulated"] = "" if chosen.simulated == "any" else chosen.simulated
    return {key: value for key, value in one.items() if value} | {"grade": list(chosen.grades)}


def draws(here: PageContext) -> Draws:
    """What a draw is worth."""
    with st.sidebar:
        return url.segments(
            "draws",
            here.say("filter.draws"),
            DRAWS,
            names=lambda option: here.say(f"draws.{option}"),
            default=DRAWS[0],
        )


def least(here: PageContext) -> int:
    """With fewer observations a row is withheld from the charts."""
    with st.sidebar:
        return url.number("min", here.say("filter.least"), least=1, default=LEAST, step=5)


def _game(here: PageContext, games: list[str], *, one: bool) -> str:
    """The game to count, if there are several; with ``one`` never all of them."""
    if len(games) < 2:
        return games[0] if one and games else ""
    called = partial(game_names.game, here)
    chosen = _one(here, "game", games, names=called, everything=called(games[0]) if one else "")
    return chosen or (games[0] if one else "")


def _one(
    here: PageContext,
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
        st.warning(here.say("wrong.filter", what=here.say(f"filter.{name}"), given=plain(asked)))
    placeholder = everything or here.say("filter.all")
    chosen = url.one_of(name, here.say(f"filter.{name}"), options, names=names, placeholder=placeholder)
    return chosen or ""


def _card(here: PageContext, store: Store) -> str:
    """One of the cards that were seen in games, by their names."""
    names = known_cards(store)
    return _one(here, "card", list(names), names=lambda card: names[card][here.language])
