"""The top of the first page: what kifuda is in one sentence, the games in their colours, and three doors.

Not here: which matches they lead to (``highlights``), the numbers of the page (``views.overview``).
"""

import polars as pl
import streamlit as st

from analytics.metrics.estimates import Estimates
from analytics.query.choices import choices
from analytics.store.reader import Store
from dashboard.app.escape import escaped
from dashboard.app.game_names import game_colour, game_name
from dashboard.app.page_context import PageContext
from dashboard.app.source import TABLE
from dashboard.front import guide
from dashboard.front.highlights import Highlights, Row, playing
from dashboard.match.dispute_text import dispute_text
from dashboard.match.picker import KEY as MATCH
from dashboard.numbers import meta_share
from dashboard.numbers.leaning_text import leaning_text
from dashboard.numbers.number_format import percent

EVEN = 0.5
MOST_DECKS = 3


def introduce(page: PageContext) -> None:
    """Say what kifuda is."""
    st.html(guide.STYLE)
    st.markdown(f"#### {page.say('front.what')}")


def games(page: PageContext, store: Store, chosen: str) -> None:
    """The games of the log, each in its own colour; the ``chosen`` one is marked."""
    known = choices(store)["game"]
    if len(known) < 2:
        return
    with st.container(horizontal=True, gap="small", key="front-games"):
        for game in known:
            here = "-here" if game == chosen else ""
            with st.container(width="content", key=f"game{here}-{game}--{game_colour(page, game)}"):
                st.page_link(
                    page.pages["overview"],
                    label=escaped(game_name(page, game)),
                    icon=":material/check:" if here else ":material/playing_cards:",
                    query_params={"game": game},
                    width="content",
                )


def show(page: PageContext, found: Highlights, decks: Estimates, *, game: str) -> None:
    """Draw the doors; ``decks`` is the answer of ``analytics.metrics.reports.archetypes.field``."""
    doors = st.columns(3)
    with doors[0]:
        _watch(page, found.watch, game)
    with doors[1]:
        _dispute(page, found.disputed, game)
    with doors[2]:
        _wins(page, decks, game)
    if found.complete:
        guide.offer(page, found, game)


def _watch(page: PageContext, row: Row | None, game: str) -> None:
    with st.container(border=True, height="stretch", key=f"door-watch--{game_colour(page, game)}"):
        st.markdown(f"##### :material/play_circle: {page.say('front.watch')}")
        if row is None:
            st.markdown(page.say("front.watch-none"))
            return
        st.markdown(f"**{_players(row)}**  \n{_told(page, row)}")
        _go(page, "replay", "front.watch-go", playing(page, row))


def _dispute(page: PageContext, row: Row | None, game: str) -> None:
    colour = game_colour(page, row["game"] if row else game)
    with st.container(border=True, height="stretch", key=f"door-dispute--{colour}"):
        st.markdown(f"##### :material/gavel: {page.say('front.dispute')}")
        if row is None:
            st.markdown(page.say("front.dispute-none"))
            return
        st.markdown(f"**{_players(row)}**  \n{_in_dispute(page, row['match']) or _told(page, row)}")
        _go(page, "audit", "front.dispute-go", {MATCH: row["match"]})


def _wins(page: PageContext, decks: Estimates, game: str) -> None:
    with st.container(border=True, height="stretch", key=f"door-wins--{game_colour(page, game)}"):
        st.markdown(f"##### :material/emoji_events: {page.say('front.wins')}")
        lines = [
            f"**{escaped(row['archetype'])}** {percent(row['rate'])} · "
            f"{leaning_text(page, row['low'], row['high'], row['n'])}"
            for row in winners(decks).iter_rows(named=True)
        ]
        st.markdown("  \n".join(lines) or page.say("front.wins-cards"))
        target = "matchups" if lines else "meta"
        _go(page, target, f"front.wins-{target}", {"game": game})


def winners(decks: Estimates) -> pl.DataFrame:
    """The decks that win more than they lose, ranked by the lower end of the interval, so that few matches do
    not rank high; without any, the one that loses least."""
    rows = meta_share.field_rows(decks.named()).drop_nulls(["archetype", "rate", "low"])
    ranked = rows.sort("low", "archetype", descending=[True, False])
    best = ranked.filter(pl.col("rate") > EVEN).head(MOST_DECKS)
    return ranked.head(1) if best.is_empty() else best


def _go(page: PageContext, target: str, text: str, query: dict[str, str]) -> None:
    with st.container(key=f"go-{target}"):
        icon = ":material/arrow_forward:"
        st.page_link(page.pages[target], label=page.say(text), icon=icon, query_params=query)


def _players(row: Row) -> str:
    return escaped(" – ".join(name or "?" for name in row["players"]))


def _told(page: PageContext, row: Row) -> str:
    """Game, day and length of a match."""
    day = row["played"].isoformat() if row["played"] else ""
    parts = [game_name(page, row["game"]), day, page.say("front.turns", n=row["turns"])]
    return escaped(" · ".join(filter(None, parts)))


def _in_dispute(page: PageContext, id: str) -> str:
    """What record and rules say of the first thing in dispute; nothing for who may not see all of it."""
    if TABLE not in page.source.perspectives(id):
        return ""
    match = page.source.match(id, TABLE)
    texts = (dispute_text(match, finding, page.language) for finding in page.source.verdict(id).findings)
    first = next(filter(None, texts), None)
    if first is None:
        return ""
    if not first.about:  # an act that the rules refuse: their reason tells both
        return escaped(first.ruled)
    facts = {"about": first.about, "recorded": first.recorded, "ruled": first.ruled}
    return page.say("front.in-dispute", **{name: escaped(text) for name, text in facts.items()})
