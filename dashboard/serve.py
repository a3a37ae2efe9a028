"""The server of the pages: ``streamlit run serve.py -- --log FILE``.

Not here: a run of a page (``app.run``), what is imported before the first request (``app.preload``).
"""

import streamlit as st
from starlette.middleware import Middleware

from dashboard.app import preload
from dashboard.app.addresses import Addresses

app = st.App("app/run.py", lifespan=preload.lifespan, middleware=[Middleware(Addresses)])
