"""The server of the pages with timing of each run: ``streamlit run timed_serve.py -- TIMES …``.

Not here: the timing (``timed_app``).
"""

import streamlit as st

from dashboard.app import preload

app = st.App("timed_app.py", lifespan=preload.lifespan)
