"""The table of a case at one of its lines: drawn, with every card by its copy, and as data.

Not here: how a board is drawn (``kifuda.cli.match.board``), running a case (``case``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import RenderableType

from engine.case import CaseResult
from engine.case.lasting import written_effects
from engine.case.lying import described
from engine.kernel.game import Game
from engine.record.match import Match
from events.model.changes import CardRef
from kifuda.cli.base.language import say
from kifuda.cli.match.board import board


def drawn(result: CaseResult, language: str) -> Iterator[RenderableType]:
    """The board, every card as a case writes it, and who is asked."""
    assert result.course is not None and result.game is not None  # it was run
    game = result.game
    match = Match(result.course.derived, rules=result.course.rules)
    yield board(match, len(match) - 1, language=language, viewer=None)
    for place, cards in _places(game).items():
        yield say("case.place", place=place.replace(".", " "))
        for card in cards:
            numbers = "".join(f" · {name} {value}" for name, value in game.rules.numbers(game, card).items())
            yield f"  {card}={described(game, card)}{numbers}"
    for holder, effects in _effects(game).items():
        yield say("case.effects", holder=holder, effects="; ".join(effects))
    if game.ask is not None:
        yield say("case.asked", seat=game.ask.seat, verbs=", ".join(game.ask.verbs), clause=game.ask.clause)
    yield from (failure[language] for failure in result.failures)


def as_data(result: CaseResult, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The same in the shape of ``docs/json.md``."""
    assert result.course is not None and result.game is not None  # it was run
    game = result.game
    lines = [number for number, _, _ in result.course.lines]
    ask = game.ask
    return {
        "file": str(result.path),
        "line": lines[-1] if lines else result.line,
        "title": {"ja": result.title.ja, "en": result.title.en},
        "settings": dict(settings),
        "turn": game.table.turn,
        "seat": game.table.seat,
        "phase": game.table.phase,
        "tracks": {
            seat: {
                track.id: game.table.track(track.id, seat)
                for track in game.rules.tracks
                if seat in game.rules.holders(track)
            }
            for seat in dict.fromkeys(
                holder for track in game.rules.tracks for holder in game.rules.holders(track)
            )
        },
        "zones": {
            seat: {
                place.partition(".")[0]: [_card(game, card) for card in cards]
                for place, cards in _places(game).items()
                if place.partition(".")[2] == seat
            }
            for seat in game.rules.seats
        },
        "effects": [{"on": holder, "effects": effects} for holder, effects in _effects(game).items()],
        "asked": None if ask is None else {"seat": ask.seat, "verbs": list(ask.verbs), "clause": ask.clause},
        "failures": [failure.en for failure in result.failures],
    }


def _card(game: Game, card: CardRef) -> dict[str, Any]:
    numbers = dict(game.rules.numbers(game, card))
    return {"card": card, "written": described(game, card), "numbers": numbers}


def _places(game: Game) -> dict[str, list[CardRef]]:
    """The places where cards lie, in the order of the zones."""
    rules, found = game.rules, {}
    for zone in rules.zones:
        for place in [zone.id] if zone.shared else [f"{zone.id}.{seat}" for seat in rules.seats]:
            if cards := game.table.at(place):
                found[place] = cards
    return found


def _effects(game: Game) -> dict[str, list[str]]:
    """The lasting effects on players and cards, as ``then.effects`` writes them."""
    holders = dict.fromkeys(grant.on for grant in game.table.grants.values())
    found = {holder: written_effects(game, holder) for holder in holders}
    return {holder: effects for holder, effects in found.items() if effects}
