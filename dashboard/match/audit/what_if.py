"""The edition check: would another edition of the rules have changed the match, from where, by which clause.

Not here: the verdicts (``engine.audit.adjudicate``).
"""

from collections.abc import Iterator

import streamlit as st

from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.match import replay_link
from dashboard.match.card_names import CardNames
from dashboard.match.event_text import describe_event, evidence_text
from dashboard.widgets.grade_names import grade_name
from engine.audit.verdict import Finding, Verdict, first_difference
from engine.games.registry import RULESETS, editions_of
from engine.kernel.ruleset import Ruleset
from engine.record.match import Match
from engine.record.notation.head.toml import literal
from engine.text.messages import say as rules_say

KEY = "edition"


def editions(match: Match) -> list[str]:
    """The other installed editions of the game of a match."""
    opened = match.opened
    return [rules.edition for rules in editions_of(opened.game) if rules.edition != opened.edition]


def show(page: PageContext, match: Match) -> None:
    """Draw the choice of an edition, the verdict under it, and what the edition changes."""
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
        text = page.say("what-if.same", edition=chosen, grade=grade_name(page.language, other.grade))
        st.success(text, icon=":material/check_circle:")
    else:
        text = page.say("what-if.from", edition=chosen, seq=found.seq)
        st.warning(text, icon=":material/alt_route:")
        _verdicts(page, match, found, {match.opened.edition: own, chosen: other})
        label = page.say("link.event", seq=found.seq)
        replay_link.show(page, match.id, min(found.seq, len(match) - 1), label=label)
    _changes(page, match, rules)


def _verdicts(page: PageContext, match: Match, first: Finding, verdicts: dict[str, Verdict]) -> None:
    """Both verdicts side by side, with what each says of the first event on which they differ."""
    for column, (edition, verdict) in zip(st.columns(2, gap="medium"), verdicts.items(), strict=True):
        with column.container(border=True, gap="xsmall", height="stretch"):
            with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                st.markdown(f"**{edition}**", width="content")
                st.badge(grade_name(page.language, verdict.grade), color="gray", help=verdict.grade)
            reason = rules_say(match.rules, f"reason.{verdict.reason}", page.language)
            result = f"{verdict.winner} · {reason}" if verdict.winner else reason
            st.caption(page.say("what-if.result", result=result, turns=verdict.turns))
            for line in _finding(page, match, first, verdict):
                st.markdown(line)


def _finding(page: PageContext, match: Match, first: Finding, verdict: Verdict) -> Iterator[str]:
    """The finding of this verdict at that place; if it has none, the event as recorded."""
    place = first.seq, first.kind, first.clause
    own = next((one for one in verdict.findings if (one.seq, one.kind, one.clause) == place), None)
    if own is None:
        event = describe_event(match, min(first.seq, len(match) - 1), page.language)
        yield page.say("what-if.stands", event=escaped(event.text))
        return
    what = escaped(CardNames(match.rules, page.language).translated(own.what[page.language]))
    yield f":blue-badge[{own.clause}] {what}" if own.clause else what
    for side, text in (("recorded", own.recorded), ("ruled", own.ruled)):
        if text:
            words = escaped(evidence_text(match, own.seq, text, page.language))
            yield f":gray[{page.say(f'column.{side}')}]  \n**{words}**"


def _changes(page: PageContext, match: Match, rules: Ruleset) -> None:
    """The clauses and settings that differ between the two editions."""
    if match.rules is None:
        return
    before, language = match.rules, page.language
    clauses = [id for id, clause in rules.clauses.items() if before.clauses.get(id) != clause]
    settings = [
        (name, setting)
        for name, setting in rules.settings.items()
        if name in before.settings and before.settings[name].default != setting.default
    ]
    if clauses or settings:
        st.markdown(f"**{page.say('what-if.changes')}**")
    for id in clauses:
        old = before.clauses[id].says[language] if id in before.clauses else "–"
        st.markdown(f":blue-badge[{id}] {rules.clauses[id].says[language]}")
        st.caption(page.say("what-if.before", edition=before.edition, text=old))
    for name, setting in settings:
        old_value, text = before.settings[name].default, setting.ja if language == "ja" else setting.en
        st.markdown(f"`{name}`: {literal(old_value)} → {literal(setting.default)}  \n:small[:gray[{text}]]")
