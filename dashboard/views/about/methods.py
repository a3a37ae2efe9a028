"""The page of definitions: every metric with its formula, kind and worked example, from the registry.

Not here: the definitions (``analytics.metrics.definitions.registry``).
"""

import streamlit as st

from analytics.metrics import Metric
from analytics.metrics.definitions.registry import DEFINITIONS, FAMILIES
from analytics.metrics.publish.book import examples, word
from dashboard.app import url
from dashboard.app.page_context import PageContext


def show(here: PageContext) -> None:
    """Draw the page."""
    language = here.language
    st.caption(here.say("methods.version", version=DEFINITIONS))
    families = {family.en: family for family in FAMILIES}
    chosen = url.one_of(
        "family",
        here.say("methods.family"),
        list(families),
        names=lambda name: families[name][language],
        placeholder=here.say("methods.all"),
    )
    for family, metrics in FAMILIES.items():
        if chosen in (None, family.en):
            st.subheader(family[language], anchor=family.en.lower().replace(" ", "-"))
            st.markdown("\n\n".join(_told(here, metric) for metric in metrics))
            with st.expander(here.say("methods.examples"), icon=":material/calculate:"):
                st.markdown(examples(metrics, language))


def _told(here: PageContext, metric: Metric) -> str:
    """One metric in three lines: a table of so many words cannot be read on a phone."""
    language = here.language
    kinds = [word(kind, language) for kind in (metric.unit, metric.weighting, metric.tag)]
    kinds.append(here.say("meta.definition", version=metric.version))
    name = f"**{metric.name[language]}** `{metric.id}`"
    return f"{name}  \n{metric.formula[language]}  \n:small[:gray[{' · '.join(kinds)}]]"
