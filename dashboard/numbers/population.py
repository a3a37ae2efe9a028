"""The sentence above every table: what the numbers are about, and how new they are.

Not here: counting (``analytics.metrics.population.summary``).
"""

import streamlit as st

from analytics.metrics import Population
from analytics.store.reader import Store
from dashboard.app.page_context import PageContext
from dashboard.numbers import number_format


def show(page: PageContext, store: Store, population: Population) -> None:
    """The population, with a badge where bots played a part of it."""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        if share := population.simulated_share:
            label = page.say("simulated.share", share=number_format.percent(share))
            st.badge(label, icon=":material/smart_toy:", color="orange")
        st.caption(population.sentence(page.language), width="stretch")
    behind(page, store)


def behind(page: PageContext, store: Store) -> None:
    """Says so where the log has grown since the projection, or has matches that cannot be counted."""
    missing = page.source.size() - store.manifest.position
    if missing:
        st.info(page.say("population.behind", n=missing), icon=":material/update:")
    if store.manifest.unreadable:
        with st.expander(page.say("population.unreadable", n=len(store.manifest.unreadable))):
            st.markdown("\n".join(f"- `{match}`: {why}" for match, why in store.manifest.unreadable.items()))
