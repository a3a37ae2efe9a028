"""What was found in a file, before anything of it is written: what it is, what it would bring, what stands
against that, and what has to be said beside it.

Not here: looking into files (``uploads``), and putting them into the log (``arrival``).
"""

from typing import Literal

import streamlit as st

from analytics.imports.files.inspected import Found, FoundMatch, FoundTournament, Refused
from analytics.imports.problem import SHOWN, Problem
from analytics.imports.tournament import Tournament
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.imports.import_job import Standing
from dashboard.imports.uploads import key_of
from dashboard.tournaments.standings import reasons
from engine.text.phrase import capital
from events.model.kinds import Opened

DAY = len("2026-05-03")
NAMELESS = frozenset({"csv-name", "csv-game", "limitless-details"})
"""Problems that are over once name and game of the tournament are said."""
Colour = Literal["green", "gray", "orange", "red"]
COLOURS: dict[str, Colour] = {
    "new": "green",
    "same": "gray",
    "other": "orange",
    "taken": "red",
    "refused": "red",
}


def show(here: PageContext, found: Found, standing: Standing) -> bool:
    """Draw one file, or several that make one tournament; whether it can be imported as things stand."""
    refused = isinstance(found.what, Refused)
    with st.container(border=True):
        _title(here, found, "refused" if refused else standing.state)
        match found.what:
            case Refused() as what:
                _refused(here, found, what)
            case FoundMatch() as match:
                _match(here, found, match)
            case FoundTournament() as cup:
                _tournament(here, found, cup)
        if refused:
            return False
        return _against(here, found, standing)


def _title(here: PageContext, found: Found, state: str) -> None:
    match found.what:
        case FoundTournament(tournament=one):
            icon, name = ":material/emoji_events:", one.name
        case FoundMatch(match=id):
            icon, name = ":material/stylus_note:", id
        case Refused():
            icon, name = ":material/draft:", ", ".join(found.names)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"{icon} **{escaped(name)}**", width="content")
        st.badge(here.say(f"import.state-{state}"), color=COLOURS[state])
    format = here.say(f"import.format-{found.format or 'unknown'}")
    names = "" if isinstance(found.what, Refused) else ", ".join(found.names)
    st.caption(" · ".join(filter(None, (format, escaped(names)))))


def _refused(here: PageContext, found: Found, what: Refused) -> None:
    """Why nothing can be taken, and what would help."""
    if what.place is not None:
        st.error(escaped(what.place.say(found.names[0], here.language)), icon=":material/draft:")
    _problems(here, what.problems, bad=True)
    if what.partly:
        _accept_partial(here, found)
    if NAMELESS.intersection(problem.key for problem in what.problems):
        _name(here, found, with_game=True)


def _problems(here: PageContext, problems: tuple[Problem, ...], *, bad: bool) -> None:
    """Rows or files that cannot be taken, each with its place."""
    if not problems:
        return
    lines = [escaped(problem.say(here.language)) for problem in problems[:SHOWN]]
    if more := len(problems) - len(lines):
        lines.append(here.say("import.more", n=more))
    told = "  \n".join(lines)
    if bad:
        st.error(told, icon=":material/draft:")
    else:
        st.warning(
            f"{here.say('import.left-out', n=len(problems))}  \n{told}", icon=":material/playlist_remove:"
        )


def _accept_partial(here: PageContext, found: Found) -> None:
    st.checkbox(
        here.say("import.partial"), key=key_of("partial", found), help=here.say("import.partial-help")
    )


def _name(here: PageContext, found: Found, *, with_game: bool) -> None:
    """What the file does not say of its tournament."""
    name, game = st.columns(2)
    name.text_input(here.say("import.name"), key=key_of("name", found), help=here.say("import.name-help"))
    if with_game:
        game.text_input(here.say("import.game"), key=key_of("game", found), placeholder="magic")


def _match(here: PageContext, found: Found, match: FoundMatch) -> None:
    opened = match.derived[0][0]
    assert type(opened) is Opened  # or nobody would have called it a match
    players = " – ".join(filter(None, opened.players.values()))
    facts = here.say("import.match", events=len(match.derived), grade=match.grade)
    st.markdown(" · ".join(filter(None, (escaped(opened.game), escaped(players), facts))))
    told = []
    if match.disputed:
        told.append(here.say("import.disputed", line=match.line, clause=match.clause))
    if match.ended is not None:
        told.append(escaped(match.ended.say(found.names[0], here.language)))
    if told:
        st.warning("  \n".join(told), icon=":material/gavel:")
    if match.skipped:
        st.caption(here.say("import.skipped", n=match.skipped))


def _tournament(here: PageContext, found: Found, cup: FoundTournament) -> None:
    one = cup.tournament
    matches = sum(1 for _ in one.pairings())
    sums = here.say("tournament.sum", players=len(one.players), rounds=len(one.rounds), matches=matches)
    decks = sum(player.deck is not None for player in one.players)
    facts = (escaped(one.game), escaped(one.play), escaped(one.date[:DAY]), sums)
    st.markdown(" · ".join(filter(None, (*facts, here.say("import.decks", n=decks) if decks else ""))))
    _compared(here, one, cup)
    remarks = [here.say(f"tournament.remark-{key}", times=times) for key, times in one.remarks.items()]
    if remarks:
        st.caption(" · ".join(remarks))
    _problems(here, cup.problems, bad=False)
    if cup.problems:
        _accept_partial(here, found)


def _compared(here: PageContext, one: Tournament, cup: FoundTournament) -> None:
    """The table of the file against its rounds."""
    if not one.standings:
        st.caption(capital(here.say("tournament.no-table")))
    elif cup.compared is None:
        st.caption(here.say("import.not-compared"))
    else:
        differing = cup.compared.differences
        told = here.say("tournament.compared", compared=cup.compared.compared, differing=len(differing))
        st.markdown("\n".join((capital(told), "", *reasons(here, differing))))


def _against(here: PageContext, found: Found, standing: Standing) -> bool:
    """What the log has already, and what is to become of that; whether it can be imported."""
    match standing.state:
        case "same":
            st.info(here.say("import.same"), icon=":material/check:")
            return False
        case "taken":
            kind = "tournament" if isinstance(found.what, FoundTournament) else "match"
            st.error(here.say(f"import.taken-{kind}"), icon=":material/sync_problem:")
            if kind == "tournament":
                _name(here, found, with_game=False)
            return False
        case "other":
            assert standing.foreseen is not None
            written = standing.foreseen.written
            facts = {name: getattr(written, name) for name in ("added", "changed", "withdrawn", "kept")}
            st.warning(here.say("import.other", **facts), icon=":material/difference:")
            _name(here, found, with_game=False)
            return st.checkbox(here.say("import.replace"), key=key_of("replace", found))
    if st.session_state.get(key_of("name", found)):
        _name(here, found, with_game=bool(st.session_state.get(key_of("game", found))))
    return True


def replaces(found: Found) -> bool:
    """Whether the reader wants this file to correct what another one said."""
    return bool(st.session_state.get(key_of("replace", found)))
