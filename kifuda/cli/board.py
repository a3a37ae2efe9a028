"""A table as people see it, drawn from the zones and tracks that the ruleset names.

The other side lies at the top, its hand outermost, like across a table. It knows no game. Not here:
who may see what; it draws whatever the table it gets knows.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from engine.label import Labels
from engine.phrase import Count
from engine.ruleset import Ruleset, Zone
from engine.table import Table
from events.changes import CardRef

DOWN = "▾"
"""Marks a card that lies face down."""
TURNED = "↻"
"""Marks a card that is turned sideways."""


def board(table: Table, rules: Ruleset, *, language: str, players: dict[str, str]) -> Group:
    """The whole table, every seat in a frame of its own; the first seat sits at the bottom."""
    labels = Labels(rules, language, table=table, players=players)
    shared = _zone_rows(table, labels, [zone for zone in rules.zones if zone.shared], "")
    frames: list[RenderableType] = []
    for seat in reversed(rules.seats):
        nearest_first = sorted((zone for zone in rules.zones if not zone.shared), key=lambda zone: zone.row)
        zones = nearest_first if seat == rules.seats[0] else nearest_first[::-1]
        frames.append(_side(table, labels, seat, zones))
    if shared.row_count:
        frames.insert(1, shared)
    return Group(*frames)


def _side(table: Table, labels: Labels, seat: str, zones: list[Zone]) -> Panel:
    rows = _zone_rows(table, labels, zones, seat)
    effects = list(_effects(table, labels, seat))
    if effects:
        rows.add_row(Text(""), Text(""), Text("\n".join(effects), style="italic"))
    style = "bold" if table.seat == seat else "dim"
    title = Text.assemble((labels.seat(seat), style), "  ", _tracks(table, labels, seat))
    return Panel(rows, title=title, title_align="left", border_style="green" if table.seat == seat else "dim")


def _tracks(table: Table, labels: Labels, seat: str) -> str:
    tracks = (track for track in labels.rules.tracks if track.shown) if labels.rules else ()
    return " · ".join(f"{track.name[labels.language]} {table.track(track.id, seat)}" for track in tracks)


def _zone_rows(table: Table, labels: Labels, zones: list[Zone], owner: str) -> Grid:
    """One row a zone that holds something: its name, how many cards, and which."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for zone in zones:
        cards = table.at(f"{zone.id}.{owner}" if owner else zone.id)
        if cards:
            shown = Text("  ".join(_card(table, labels, card) for card in cards))
            grid.add_row(Text(zone.name[labels.language], style="cyan"), Text(str(len(cards))), shown)
    return grid


def _card(table: Table, labels: Labels, card: CardRef) -> str:
    down = DOWN if card in table.down else ""
    turned = TURNED if table.quarter.get(card) else ""
    host = table.host.get(card)
    under = f" → {labels.source(host[0])}" if host and host[0] in table.place else ""
    return f"{down}{turned}{labels.source(card)}{under}"


def _effects(table: Table, labels: Labels, seat: str) -> Iterator[str]:
    """The continuous effects on a seat and on its cards."""
    for grant in table.grants.values():
        of_seat = grant.on == seat or table.place.get(grant.on, "").endswith(f".{seat}")
        if of_seat:
            effect = labels.text(f"effect.{grant.operation}", amount=Count(grant.amount))
            source = labels.source(grant.source) if grant.source else ""
            yield labels.text(
                "label.effect", quantity=labels.quantity(grant.quantity), effect=effect, source=source
            )
