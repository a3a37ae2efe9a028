"""The server of the pages: ``streamlit run serve.py -- --log FILE``.

Not here: a run of a page (``app.run``), what is imported before the first request (``app.preload``).
"""

import streamlit as st

from dashboard.app import preload

app = st.App("app/run.py", lifespan=preload.lifespan)
