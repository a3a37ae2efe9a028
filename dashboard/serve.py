"""The server of the pages: ``streamlit run serve.py -- --log FILE``.

Not here: what a page is made of (``app``), nor what is loaded before anybody comes (``warm``).
"""

import streamlit as st

from dashboard.app import preload

app = st.App("app/run.py", lifespan=preload.lifespan)
