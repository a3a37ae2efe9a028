"""The filter widgets in the sidebar, their keys in the URL, and links to the matches of a filter.

Not here: what filters select (``analytics.query.filters``).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import DRAWS, Draws, Filters
from analytics.metrics.population.known_cards import known_cards
from analytics.metrics.reports.records import outcomes
from analytics.query.choices import choices, editions_of
from analytics.query.choices import known as further
from analytics.query.deck_card import Board
from analytics.query.filters import BOARDS, GRADES, SIMULATED, SOUND, STAGES, Stage
from analytics.store.card_names import faces_called
from analytics.store.reader import Store
from dashboard.app import game_names, url
from dashboard.app.escape import escaped
from dashboard.app.page_cache import cached
from dashboard.app.page_context import PageContext
from dashboard.widgets.grade_names import grade_help, grade_name
from dashboard.widgets.links import ICONS, link_column, link_column_by_value

WEEKS = ("0", "4", "8", "13", "26", "52")
"""The last so many weeks; 0: all of them."""
DEFAULT_MIN_N, SMALL_MIN_N = 20, 5
"""With fewer observations intervals are too wide to be useful; where few matches are all that there is, the
charts would be empty."""
FEW_MATCHES = 100

# --- widgets ---------------------------------------------------------------------------------------------


def choose(
    page: PageContext, store: Store, *, every_grade: bool = False, one_game: bool = False, seats: bool = True
) -> Filters:
    """Draw the filters and return the reader's choice. With ``every_grade`` no grade is left out by default.

    ``one_game`` always selects one game, by default the one with the most matches, for numbers that mean
    nothing across games. Without ``seats`` there are no filters that select one seat of a match: player,
    card, archetype and that of the opponent.
    """
    known, more = choices(store), further(store)
    offered: dict[str, Iterable[str]] = {name: known[name] for name in ("format", "tournament")}
    offered["game"] = _with_editions(store, known["game"])
    offered["rounds"] = [str(number) for number in more.rounds]
    if seats:
        names = known["archetype"]
        offered |= {"player": known["player"], "archetype": names, "opponent": names}
    if seats and page.viewer.sees_cards:
        offered["card"] = known_cards(store)
        _read_card(store)
    _report_unknown(page, offered)
    with st.sidebar:
        st.subheader(page.say("word.filters"), anchor=False)
        games = (
            _of_tournaments_first(store, known["game"], known["tournament"]) if one_game else known["game"]
        )
        game, _, edition = _game(page, _with_editions(store, games), always=one_game).partition("@")
        player = _one(page, "player", known["player"]) if seats else ""
        card = _card(page, store) if seats and page.viewer.sees_cards else ""
        board = _board(page) if card and more.sided else "main"
        archetypes = known["archetype"] if seats else []
        archetype = _one(page, "archetype", archetypes) if archetypes else ""
        opponent = _one(page, "opponent", archetypes) if archetypes else ""
        format = _one(page, "format", known["format"]) if known["format"] else ""
        tournaments = _several(page, "tournament", known["tournament"])
        rounds, stage = _rounds(page, more.rounds) if more.rounds else ((), "")
        weeks = _weeks(page) if more.dated else 0
        simulated = url.segmented_control(
            "simulated",
            page.say("filter.simulated"),
            SIMULATED,
            names=lambda option: page.say(f"simulated.{option}"),
            default="any",
        )
        default = GRADES if every_grade else SOUND
        grades = url.pills(
            "grade",
            page.say("filter.grade"),
            GRADES,
            names=partial(grade_name, page.language),
            default=default,
            help=grade_help(page.language),
        )
    return Filters(
        game=game,
        edition=edition,
        player=player,
        card=card,
        tournament=tuple(tournaments),
        format=format,
        rounds=rounds,
        stage=stage,
        weeks=weeks,
        board=board,
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


def choose_min_n(page: PageContext, matches: int) -> int:
    """Draw the choice of the least n of a row in a chart; its default depends on how many ``matches`` there
    are."""
    default = DEFAULT_MIN_N if matches >= FEW_MATCHES else SMALL_MIN_N
    with st.sidebar:
        return url.number_input("min", page.say("filter.least"), least=1, default=default, step=5)


def _report_unknown(page: PageContext, offered: Mapping[str, Iterable[str]]) -> None:
    """Report values of the URL that their filter does not offer, on the page: the sidebar may be closed."""
    for name, options in offered.items():
        given = {*st.query_params.get_all(name)} - {""}
        for wrong in sorted(given.difference(options)) if given else ():  # there are thousands of options
            what = page.say(f"filter.{name}")
            st.warning(page.say("wrong.filter", what=what, given=escaped(wrong)))


def _read_card(store: Store) -> None:
    """Put the id of a card into the address where it has the card's name, as people and the command line do;
    a name that several cards have stays, and is reported."""
    given, game = st.query_params.get("card", ""), st.query_params.get("game", "").partition("@")[0]
    known = known_cards(store)
    if given and given not in known:
        called = [face for face in faces_called(given, game) if face in known]
        if len(called) == 1:
            [st.query_params["card"]] = called


def _of_tournaments_first(store: Store, games: list[str], known: list[str]) -> list[str]:
    """The games, and first those of the tournaments in the address: whoever comes from one means its game."""
    tournaments = tuple(one for one in st.query_params.get_all("tournament") if one in known)
    if not tournaments or "game" in st.query_params:
        return games
    filters = Filters(tournament=tournaments, grades=GRADES)
    played = {*cached(store, outcomes, ("game",), filters)["game"]}
    return sorted(games, key=lambda game: game not in played)


def _with_editions(store: Store, games: list[str]) -> list[str]:
    """The games, each followed by its editions (``GAME@EDITION``), if its matches were played by several; a
    single one if the address names it."""
    named, found = st.query_params.get_all("game"), []
    for game in games:
        editions = [f"{game}@{edition}" for edition in editions_of(store, game)]
        found += [game, *(one for one in editions if len(editions) > 1 or one in named)]
    return found


def _game(page: PageContext, games: list[str], *, always: bool) -> str:
    """The chosen game, or edition of it; ``""`` for all of them, unless ``always`` one is selected."""
    if len(games) < 2:
        return games[0] if always and games else ""

    def name(one: str) -> str:
        game, _, edition = one.partition("@")
        return " ".join(filter(None, (game_names.game_name(page, game), edition)))

    return _one(page, "game", games, names=name, first=always)


def _one(
    page: PageContext,
    name: str,
    options: list[str],
    *,
    names: Callable[[str], str] = str,
    first: bool = False,
) -> str:
    """One of the options, by default the ``first`` or ``""`` for all of them."""
    if not options and not st.query_params.get(name):
        return ""
    label, placeholder = page.say(f"filter.{name}"), page.say("filter.all")
    return url.selectbox(name, label, options, names=names, first=first, placeholder=placeholder) or ""


def _several(page: PageContext, name: str, options: list[str]) -> list[str]:
    """Any of the options, none for all of them."""
    if not options:
        return []
    return url.multiselect(name, page.say(f"filter.{name}"), options, placeholder=page.say("filter.all"))


def _rounds(page: PageContext, rounds: list[int]) -> tuple[tuple[int, ...], Stage]:
    """Rounds by number, and which part of tournaments."""
    picked = _several(page, "rounds", [str(number) for number in rounds])
    stage = url.segmented_control(
        "stage",
        page.say("filter.stage"),
        STAGES,
        names=lambda option: page.say(f"stage.{option or 'any'}"),
        default="",
    )
    return tuple(map(int, picked)), stage


def _weeks(page: PageContext) -> int:
    """The last weeks, counted back from the last day of play; 0 for all of them."""
    picked = url.segmented_control(
        "weeks",
        page.say("filter.weeks"),
        WEEKS,
        names=lambda option: page.say("filter.all") if option == WEEKS[0] else option,
        default=WEEKS[0],
    )
    return int(picked)


def _board(page: PageContext) -> Board:
    """Where the card is looked for."""
    return url.segmented_control(
        "board",
        page.say("filter.board"),
        BOARDS,
        names=lambda option: page.say(f"board.{option}"),
        default="main",
    )


def _card(page: PageContext, store: Store) -> str:
    """One of the cards that occur in games, by name."""
    names = known_cards(store)
    return _one(page, "card", list(names), names=lambda card: names[card][page.language])


# --- links -----------------------------------------------------------------------------------------------


def query_params(filters: Filters) -> dict[str, str | list[str]]:
    """The query of the matches page for these filters."""
    game = "@".join(filter(None, (filters.game, filters.edition)))
    values: dict[str, str | list[str]] = {"game": game}
    values |= {name: getattr(filters, name) for name in ("player", "card", "stage", "archetype", "format")}
    values |= {"opponent": filters.opponent_archetype, "tournament": list(filters.tournaments)}
    values |= {"rounds": [str(number) for number in filters.rounds]}
    values["weeks"] = str(filters.weeks) if filters.weeks else ""
    values["board"] = filters.board if filters.card and filters.board != "main" else ""
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
