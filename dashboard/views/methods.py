"""The page of definitions: every metric with its formula, kind and worked example, from the registry.

Not here: the definitions (``analytics.metrics.registry``).
"""

import streamlit as st

from analytics.metrics.book import examples, legend
from analytics.metrics.registry import DEFINITIONS, FAMILIES
from dashboard import url
from dashboard.here import Here


def show(here: Here) -> None:
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
            st.markdown(legend(metrics, language))
            with st.expander(here.say("methods.examples"), icon=":material/calculate:"):
                st.markdown(examples(metrics, language))
