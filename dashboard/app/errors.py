"""What keeps the pages from showing anything, as one message: no log, a file that is no log, damage.

Not here: mistakes on a single page, such as the id of a match that does not exist.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from analytics.store.manifest import StoreError
from dashboard.app.page_context import PageContext
from dashboard.app.source import NoLog
from events.log.contract import Damaged, LogError, NotALog


@contextmanager
def told(here: PageContext) -> Iterator[None]:
    """Whatever the log or the store refuses inside is shown, and ends the page."""
    log, store = here.source.log, here.source.folder
    try:
        yield
        return
    except NoLog:
        message = here.say("trouble.no-log", path=log)
    except NotALog as error:
        message = here.say("trouble.not-a-log", detail=error)
    except Damaged as error:
        message = here.say("trouble.damaged", detail=error)
    except LogError as error:
        message = here.say("trouble.log", detail=error)
    except StoreError as error:
        message = here.say("trouble.store", path=store, detail=error)
    st.error(message, icon=":material/report:")
    st.stop()
