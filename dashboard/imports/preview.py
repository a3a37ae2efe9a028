"""Draws what was found in a file before it is written: what it is, what would change, what prevents it, and
the options that it needs.

Not page: reading files (``uploads``), and importing them (``import_job``).
"""

from typing import Literal

import streamlit as st

from analytics.imports.doubts import doubts
from analytics.imports.problem import MAX_SHOWN, Problem
from analytics.imports.reading.preview import MatchPreview, Preview, Refused, TournamentPreview
from analytics.imports.tournament import Tournament
from analytics.imports.writing.in_log import InLog
from analytics.tournaments.compare import Comparison
from dashboard.app.escape import escaped
from dashboard.app.game_names import game_name
from dashboard.app.page_context import PageContext
from dashboard.imports.uploads import key_of
from dashboard.match import clauses
from dashboard.tournaments.standings import reasons
from dashboard.widgets.grade_names import grade_name
from engine.record.match import Match
from engine.text.phrase import capital
from events.model.kinds import Opened

DAY = len("2026-05-03")
NAMELESS = frozenset({"csv-name", "csv-game", "limitless-details"})
"""Problems that are solved by giving name and game of the tournament."""
Colour = Literal["green", "gray", "orange", "red"]
COLOURS: dict[str, Colour] = {
    "new": "green",
    "same": "gray",
    "other": "orange",
    "taken": "red",
    "refused": "red",
}


def show(page: PageContext, preview: Preview, in_log: InLog) -> bool:
    """Draw one file, or several that make one tournament; returns whether it can be imported now."""
    refused = isinstance(preview.content, Refused)
    with st.container(border=True):
        _title(page, preview, "refused" if refused else in_log.state)
        match preview.content:
            case Refused() as refusal:
                _refused(page, preview, refusal)
            case MatchPreview() as match:
                _match(page, preview, match)
            case TournamentPreview() as tournament:
                _tournament(page, preview, tournament)
        if refused:
            return False
        return _compared_with_log(page, preview, in_log)


def _title(page: PageContext, preview: Preview, state: str) -> None:
    match preview.content:
        case TournamentPreview(results=results):
            icon, name = ":material/emoji_events:", results.tournament.name
        case MatchPreview(record=record):
            icon, name = ":material/stylus_note:", record.id
        case Refused():
            icon, name = ":material/draft:", ", ".join(preview.names)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"{icon} **{escaped(name)}**", width="content")
        st.badge(page.say(f"import.state-{state}"), color=COLOURS[state])
    format = page.say(f"import.format-{preview.format or 'unknown'}")
    names = "" if isinstance(preview.content, Refused) else ", ".join(preview.names)
    st.caption(" · ".join(filter(None, (format, escaped(names)))))


def _refused(page: PageContext, preview: Preview, refusal: Refused) -> None:
    """Why nothing can be imported, and what would help."""
    if refusal.place is not None:
        st.error(escaped(refusal.place.say(preview.names[0], page.language)), icon=":material/draft:")
    _problems(page, refusal.problems, refused=True)
    if refusal.partly:
        _accept_partial(page, preview)
    if NAMELESS.intersection(problem.key for problem in refusal.problems):
        _name(page, preview, with_game=True)


def _problems(page: PageContext, problems: tuple[Problem, ...], *, refused: bool) -> None:
    """Rows or files that cannot be imported, each with its place."""
    if not problems:
        return
    lines = [escaped(problem.say(page.language)) for problem in problems[:MAX_SHOWN]]
    if more := len(problems) - len(lines):
        lines.append(page.say("import.more", n=more))
    text = "  \n".join(lines)
    if refused:
        st.error(text, icon=":material/draft:")
    else:
        st.warning(
            f"{page.say('import.left-out', n=len(problems))}  \n{text}", icon=":material/playlist_remove:"
        )


def _accept_partial(page: PageContext, preview: Preview) -> None:
    st.checkbox(
        page.say("import.partial"), key=key_of("partial", preview), help=page.say("import.partial-help")
    )


def _name(page: PageContext, preview: Preview, *, with_game: bool) -> None:
    """Fields for what the file does not say of its tournament."""
    name, game = st.columns(2)
    name.text_input(page.say("import.name"), key=key_of("name", preview), help=page.say("import.name-help"))
    if with_game:
        game.text_input(page.say("import.game"), key=key_of("game", preview), placeholder="magic")


def _match(page: PageContext, preview: Preview, match: MatchPreview) -> None:
    derived = match.record.derived
    opened = derived[0][0]
    assert type(opened) is Opened  # every match begins so
    players = " – ".join(filter(None, opened.players.values()))
    facts = page.say("import.match", events=len(derived), grade=grade_name(page.language, match.grade))
    st.markdown(" · ".join(filter(None, (escaped(game_name(page, opened.game)), escaped(players), facts))))
    warnings = []
    if match.disputed:
        warnings.append(page.say("import.disputed", line=match.line, clause=match.clause))
    if match.record.problem is not None:
        warnings.append(escaped(match.record.problem.say(preview.names[0], page.language)))
        warnings.append(page.say("import.unread"))
    if warnings:
        st.warning("  \n".join(warnings), icon=":material/gavel:")
        clauses.show(page, Match(derived), [match.clause])
    if match.skipped:
        st.caption(page.say("import.skipped", n=match.skipped))


def _tournament(page: PageContext, preview: Preview, tournament: TournamentPreview) -> None:
    one, problems = tournament.results.tournament, tournament.results.problems
    matches = sum(1 for _ in one.pairings())
    sums = page.say("tournament.sum", players=len(one.players), rounds=len(one.rounds), matches=matches)
    decks = sum(player.deck is not None for player in one.players)
    facts = (escaped(game_name(page, one.game)), escaped(one.play), escaped(one.date[:DAY]), sums)
    st.markdown(" · ".join(filter(None, (*facts, page.say("import.decks", n=decks) if decks else ""))))
    _compared(page, one, tournament.compared)
    remarks = [page.say(f"tournament.remark-{key}", times=times) for key, times in one.remarks.items()]
    if remarks:
        st.caption(" · ".join(remarks))
    if found := doubts(one):
        text = "  \n".join(escaped(doubt.say(page.language)) for doubt in found[:MAX_SHOWN])
        st.warning(text, icon=":material/help:")
    if alike := tournament.results.alike_players():
        text = "  \n".join(escaped(remark.say(page.language)) for remark in alike[:MAX_SHOWN])
        st.warning(text, icon=":material/abc:")
    id, sign = tournament.results.look_alike()
    if sign:
        text = page.say("import.look-alike", id=escaped(id), sign=escaped(f"{sign} (U+{ord(sign):04X})"))
        st.warning(text, icon=":material/abc:")
    _problems(page, problems, refused=False)
    if problems:
        _accept_partial(page, preview)


def _compared(page: PageContext, one: Tournament, compared: Comparison | None) -> None:
    """The table of the file against its rounds."""
    if not one.standings:
        st.caption(capital(page.say("tournament.no-table")))
    elif compared is None:
        st.caption(page.say("import.not-compared"))
    else:
        differing = compared.differences
        text = page.say("tournament.compared", compared=compared.compared, differing=len(differing))
        st.markdown("\n".join((capital(text), "", *reasons(page, differing))))


def _compared_with_log(page: PageContext, preview: Preview, in_log: InLog) -> bool:
    """What the log has already, and what would change; returns whether it can be imported."""
    match in_log.state:
        case "same":
            st.info(page.say("import.same"), icon=":material/check:")
            return False
        case "taken":
            kind = "tournament" if isinstance(preview.content, TournamentPreview) else "match"
            st.error(page.say(f"import.taken-{kind}"), icon=":material/sync_problem:")
            if kind == "tournament":
                _name(page, preview, with_game=False)
            return False
        case "other":
            assert in_log.planned is not None
            written = in_log.planned.written
            facts = {name: getattr(written, name) for name in ("added", "changed", "withdrawn", "kept")}
            st.warning(page.say("import.other", **facts), icon=":material/difference:")
            _name(page, preview, with_game=False)
            return st.checkbox(page.say("import.replace"), key=key_of("replace", preview))
    if st.session_state.get(key_of("name", preview)):
        _name(page, preview, with_game=bool(st.session_state.get(key_of("game", preview))))
    return True


def replaces(preview: Preview) -> bool:
    """Whether the user wants this file to correct what another one said."""
    return bool(st.session_state.get(key_of("replace", preview)))
