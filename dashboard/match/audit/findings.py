"""The findings of an audit on a page: the list to choose from, and what speaks for and against one.

Not here: finding them (``engine.audit.adjudicate``).
"""

import polars as pl
import streamlit as st

from dashboard.app import url
from dashboard.app.escape import plain
from dashboard.app.page_context import PageContext
from dashboard.match.event_text import in_words, marked, reckoning
from dashboard.match.finding_markers import Mark
from engine.audit.verdict import DIVERGING
from engine.record.match import Match
from engine.text.sentence import trail_line
from events.model.kinds import Determined

KEY = "finding"
LEGAL_SHOWN = 12
NARROW = 70
"""Room for a number, in pixels."""


def choose(here: PageContext, match: Match, found: list[Mark]) -> Mark:
    """All findings as a table, and the one to look at: the first divergence until another is chosen."""
    st.subheader(here.say("word.findings", n=len(found)), anchor=False)
    listed = _table(here, match, found)
    narrow = [here.say(f"column.{name}") for name in ("follows", "line", "event")]
    st.dataframe(
        listed,
        hide_index=True,
        height="content",
        column_config={name: st.column_config.Column(width=NARROW) for name in narrow},
    )
    if len(found) == 1:
        return found[0]
    first = next((mark.index for mark in found if mark.finding.kind in DIVERGING), 0)
    by_key = {str(mark.index): mark for mark in found}
    chosen = url.segments(
        KEY,
        here.say("finding.choose"),
        list(by_key),
        names=lambda key: place(here, by_key[key]),
        default=str(first),
    )
    return by_key[chosen]


def forget() -> None:
    """Another match was chosen: its first divergence is the one to look at."""
    st.session_state.pop(KEY, None)


def _table(here: PageContext, match: Match, found: list[Mark]) -> pl.DataFrame:
    table = pl.DataFrame(
        {
            here.say("column.line"): [mark.finding.line or None for mark in found],
            here.say("column.event"): [mark.seq for mark in found],
            here.say("column.clause"): [mark.finding.clause for mark in found],
            here.say("column.what"): [mark.kind(match, here.language) for mark in found],
            here.say("column.recorded"): [_recorded(here, match, mark) for mark in found],
            here.say("column.ruled"): [
                _ruled(here, match, mark).removesuffix(f" [{mark.finding.clause}]") for mark in found
            ],
        }
    )
    if any(mark.finding.follows for mark in found):
        follows = ["↳" if mark.finding.follows else "" for mark in found]
        table.insert_column(0, pl.Series(here.say("column.follows"), follows))
    return table


def place(here: PageContext, mark: Mark) -> str:
    """The line of the record where there is one, and the event."""
    event = here.say("finding.event", seq=mark.seq)
    return f"{here.say('finding.line', line=mark.finding.line)} · {event}" if mark.finding.line else event


def against(here: PageContext, match: Match, mark: Mark) -> None:
    """What the record has, against what the rules give instead, if they give anything."""
    if not mark.finding.ruled:
        return
    sides = {"recorded": _recorded(here, match, mark), "ruled": _ruled(here, match, mark)}
    with st.container(border=True, gap="xsmall"):
        for side, text in sides.items():
            st.markdown(f":gray[{here.say(f'column.{side}')}]  \n**{plain(text) or '–'}**")


def ruled(here: PageContext, match: Match, mark: Mark) -> None:
    """How the rules come to their result: what follows from the last act, with every computation."""
    if mark.finding.kind not in ("claim", "outcome", "incomplete"):
        return
    told = reckoning(match, mark.seq, here.language)
    if not told:
        return
    st.markdown(f"**{here.say('audit.reckoning')}**")
    lines = []
    for one in told:
        if isinstance(one.event, Determined) and one.event.trail:
            trail = trail_line(one.event, match.table(one.seq - 1), match.rules, here.language)
            one = one._replace(text=trail)
        lines.append(f":gray[#{one.seq}] {marked(one)}")
    st.markdown("  \n".join(lines))


def legal(here: PageContext, match: Match, mark: Mark) -> None:
    """What the rules would have allowed instead."""
    if not mark.finding.legal:
        return
    st.markdown(f"**{here.say('audit.legal')}**")
    acts = [plain(in_words(match, mark.seq, act, here.language)) for act in mark.finding.legal[:LEGAL_SHOWN]]
    more = ["…"] if len(mark.finding.legal) > LEGAL_SHOWN else []
    st.markdown("\n".join(f"- {act}" for act in acts + more))


def _recorded(here: PageContext, match: Match, mark: Mark) -> str:
    """What the record has: of what people said, all of it."""
    finding = mark.finding
    said = in_words(match, finding.seq, finding.recorded, here.language)
    return said if finding.kind in DIVERGING else said or finding.what[here.language]


def _ruled(here: PageContext, match: Match, mark: Mark) -> str:
    """What the rules have instead: another result, or why they do not allow it."""
    finding = mark.finding
    said = in_words(match, finding.seq, finding.ruled, here.language)
    return said or finding.what[here.language] if finding.kind in DIVERGING else said
