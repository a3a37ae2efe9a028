"""Draws the board on a page: sides facing each other, with hands, rows and piles of cards.

Not here: building it (``layout``).
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import streamlit as st

from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.board.model import Board, Piece, Side, Spot
from engine.kernel.ruleset import Ruleset
from engine.text.label import Labels

Colour = Literal["green", "orange", "violet", "blue", "yellow", "red", "gray"]
COLOURS: tuple[Colour, ...] = ("green", "orange", "violet", "blue", "yellow", "red")
"""Colours of the kinds of cards, in the order of the ruleset's card sets."""
BACK = "▒▒"
"""Shown for a card that the viewer does not know."""
DOWN, PILE = ":material/visibility_off:", ":material/layers:"
TURNED = ("", ":material/rotate_90_degrees_ccw:", ":material/swap_vert:", ":material/rotate_90_degrees_cw:")
"""Icons by quarter turns: upright, sideways, upside down, sideways to the other side."""
ZONE_WIDTH = 92
"""Of the name of a zone, in pixels."""
UNDER = "+ "
"""Before a card that is attached to the one before it."""


def draw(page: PageContext, rules: Ruleset | None, board: Board) -> None:
    """Draw the far side with its hand outermost, shared squares and zones, the near side, and the legend."""
    painter = _Painter(page, rules)
    *far, near = board.sides
    for side in far:
        painter.side(side, side.rows[::-1])
    painter.grid(board.grid)
    if board.tracks:
        painter.tracks(board.tracks)
    if board.shared:
        painter.row(board.shared)
    painter.side(near, near.rows)
    painter.legend()


class _Painter:
    """Draws with the terms and colours of one ruleset, or without one."""

    def __init__(self, page: PageContext, rules: Ruleset | None) -> None:
        self.page = page
        self.labels = Labels(rules, page.language)
        sets = rules.sets.values() if rules is not None else ()
        cards = (card for cards in sets for card in cards.cards.values())
        self.kinds = list(dict.fromkeys(card.kind for card in cards))

    def tracks(self, tracks: Sequence[tuple[str, int]]) -> None:
        """Numbers with their names, in a line."""
        numbers = "\u2003".join(f":gray[{name}] **{value}**" for name, value in tracks)
        st.markdown(numbers, width="content")

    def side(self, side: Side, rows: Sequence[Sequence[Spot]]) -> None:
        """A side: name and tracks, then its ``rows`` from top to bottom."""
        with st.container(border=True, gap="xsmall"):
            with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                st.markdown(f"**{escaped(side.name)}**", width="content")
                self.tracks(side.tracks)
                if side.active:
                    st.badge(self.page.say("board.turn"), icon=":material/play_arrow:", color="primary")
            for row in rows:
                self.row(row)
            if side.effects:
                st.caption("  \n".join(side.effects))

    def grid(self, rows: Sequence[Sequence[Spot]]) -> None:
        """The shared squares, far row first. Not ``st.columns``, which would stack on a narrow screen."""
        for row in rows:
            with st.container(horizontal=True, gap="xsmall", wrap=False):
                for spot in row:
                    with st.container(border=True, gap="xsmall", height="stretch"):
                        st.markdown(f":small[:gray[{spot.name}]]")
                        for piece in spot.pieces:
                            with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
                                st.markdown(f"**{piece.seat}**", width="content")
                                self.piece(piece)

    def row(self, spots: Sequence[Spot]) -> None:
        """Zones side by side; on a narrow screen, one below the other."""
        with st.container(horizontal=True, gap="small"):
            for spot in spots:
                self.spot(spot, width="stretch" if len(spots) == 1 else "content")

    def spot(self, spot: Spot, *, width: Literal["stretch", "content"]) -> None:
        """A zone: its name in a column of fixed width, and its cards."""
        with st.container(horizontal=True, gap="xsmall", width=width, wrap=False):
            name = f"{spot.name} {spot.count}" if spot.places else spot.name
            st.markdown(f":small[:gray[{name}]]", width=ZONE_WIDTH)
            with st.container(horizontal=True, gap="xsmall", width=width, vertical_alignment="center"):
                if not spot.pieces:
                    st.markdown(":gray[–]", width="content")
                elif spot.look == "pile":
                    self.pile(spot)
                else:
                    for piece in spot.pieces:
                        self.piece(piece)

    def pile(self, spot: Spot) -> None:
        """The top card, and the number of cards below it."""
        *below, top = spot.pieces
        self.piece(top)
        if below:
            names = (piece.name or BACK for piece in reversed(below))
            st.badge(f"+{len(below)}", icon=PILE, color="gray", help="  \n".join(names))

    def piece(self, piece: Piece) -> None:
        """A card with its attached cards."""
        if not piece.guests:
            self.card(piece)
            return
        with st.container(horizontal=True, gap="xsmall", width="content", vertical_alignment="center"):
            self.card(piece)
            for guest in _attached(piece):
                self.card(guest, before=UNDER)

    def card(self, piece: Piece, *, before: str = "") -> None:
        """A card with its counters; ``before`` precedes its name."""
        if piece.name:
            label = f"{before}{_sign(piece)}{self.title(piece)}"
            st.badge(label, color=self.colour(piece), help=self.about(piece))
        else:
            st.badge(before + BACK, color="gray", help=self.page.say("board.unknown"))
        for counter, number in piece.counters:
            st.markdown(f":small[:gray[{counter}] **{number}**]", width="content")

    def title(self, piece: Piece) -> str:
        """The name, after its role for a card that counts as something else while attached."""
        if piece.role in ("", piece.name):
            return piece.name
        return self.page.say("board.role", role=piece.role, name=piece.name)

    def colour(self, piece: Piece) -> Colour:
        """The colour of the card's kind."""
        if piece.printed_card is None:
            return "gray"
        return COLOURS[self.kinds.index(piece.printed_card.kind) % len(COLOURS)]

    def about(self, piece: Piece) -> str | None:
        """The tooltip: name, kind, cost and text of the card."""
        card, language = piece.printed_card, self.page.language
        if card is None:
            return None
        cost = "X" if card.cost is None else str(card.cost)
        kind = self.labels.term("symbol", card.kind)
        return self.page.say(
            "board.card", name=card.name[language], kind=kind, cost=cost, text=card.text[language]
        )

    def legend(self) -> None:
        """The kinds of cards in their colours, and the icon for face down."""
        with st.container(horizontal=True, gap="xsmall"):
            for kind, colour in zip(self.kinds, COLOURS, strict=False):
                st.badge(self.labels.term("symbol", kind), color=colour)
            st.badge(self.page.say("board.down"), icon=DOWN, color="gray")


def _sign(piece: Piece) -> str:
    """The icon of a card that is face down or turned."""
    sign = DOWN if piece.down else TURNED[piece.quarter % len(TURNED)]
    return f"{sign} " if sign else ""


def _attached(piece: Piece) -> Iterator[Piece]:
    """All cards attached to a card, directly or not."""
    for guest in piece.guests:
        yield guest
        yield from _attached(guest)
