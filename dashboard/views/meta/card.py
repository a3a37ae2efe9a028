"""The page of one card: how often it wins, when it is played, what becomes of it, and in which decks.

Not here: the numbers (``analytics.metrics.reports.profile``, ``analytics.metrics.reports.chains``).
"""

from dataclasses import replace
from functools import partial

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, Filters, Metric
from analytics.metrics.population.example_event import with_example_event
from analytics.metrics.reports.chains import ACTS, answers, declared, of_card, verbs
from analytics.metrics.reports.profile import available_metrics, in_archetypes, metrics_of, plays, profile
from analytics.store.card_names import card_name
from analytics.store.reader import Store
from dashboard.app.page_context import PageContext
from dashboard.charts.chart import draw
from dashboard.charts.steps import steps
from dashboard.numbers import act_tables, filters, rates, selection
from dashboard.numbers.selection import Counted
from dashboard.widgets import export, listing
from dashboard.widgets.panes import folded_table
from engine.text.phrase import capital

DECK, TURN = METRICS["gp_wr"], METRICS["turn_played"]


def show(page: PageContext) -> None:
    """Draw the page."""
    found = selection.begin(page)
    if found is None:
        return
    if not page.viewer.sees_cards:
        st.caption(page.say("access.cards"))
        return
    card = found.chosen.card
    if not card:
        st.info(page.say("card.choose"), icon=":material/style:")
        st.page_link(page.pages["cards"], label=page.say("card.all"), icon=":material/table:")
        return
    everywhere = replace(found.chosen, card="")  # among its own decks its share would be all of them
    st.subheader(card_name(found.chosen.game, card)[page.language], anchor=False)
    ids = available_metrics(found.store, found.chosen.game)
    cards = found.cached(profile, everywhere, draws=found.draws, ids=ids, card=card)
    if cards.is_empty():
        st.info(page.say("card.none"), icon=":material/style:")
        return
    _numbers(page, found, cards)
    _when(page, found, card)
    _decks(page, found, card)
    st.subheader(page.say("card.acts"), anchor=False)
    act_tables.verbs(page, found, found.cached(_verbs, everywhere, card), key="card-acts")
    _answers(page, found, card)


def _answers(page: PageContext, found: Counted, card: str) -> None:
    """What answered the card, and what it answered; an event of each pair is looked for where it is shown."""
    everywhere = replace(found.chosen, card="")
    pairs = found.cached(answers, everywhere, card=card)
    for side, own in (("answered_by", "answered"), ("answered", "answered_by")):
        rows = pairs.filter(pl.col(own) == card)
        if rows.is_empty():
            continue
        folded = st.expander(page.say(f"card.{own}"), key=f"card-{own}-folded", on_change="rerun")
        if folded.open:
            with folded:
                listed = act_tables.leading(page, found, rows, everywhere)
                act_tables.pairs(page, found, listed, sides=(side,), key=f"card-{own}")


def _verbs(store: Store, filters: Filters, card: str) -> pl.DataFrame:
    """The kinds of acts with a card, and one act of each."""
    rows = verbs(declared(store, filters, card=card))
    return with_example_event(store, rows, filters, fact=ACTS, by=("verb",), where=of_card(card))


def _numbers(page: PageContext, found: Counted, cards: pl.DataFrame) -> None:
    """All that is known of the card: win rates, effects in percentage points, and other numbers."""
    metrics = metrics_of(cards)
    wins = [metric for metric in metrics if metric.is_win_rate]
    effects = [metric for metric in metrics if metric.unit == "difference"]
    others = [metric for metric in metrics if metric not in (*wins, *effects)]
    chart = None
    if wins:
        rows = _rows(page, cards, wins)
        chart = rates.chart(page, rows, page.say("card.wins"), least=found.least, base=rates.base(wins[0]))
    if effects:
        rows = _rows(page, cards, effects)
        title = page.say("rates.points", name=page.say("card.effects"))
        rates.chart(page, rows, title, least=found.least, share=False, base=0.0)
    if others:
        rates.numbers(page, cards, others, key="card-numbers")
    st.caption(page.say("cards.methods"))
    export.menu(page, found.taken("card", cards), chart, key="export-card")


def _rows(page: PageContext, cards: pl.DataFrame, metrics: list[Metric]) -> pl.DataFrame:
    """The metrics of one card as rows of a chart."""
    one = cards.with_columns(pl.lit("").alias("name"))
    named = [
        rates.of_metric(one, metric, "name").with_columns(name=pl.lit(metric.name[page.language]))
        for metric in metrics
    ]
    return pl.concat(named)


def _when(page: PageContext, found: Counted, card: str) -> None:
    """By which turn it had been played, where it had come to hand."""
    rows = found.cached(plays, card, replace(found.chosen, card=""))
    if rows.is_empty() or rows["n"][0] < found.least:
        return
    st.subheader(capital(TURN.name[page.language]), anchor=False)
    chart = steps(
        rows,
        along=page.say("column.turns"),
        title=page.say("card.played-by"),
        interval=page.say("column.interval"),
    )
    draw(chart, alt=page.say("card.when-alt", n=rows["n"][0]))
    st.caption(page.say("card.when", n=f"{rows['n'][0]:,}"))
    export.menu(page, found.taken("card-turns", rows), chart, key="export-turns")


def _decks(page: PageContext, found: Counted, card: str) -> None:
    """How often the decks win that play it, by archetype."""
    rows = found.cached(in_archetypes, card, replace(found.chosen, card=""), draws=found.draws)
    if rows.is_empty():
        return
    st.subheader(page.say("tempo.archetype"), anchor=False)
    named = rows.rename({"archetype": "name"}).sort("n", descending=True)
    title = DECK.name[page.language]
    chart = rates.chart(page, named, title, least=found.least, base=rates.base(DECK))
    rates.meaning(page, DECK)
    export.menu(page, found.taken("card-archetypes", rows), chart, key="export-archetypes")
    folded_table(page, "card-archetypes-table", partial(_listed, page, found, named))


def _listed(page: PageContext, found: Counted, named: pl.DataFrame) -> None:
    """The same numbers, each row leading to the matches of its archetype."""
    asked = (filters.query_params(replace(found.chosen, archetype=name)) for name in named["name"])
    ways = [listing.addresses(page, "matches", asked)]
    rates.listed(page, named, DECK.name[page.language], key="card-archetypes-numbers", ways=ways)
