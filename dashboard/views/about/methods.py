"""The page of metric definitions: formula, kind and worked example of every metric.

Not here: the definitions (``analytics.metrics.definitions.registry``).
"""

import streamlit as st

from analytics.metrics import Metric
from analytics.metrics.definitions.registry import DEFINITIONS, FAMILIES
from analytics.metrics.publish.book import examples, word
from dashboard.app import url
from dashboard.app.page_context import PageContext
from engine.text.phrase import capital


def show(page: PageContext) -> None:
    """Draw the page."""
    language = page.language
    st.caption(page.say("methods.version", version=DEFINITIONS))
    families = {family.en: family for family in FAMILIES}
    chosen = url.selectbox(
        "family",
        page.say("methods.family"),
        list(families),
        names=lambda name: families[name][language],
        placeholder=page.say("methods.all"),
    )
    for family, metrics in FAMILIES.items():
        if chosen in (None, family.en):
            st.subheader(family[language], anchor=family.en.lower().replace(" ", "-"))
            st.markdown("\n\n".join(_definition(page, metric) for metric in metrics))
            with st.expander(page.say("methods.examples"), icon=":material/calculate:"):
                st.markdown(examples(metrics, language))


def _definition(page: PageContext, metric: Metric) -> str:
    """One metric in three lines, which unlike a table can be read on a phone."""
    language = page.language
    kinds = [word(kind, language) for kind in (metric.unit, metric.weighting, metric.tag)]
    kinds.append(page.say("meta.definition", version=metric.version))
    name = f"**{capital(metric.name[language])}** `{metric.id}`"
    return f"{name}  \n{metric.formula[language]}  \n:small[:gray[{' · '.join(kinds)}]]"
