"""Which matches the numbers below are about, what they rest on, and whether they are up to date.

Not here: counting (``analytics.metrics.population.summary``).
"""

import streamlit as st

from analytics.metrics import Population
from analytics.store.reader import Store
from dashboard.app.page_context import PageContext
from dashboard.numbers import number_format


def show(page: PageContext, store: Store, population: Population) -> None:
    """Draw the population, with a badge if some of its matches were simulated; what was left out, the version
    of the definitions and the entries of the log unfold."""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        if share := population.simulated_share:
            label = page.say("simulated.share", share=number_format.percent(share))
            st.badge(label, icon=":material/smart_toy:", color="orange")
        known = population if page.source.sees_sizes else population.without_state_of_log()
        st.caption(known.counted(page.language), width="content")
        with st.popover(page.say("rests.on"), icon=":material/info:", type="tertiary"):
            st.markdown("  \n".join(known.parts(page.language)))
    show_lag(page, store)


def show_lag(page: PageContext, store: Store) -> None:
    """Note entries of the log that are not projected yet, and matches that cannot be counted."""
    missing = page.source.size() - store.manifest.position
    if missing:
        key = "population.behind" if page.source.sees_sizes else "population.behind-uncounted"
        st.info(page.say(key, n=missing), icon=":material/update:")
    if store.manifest.unreadable:
        with st.expander(page.say("population.unreadable", n=len(store.manifest.unreadable))):
            st.markdown("\n".join(f"- `{match}`: {why}" for match, why in store.manifest.unreadable.items()))


def show_left_out(page: PageContext, population: Population, every: Population | None) -> None:
    """Say how many matches the filters leave out, if there are filters (``every``: without them)."""
    if every is not None:
        left = every.matches - population.matches
        st.caption(page.say("population.filtered", n=left, of=every.matches))
