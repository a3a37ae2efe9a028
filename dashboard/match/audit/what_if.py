"""Whether a match goes otherwise by another edition of its rules: from where on, and by which clause.

Not here: judging (``engine.audit.adjudicate``), and what an edition changes (``engine.kernel.edition``).
"""

from collections.abc import Iterator

import streamlit as st

from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.match import picker
from dashboard.match.event_text import describe_event, evidence_text
from engine.audit.verdict import Finding, Verdict, first_difference
from engine.games.registry import RULESETS
from engine.kernel.ruleset import Ruleset
from engine.record.match import Match
from engine.record.notation.head.toml import literal
from engine.text.messages import say as rules_say

KEY = "edition"


def editions(match: Match) -> list[str]:
    """The other installed editions of the game of a match."""
    opened = match.opened
    same_game = (rules.edition for rules in RULESETS.values() if rules.game == opened.game)
    return [edition for edition in same_game if edition != opened.edition]


def show(page: PageContext, match: Match) -> None:
    """Draw the choice of an edition, and what becomes of the match by it."""
    chosen = url.selectbox(
        KEY,
        page.say("what-if.edition", own=match.opened.edition),
        editions(match),
        placeholder=page.say("what-if.choose"),
    )
    if chosen is None:
        return
    rules = RULESETS[f"{match.opened.game}@{chosen}"]
    own, other = page.source.verdict(match.id), page.source.verdict_under(match.id, rules.id)
    found = first_difference(own, other)
    if found is None:
        st.success(
            page.say("what-if.same", edition=chosen, grade=other.grade), icon=":material/check_circle:"
        )
    else:
        st.warning(page.say("what-if.from", edition=chosen, seq=found.seq), icon=":material/alt_route:")
        _sides(page, match, found, {match.opened.edition: own, chosen: other})
        st.page_link(
            page.pages["replay"],
            label=page.say("link.event", seq=found.seq),
            icon=":material/play_circle:",
            query_params={picker.KEY: match.id, "at": str(min(found.seq, len(match) - 1))},
        )
    _changes(page, match, rules)


def _sides(page: PageContext, match: Match, parted: Finding, verdicts: dict[str, Verdict]) -> None:
    """What either edition has to say of the event at which they part."""
    for column, (edition, verdict) in zip(st.columns(2, gap="medium"), verdicts.items(), strict=True):
        with column.container(border=True, gap="xsmall", height="stretch"):
            with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                st.markdown(f"**{edition}**", width="content")
                st.badge(verdict.grade, color="gray")
            reason = rules_say(match.rules, f"reason.{verdict.reason}", page.language)
            result = f"{verdict.winner} · {reason}" if verdict.winner else reason
            st.caption(page.say("what-if.result", result=result, turns=verdict.turns))
            for line in _said(page, match, parted, verdict):
                st.markdown(line)


def _said(page: PageContext, match: Match, parted: Finding, verdict: Verdict) -> Iterator[str]:
    """The finding of this verdict where the two part; that the event stands, where it has none."""
    place = parted.seq, parted.kind, parted.clause
    own = next((one for one in verdict.findings if (one.seq, one.kind, one.clause) == place), None)
    if own is None:
        seq = min(parted.seq, len(match) - 1)
        yield page.say("what-if.stands", event=escaped(describe_event(match, seq, page.language).text))
        return
    what = escaped(own.what[page.language])
    yield f":blue-badge[{own.clause}] {what}" if own.clause else what
    for side, text in (("recorded", own.recorded), ("ruled", own.ruled)):
        if text:
            words = escaped(evidence_text(match, own.seq, text, page.language))
            yield f":gray[{page.say(f'column.{side}')}]  \n**{words}**"


def _changes(page: PageContext, match: Match, rules: Ruleset) -> None:
    """What the other edition words or decides otherwise than that of the match."""
    if match.rules is None:
        return
    before, language = match.rules, page.language
    worded = [id for id, clause in rules.clauses.items() if before.clauses.get(id) != clause]
    decided = [
        (name, setting)
        for name, setting in rules.settings.items()
        if name in before.settings and before.settings[name].default != setting.default
    ]
    if worded or decided:
        st.markdown(f"**{page.say('what-if.changes')}**")
    for id in worded:
        old = before.clauses[id].says[language] if id in before.clauses else "–"
        st.markdown(f":blue-badge[{id}] {rules.clauses[id].says[language]}")
        st.caption(page.say("what-if.before", edition=before.edition, text=old))
    for name, setting in decided:
        was, told = before.settings[name].default, setting.ja if language == "ja" else setting.en
        st.markdown(f"`{name}`: {literal(was)} → {literal(setting.default)}  \n:small[:gray[{told}]]")
