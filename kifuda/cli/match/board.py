"""Draws a board in the terminal: a frame for each side, the far one at the top, its hand outermost.

It knows no game. Not here: the layout (``dashboard.board.layout``), who may see what (``events.view``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from dashboard.board.layout import build_board, seats_from, zones_used
from dashboard.board.model import Piece, Side, Spot
from engine.record.match import Match
from engine.text.label import UNKNOWN, Labels

UNSET = "–"
"""What stands for a number before the match is set up."""
DOWN = "▾"
"""Marks a card that lies face down."""
TURNED = ("", "↻", "⇅", "↺")
"""Marks a card by its quarter turns: sideways, upside down, sideways to the other side."""


def board(match: Match, at: int, *, language: str, viewer: str | None) -> Group:
    """The table of ``match`` after its event ``at``, from the seat of ``viewer`` or else the first one."""
    rules, players = match.rules, match.opened.players
    seat, used = seats_from(rules, players, viewer)[0], zones_used(match)
    layout = build_board(match.table(at), rules, language, near=seat, used=used, players=players)
    labels = Labels(rules, language)
    far, near = layout.sides[:-1], layout.sides[-1]
    frames: list[RenderableType] = [_frame(side, reversed(side.rows), labels) for side in far]
    if layout.grid:
        frames.append(_grid(layout.grid, labels))
    if layout.tracks:
        frames.append(Text(_numbers(layout.tracks)))
    if layout.shared:
        frames.append(_spots(layout.shared, labels))
    return Group(*frames, _frame(near, near.rows, labels))


def _frame(side: Side, rows: Iterable[tuple[Spot, ...]], labels: Labels) -> Panel:
    grid = _spots([spot for row in rows for spot in row], labels)
    if side.effects:
        grid.add_row("", "", Text("\n".join(side.effects), style="italic"))
    title = Text.assemble((side.name, "bold" if side.active else ""), "  ", _numbers(side.tracks))
    return Panel(grid, title=title, title_align="left", border_style="green" if side.active else "dim")


def _numbers(tracks: Iterable[tuple[str, int | None]]) -> str:
    return " · ".join(f"{name} {UNSET if value is None else value}" for name, value in tracks)


def _grid(rows: Iterable[tuple[Spot, ...]], labels: Labels) -> Grid:
    """The squares that the seats share, each with its name and its cards."""
    grid = Grid(show_header=False, show_lines=True, expand=True, border_style="dim")
    for row in rows:
        for _ in row if not grid.columns else ():
            grid.add_column(ratio=1)
        grid.add_row(*(_square(spot, labels) for spot in row))
    return grid


def _square(spot: Spot, labels: Labels) -> Text:
    standing = (f"{piece.seat} {_piece(piece, labels)}" for piece in spot.pieces)
    return Text.assemble((spot.name, "cyan"), " ", "  ".join(standing))


def _spots(spots: Iterable[Spot], labels: Labels) -> Grid:
    """A line for each spot: its name, the number of cards, and the cards."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for spot in spots:
        cards = Text("  ".join(_pieces(spot, labels)))
        grid.add_row(Text(spot.name, style="cyan"), Text(spot.count), cards)
    return grid


def _pieces(spot: Spot, labels: Labels) -> Iterator[str]:
    """The cards one by one; a pile without known cards as one mark."""
    if spot.look == "pile" and not any(piece.name for piece in spot.pieces):
        yield UNKNOWN if spot.pieces else ""
        return
    for piece in spot.pieces:
        yield _piece(piece, labels)


def _piece(piece: Piece, labels: Labels) -> str:
    """A card with its state there, and its attachments in brackets."""
    name = piece.name or UNKNOWN
    if piece.role not in ("", name):
        name = labels.text("label.role", role=piece.role, card=name)
    marks = (DOWN if piece.down else "") + TURNED[piece.quarter % len(TURNED)]
    counters = "".join(f" {counter} {number}" for counter, number in piece.counters)
    guests = "".join(f" [{_piece(guest, labels)}]" for guest in piece.guests)
    return f"{marks}{name}{counters}{guests}"
