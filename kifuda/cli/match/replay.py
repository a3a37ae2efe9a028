"""``kifuda replay``: steps through a match in the terminal by event, act or turn, as any viewer; or writes it
as one HTML file.

Not here: the board (``board``) and the sentences (``explain``).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, ClassVar

import typer
from rich.console import ConsoleRenderable, Group
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from engine.record.match import Match
from events.model.kinds import Began
from kifuda.cli.base import lookup
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import Misuse, current, say, use
from kifuda.cli.base.options import DEFAULT_LOG, As, At, LogFile, MatchName
from kifuda.cli.base.output import show
from kifuda.cli.match.board import board
from kifuda.cli.match.explain import findings, lines
from kifuda.cli.match.show import event_sentence

app = application()

EARLIER = 3
"""Number of sentences shown before that of the event."""


@app.command("replay", cls=Command)
def replay(
    match: MatchName,
    at: At = 0,
    viewer: As = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE")] = None,
    log: LogFile = DEFAULT_LOG,
) -> None:
    """Replay the match from event ``at`` on, or write the replay as one HTML file."""
    whole = lookup.match(match, log)
    if html is not None:
        from dashboard.match.replay.browser_replay import html_file  # slow: it brings Streamlit

        eyes = lookup.viewer(whole, viewer)
        seen = lookup.handed_out(whole, eyes)
        number = lookup.event_number(seen, at)
        html.write_text(html_file(seen, whole, viewer=eyes, at=number, language=current()), "utf-8")
        show(say("replay.written", path=html))
        return
    if not sys.stdout.isatty():
        raise Misuse("no-terminal")
    Replay(whole, at=lookup.event_number(whole, at), viewer=lookup.viewer(whole, viewer)).run()


class Replay(App[None]):
    """The screen: viewer and position, the board, the last sentences, and the keys."""

    CSS = "#board { height: auto; } #sentences { height: 1fr; } #head, #keys { color: $text-muted; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "step(1)"),
        Binding("left", "step(-1)"),
        Binding("a", "act(1)"),
        Binding("A,shift+a", "act(-1)"),
        Binding("t", "turn(1)"),
        Binding("T,shift+t", "turn(-1)"),
        Binding("home", "edge(-1)", priority=True),
        Binding("end", "edge(1)", priority=True),
        Binding("v", "view"),
        Binding("l", "speak"),
        Binding("q", "quit"),
    ]

    def __init__(self, match: Match, *, at: int = 0, viewer: str | None = None) -> None:
        super().__init__()
        self.whole = match
        self.at = at
        self.viewer = viewer
        self._views: dict[str | None, Match] = {}

    @property
    def seen(self) -> Match:
        """The match as the viewer may know it."""
        if self.viewer not in self._views:
            self._views[self.viewer] = lookup.seen(self.whole, self.viewer)
        return self._views[self.viewer]

    @cached_property
    def viewers(self) -> list[str | None]:
        """All viewers, in the order in which the key ``v`` cycles through them."""
        if self.whole.rules is None:  # views cannot be computed without rules
            return [None]
        return [None, *self.whole.opened.players, lookup.PUBLIC]

    @cached_property
    def acts(self) -> list[int]:
        """The positions of acts."""
        return list(self.whole.acts())

    @cached_property
    def turns(self) -> list[int]:
        """The positions at which turns begin."""
        events = enumerate(self.whole.events)
        return [seq for seq, event in events if isinstance(event, Began) and event.span == "turn"]

    def compose(self) -> ComposeResult:
        """The parts of the screen, from top to bottom."""
        yield Static(id="head")
        yield Static(id="board")
        with VerticalScroll(id="sentences", can_focus=False):
            yield Static(id="story")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Show the first position."""
        self.draw()

    def draw(self) -> None:
        """Show the table at the event, and the event in words."""
        match = self.seen
        table = match.table(self.at)
        known = {None: say("replay.everyone"), lookup.PUBLIC: say("replay.public")}
        viewer, last = known.get(self.viewer, self.viewer), len(match) - 1
        self._put(
            "head",
            Text(say("replay.head", match=match.id, at=self.at, last=last, turn=table.turn, viewer=viewer)),
        )
        self._put("board", board(match, self.at, language=current(), viewer=self.viewer))
        found = findings(self.whole, self.at) if self.viewer is None else []
        earlier = range(max(0, self.at - EARLIER), self.at)
        before = (Text(f"#{seq}  {event_sentence(match, seq)}", style="dim") for seq in earlier)
        self._put("story", Group(*before, Text("\n".join(lines(match, self.at, found)), style="bold")))
        self._put("keys", Text(say("replay.keys")))

    def _put(self, part: str, shown: ConsoleRenderable) -> None:
        self.query_one(f"#{part}", Static).update(shown)

    # --- keys --------------------------------------------------------------------------------------

    def action_step(self, direction: int) -> None:
        """One event on or back."""
        self._go(min(max(self.at + direction, 0), len(self.whole) - 1))

    def action_act(self, direction: int) -> None:
        """To the next or previous act."""
        self._go(_next(self.acts, self.at, direction))

    def action_turn(self, direction: int) -> None:
        """To the beginning of the next or previous turn."""
        self._go(_next(self.turns, self.at, direction))

    def action_edge(self, direction: int) -> None:
        """To the first or last event."""
        self._go(0 if direction < 0 else len(self.whole) - 1)

    def action_view(self) -> None:
        """Change to the next viewer."""
        self.viewer = self.viewers[(self.viewers.index(self.viewer) + 1) % len(self.viewers)]
        self.draw()

    def action_speak(self) -> None:
        """Change the language."""
        use("en" if current() == "ja" else "ja")
        self.draw()

    def _go(self, at: int) -> None:
        self.at = at
        self.draw()


def _next(stops: Sequence[int], at: int, direction: int) -> int:
    """The nearest stop after ``at`` (or before it, by ``direction``); ``at`` if there is none."""
    beyond: Callable[[int], bool] = (lambda stop: stop > at) if direction > 0 else (lambda stop: stop < at)
    found = [stop for stop in stops if beyond(stop)]
    return (min(found) if direction > 0 else max(found)) if found else at
