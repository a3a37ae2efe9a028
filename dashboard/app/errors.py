"""Errors of the log and of the store as messages on the page: missing, not a log, damaged.

Not here: mistakes in an address, such as the id of a match that does not exist.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from analytics.store.manifest import StoreError
from analytics.store.reader import Store
from dashboard.app.page_context import PageContext
from dashboard.app.source import NoLog
from events.log.contract import Damaged, LogError, NotALog


@contextmanager
def show_errors(page: PageContext) -> Iterator[None]:
    """Show what the log or the store raises inside, and stop the page."""
    log, store = page.source.log, page.source.folder
    try:
        yield
        return
    except NoLog:
        message = page.say("error.no-log", path=log)
    except NotALog as error:
        message = page.say("error.not-a-log", detail=error)
    except Damaged as error:
        message = page.say("error.damaged", detail=error, log=log)
    except LogError as error:
        message = page.say("error.log", detail=error)
    except StoreError as error:
        message = page.say("error.store", path=store, detail=error)
    st.error(message, icon=":material/report:")
    st.stop()


def store_or_note(page: PageContext) -> Store | None:
    """The newest projection; None, with a note on the page, if nothing was projected yet."""
    store = page.source.store()
    if store is None:
        st.info(page.say("empty.store", log=page.source.log), icon=":material/inbox:")
    return store
