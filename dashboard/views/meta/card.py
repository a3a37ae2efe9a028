"""The page of one card: its win rates, when it is played, its acts and answers, and the decks that play it.

Not here: the numbers (``analytics.metrics.reports.profile``, ``analytics.metrics.reports.chains``).
"""

from dataclasses import replace
from functools import partial

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, Filters, Metric
from analytics.metrics.estimates import Estimates
from analytics.metrics.population.example_event import with_example_event
from analytics.metrics.population.known_cards import cards_with_numbers
from analytics.metrics.publish.pivot import pivot
from analytics.metrics.reports.chains import ACTS, answers, declared, of_card, verbs
from analytics.metrics.reports.profile import available_metrics, in_archetypes, metrics_of, plays, profile
from analytics.store.reader import Store
from dashboard.app import game_names
from dashboard.app.page_context import PageContext
from dashboard.charts.chart import draw
from dashboard.charts.steps import steps
from dashboard.numbers import card_filter
from dashboard.numbers.act_tables import act_table, frequent_pairs, pair_table
from dashboard.numbers.filters import match_links
from dashboard.numbers.metric_text import neutral_value, show_definition, unit_of_n
from dashboard.numbers.rate_chart import draw_rates, metric_rows
from dashboard.numbers.rate_tables import metric_table, rate_table
from dashboard.numbers.selection import Selection, select
from dashboard.widgets import export
from dashboard.widgets.links import link_column_by_value
from dashboard.widgets.panes import folded_table
from dashboard.widgets.tables import table
from engine.text.phrase import capital

DECK, TURN = METRICS["gp_wr"], METRICS["turn_played"]


def show(page: PageContext) -> None:
    """Draw the page."""
    selection = select(page)
    if selection is None:
        return
    if not page.viewer.sees_cards:
        st.caption(page.say("access.cards"))
        return
    card, game = selection.filters.card, selection.filters.game
    if not card:
        st.info(page.say("card.choose"), icon=":material/style:")
        st.page_link(page.pages["cards"], label=page.say("card.all"), icon=":material/table:")
        _all_cards(page, selection)
        return
    all_decks = replace(selection.filters, card="")  # among decks with the card, its share would be 100 %
    st.subheader(game_names.card_name(page, game, card), anchor=False)
    ids = available_metrics(selection.store, game)
    found = selection.cached(profile, all_decks, draws=selection.draws, ids=ids, card=card)
    if found.rows.is_empty():
        st.info(page.say("card.none"), icon=":material/style:")
        return
    _metrics(page, selection, found)
    _turns(page, selection, card)
    _archetypes(page, selection, card)
    st.subheader(page.say("card.acts"), anchor=False)
    act_table(page, selection, selection.cached(_acts, all_decks, card), key="card-acts")
    _answers(page, selection, card)


def _all_cards(page: PageContext, selection: Selection) -> None:
    """The cards that these matches have numbers of, with kind and cost, each linked to its page."""
    game = selection.filters.game
    rows = card_filter.printed_cards(page, game, selection.cached(cards_with_numbers, game))
    links = link_column_by_value(page, "card", rows["card"], lambda card: {"card": card, "game": game})
    headings = {
        "name": page.say("column.name"),
        "kind": page.say("cards.kind"),
        "cost": page.say("cards.cost"),
    }
    table(page, rows.with_columns(links), headings, key="card-all")


def _metrics(page: PageContext, selection: Selection, found: Estimates) -> None:
    """All metrics of the card: win rates and effects as charts, the others as a table."""
    metrics = metrics_of(found)
    wins = [metric for metric in metrics if metric.is_win_rate]
    effects = [metric for metric in metrics if metric.unit == "difference"]
    others = [metric for metric in metrics if metric not in (*wins, *effects)]
    chart = None
    if wins:
        rows, base = _rows(page, found, wins), neutral_value(wins[0])
        chart = draw_rates(page, rows, page.say("card.wins"), min_n=selection.min_n, base=base)
    if effects:
        rows = _rows(page, found, effects)
        title = page.say("rates.points", name=page.say("card.effects"))
        draw_rates(page, rows, title, min_n=selection.min_n, share=False, base=0.0)
    if others:
        metric_table(page, found.only([metric.id for metric in others]), key="card-numbers")
    st.caption(f"{page.say('card.counted')}  \n{page.say('cards.methods')}")
    export.menu(page, lambda: selection.export("card", pivot(found)), chart, key="export-card")


def _rows(page: PageContext, found: Estimates, metrics: list[Metric]) -> pl.DataFrame:
    """The metrics of one card as rows of a chart."""
    rows = [
        metric_rows(found, metric, "name").with_columns(
            name=pl.lit(capital(metric.name[page.language])), counted=pl.lit(unit_of_n(page, metric))
        )
        for metric in metrics
    ]
    return pl.concat(rows)


def _turns(page: PageContext, selection: Selection, card: str) -> None:
    """The share of games in which the card was played by the end of each turn."""
    rows = selection.cached(plays, card, replace(selection.filters, card=""))
    if rows.is_empty() or rows["n"][0] < selection.min_n:
        return
    st.subheader(capital(TURN.name[page.language]), anchor=False)
    chart = steps(
        pl.concat([_nothing_yet(rows), rows]),
        along=page.say("column.turns"),
        title=page.say("card.played-by"),
        interval=page.say("column.interval"),
    )
    draw(chart, alt=page.say("card.when-alt", n=rows["n"][0]))
    st.caption(page.say("card.when", n=f"{rows['n'][0]:,}"))
    export.menu(page, selection.export("card-turns", rows), chart, key="export-turns")


def _nothing_yet(rows: pl.DataFrame) -> pl.DataFrame:
    """Before the first turn nothing was played: where the line begins, that of two turns as well."""
    first = rows.head(1)
    zeros = {name: pl.lit(0, rows.schema[name]) for name in ("turn", "rate", "low", "high")}
    return first.filter(pl.col("turn") > 0).with_columns(**zeros)


def _archetypes(page: PageContext, selection: Selection, card: str) -> None:
    """Win rates of the decks that play the card, by archetype."""
    all_decks = replace(selection.filters, card="")
    found = selection.cached(in_archetypes, card, all_decks, draws=selection.draws)
    if found.is_empty():
        return
    st.subheader(page.say("tempo.archetype"), anchor=False)
    rows = found.rename({"archetype": "name"}).sort("n", descending=True)
    title = DECK.name[page.language]
    told = rows.with_columns(counted=pl.lit(unit_of_n(page, DECK)))
    chart = draw_rates(page, told, title, min_n=selection.min_n, base=neutral_value(DECK))
    show_definition(page, DECK)
    export.menu(page, selection.export("card-archetypes", found), chart, key="export-archetypes")
    links = match_links(page, selection.filters, archetype=rows["name"])
    draw_table = partial(rate_table, page, rows, title, key="card-archetypes-numbers", links=[links])
    folded_table(page, "card-archetypes-table", draw_table)


def _acts(store: Store, filters: Filters, card: str) -> pl.DataFrame:
    """The kinds of acts with a card, each with an example event."""
    rows = verbs(declared(store, filters, card=card))
    return with_example_event(store, rows, filters, fact=ACTS, by=("verb",), where=of_card(card))


def _answers(page: PageContext, selection: Selection, card: str) -> None:
    """Which cards answered the card, and which ones it answered; examples are looked up when opened."""
    all_decks = replace(selection.filters, card="")
    pairs = selection.cached(answers, all_decks, card=card)
    for side, own in (("answered_by", "answered"), ("answered", "answered_by")):
        rows = pairs.filter(pl.col(own) == card)
        if rows.is_empty():
            continue
        folded = st.expander(page.say(f"card.{own}"), key=f"card-{own}-folded", on_change="rerun")
        if folded.open:
            with folded:
                shown = frequent_pairs(page, selection, rows, all_decks)
                pair_table(page, selection, shown, sides=(side,), key=f"card-{own}")
