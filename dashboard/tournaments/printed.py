"""Standings and pairings as they are published: CSV for programs, HTML for a site, PDF for the wall.

Not here: counting them (``analytics.tournaments``), showing them on the page (``standings``, ``rounds``).
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from html import escape
from io import StringIO
from itertools import groupby

from analytics.imports.tournament import Pairing, Round, Tournament
from analytics.spreadsheet_text import guarded
from analytics.tournaments.counting_rules import Counting
from analytics.tournaments.table import share_text, table
from analytics.tournaments.words import round_title
from dashboard.app.language import say
from dashboard.widgets.paper import Paper
from engine.text.phrase import capital

RECORD = ("wins", "losses", "ties")
NUMBERS = frozenset({"place", "points", "table", "omw", "gw", "ogw", "ow", "oow", *RECORD})
"""Columns that are set to the right."""
NUMBER_MOST, TEXT_MOST = 80, 300
"""The most characters of a cell on paper, where no row is higher than a page."""

PAGE_WIDTH, CELL_PADDING = 499, 12
"""Of a table on paper, and of both sides of a cell, in points (1/72 inch)."""

Sections = Mapping[str, list[dict[str, str]]]
"""Title → rows, each with the same columns."""


def printed_standings(tournament: Tournament, counting: Counting, format: str, *, language: str) -> bytes:
    """The standings, counted so: one table for each division. Raises ``KeyError`` for an unknown format."""
    divisions = {line.player: line.division for line in tournament.standings}
    players = {player.id: player for player in tournament.players}

    def row(player: str, place: int, counted: Mapping[str, Fraction | int | None]) -> dict[str, str]:
        one = players[player]
        numbers = {name: f"{counted[name]}" for name in (*RECORD, "points")}
        shares = {name: share_text(counted[name], counting.rules) for name in counting.rules.tiebreakers}
        deck = one.deck.archetype if one.deck else ""
        return {"place": f"{place}", "player": one.name, "deck": deck, **numbers, **shares}

    lines = [(divisions.get(line.player, ""), line) for line in table(tournament, counting)]
    sections = {
        division: [row(line.player, line.place, line.counted) for _, line in group]
        for division, group in groupby(lines, key=lambda item: item[0])
    }
    after = "" if counting.until is None else say(language, "tournament.of-round", n=counting.until)
    title = " · ".join(
        filter(None, (tournament.name, capital(say(language, "tournaments.standings")), after))
    )
    return FORMATS[format](
        title, _without_empty(sections), say(language, f"counting.{counting.rules.name}"), language
    )


def printed_round(tournament: Tournament, rounds: Sequence[Round], format: str, *, language: str) -> bytes:
    """The pairings of a round with what is known of their results, in every pod that has the round. Raises
    ``KeyError`` for an unknown format."""
    names = {player.id: player.name for player in tournament.players}

    def row(pairing: Pairing) -> dict[str, str]:
        first, *others = (names[player] for player in pairing.players)
        unknown = pairing.outcome == "unfinished"
        result = "" if unknown else say(language, f"outcome.{pairing.outcome}")
        winner = "" if pairing.winner is None else names[pairing.players[pairing.winner]]
        games = "" if pairing.score is None else "-".join(map(str, pairing.score.won))
        return {
            "table": pairing.table,
            "player": first,
            "opponent": " – ".join(others),
            "result": " ".join(filter(None, (result, winner, games))),
        }

    sections = {one.pod: [row(pairing) for pairing in one.pairings] for one in rounds}
    title = f"{tournament.name} · {round_title(rounds[0], language)}"
    return FORMATS[format](title, sections, "", language)


def _without_empty(sections: Sections) -> Sections:
    """The sections without a column of decks where no deck is known."""
    if any(row["deck"] for rows in sections.values() for row in rows):
        return sections
    return {
        title: [{name: cell for name, cell in row.items() if name != "deck"} for row in rows]
        for title, rows in sections.items()
    }


def _heading(language: str, column: str) -> str:
    return capital(say(language, f"tournament.{column}"))


# --- formats -----------------------------------------------------------------------------------------


def _csv(title: str, sections: Sections, note: str, language: str) -> bytes:
    """One table; its columns have the same names in every language, the first is the division."""
    out = StringIO()
    rows = [{"division": section, **row} for section, rows in sections.items() for row in rows]
    writer = csv.DictWriter(out, list(rows[0]) if rows else ["division"], lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: guarded(cell) for name, cell in row.items()} for row in rows)
    return out.getvalue().encode()


STYLE = """body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:60em;padding:0 1em}
table{border-collapse:collapse;width:100%}td,th{padding:.25em .6em;text-align:left;
border-bottom:1px solid #8888}
.n{text-align:right;font-variant-numeric:tabular-nums}thead{display:table-header-group}tr{break-inside:avoid}
:root{color-scheme:light dark}"""


def _html(title: str, sections: Sections, note: str, language: str) -> bytes:
    """One page without anything from elsewhere."""
    parts = [f"<!doctype html><html lang={language}><meta charset=utf-8><title>{escape(title)}</title>"]
    parts.append(f"<meta name=viewport content='width=device-width'><style>{STYLE}</style>")
    parts.append(f"<h1>{escape(title)}</h1>")
    for section, rows in sections.items():
        parts.append(f"<h2>{escape(section)}</h2>" if section else "")
        parts.append(_html_table(rows, language))
    parts.append(f"<p>{escape(note)}</p>" if note else "")
    return "".join(parts).encode()


def _html_table(rows: Sequence[Mapping[str, str]], language: str) -> str:
    def cells(tag: str, values: Mapping[str, str]) -> str:
        return "".join(
            f"<{tag} class=n>{escape(value)}</{tag}>"
            if name in NUMBERS
            else f"<{tag}>{escape(value)}</{tag}>"
            for name, value in values.items()
        )

    columns = rows[0] if rows else {}
    head = cells("th", {name: _heading(language, name) for name in columns})
    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _pdf(title: str, sections: Sections, note: str, language: str) -> bytes:
    """Pages of A4; the head of a table is repeated on each page."""
    from reportlab.platypus import Table

    paper = Paper()
    parts = [paper.paragraph(_cut(title), paper.title)]
    for section, rows in sections.items():
        if section:
            parts.append(paper.paragraph(_cut(section), paper.head))
        columns = list(rows[0]) if rows else []
        head = [paper.paragraph(_heading(language, name), paper.small) for name in columns]
        body = [[paper.paragraph(_cut(row[name], name), paper.text) for name in columns] for row in rows]
        style = [("LINEBELOW", (0, 0), (-1, -1), 0.25, "#999999"), ("VALIGN", (0, 0), (-1, -1), "TOP")]
        if columns:
            parts.append(
                Table([head, *body], colWidths=_widths(paper, columns, language), style=style, repeatRows=1)
            )
    if note:
        parts.append(paper.paragraph(note, paper.small))
    return paper.document(title, parts)


def _widths(paper: Paper, columns: Sequence[str], language: str) -> list[float]:
    """The widths of columns on paper, in points: those of text get three parts where numbers get one, or as
    much as the longest word of the heading needs."""
    parts = [1 if name in NUMBERS else 3 for name in columns]
    needed = [paper.word_width(_heading(language, name), paper.small) + CELL_PADDING for name in columns]
    unit = PAGE_WIDTH / sum(parts)
    wide = [max(need, unit * part) for need, part in zip(needed, parts, strict=True)]
    # What some need beyond their part comes from those with room.
    room = [width - need for width, need in zip(wide, needed, strict=True)]
    share = min(1, (sum(wide) - PAGE_WIDTH) / sum(room)) if sum(room) else 0
    return [width - share * more for width, more in zip(wide, room, strict=True)]


def _cut(text: str, column: str = "") -> str:
    """As much of a text as surely fits on a page: logs hold names of before their length was limited."""
    most = NUMBER_MOST if column in NUMBERS else TEXT_MOST
    return text if len(text) <= most else f"{text[:most]}…"


FORMATS: Mapping[str, Callable[[str, Sections, str, str], bytes]] = {"csv": _csv, "html": _html, "pdf": _pdf}
"""How a format is written: from title, sections, a note and the language."""
