"""The menu of legal acts, searched by typing in either language; acts of many cards are composed.

Not here: what is legal (``engine.kernel.legality``), recording the choice (``views.match.record``).
"""

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from dashboard.app.page_context import PageContext
from dashboard.board.layout import printed_card
from engine.kernel.legality import ActType
from engine.record.live_recording import Recording
from engine.record.notation.spell import sketch
from engine.text.label import Labels
from engine.text.sentence import sentence
from events.model.changes import CardRef
from events.model.kinds import AnyAct

MAX_LISTED = 300
"""Up to this many acts are offered one by one."""
MAX_SEARCHED = 6000
"""Acts that are looked through for the cards that an act of many cards can take."""


class Choice(NamedTuple):
    """The scorekeeper's choice: an act of the menu, or a line in record notation."""

    act: AnyAct | None
    line: str


def choose(page: PageContext, recording: Recording) -> Choice | None:
    """Draw the menu of the open ask; None until a choice is sent."""
    ask = recording.game.ask
    assert ask is not None
    acts = recording.menu(MAX_LISTED + 1)
    many = len(acts) > MAX_LISTED and next(
        (verb for name in ask.verbs if (verb := recording.game.rules.verbs[name]).cards[1] > 1), None
    )
    if many:
        return _composed(page, recording, many)
    labels = {_label(page, recording, act): act for act in acts[:MAX_LISTED]}
    with st.form("menu", border=False):
        chosen = st.selectbox(
            page.say("record.act"),
            list(labels),
            index=None,
            key=f"menu-{recording.size}",
            placeholder=page.say("record.act-placeholder"),
            accept_new_options=True,
            help=page.say("record.act-help"),
        )
        sent = st.form_submit_button(page.say("record.send"), icon=":material/check:")
    if not sent or not chosen:
        return None
    act = labels.get(chosen)
    return Choice(act, sketch(recording.game, act) if act else chosen)


def _label(page: PageContext, recording: Recording, act: AnyAct) -> str:
    """The act as a sentence, as notation and with English card names: any of them can be typed."""
    game, players = recording.game, recording.opened.players
    text = sentence(act, game.table, game.rules, page.language, players=players)
    cards = (printed_card(game.rules, game.table.face.get(card, "")) for card in act.cards)
    english = " ".join(card.name.en for card in cards if card)
    return "  ·  ".join(filter(None, (text, sketch(game, act), english)))


def _composed(page: PageContext, recording: Recording, verb: ActType) -> Choice | None:
    """Draw the choice of the cards of an act that takes many."""
    game = recording.game
    acts = [act for act in recording.menu(MAX_SEARCHED) if act.verb == verb.name]
    cards = list(dict.fromkeys(card for act in acts for card in act.cards))
    counts = [len(act.cards) for act in acts]
    names = _names(page, recording, cards)
    seat = acts[0].seat
    with st.form("cards", border=False):
        chosen = st.multiselect(
            page.say("record.cards", verb=Labels(game.rules, page.language).verb(verb.name), n=max(counts)),
            cards,
            format_func=names.__getitem__,
            max_selections=max(counts),
            key=f"cards-{recording.size}",
        )
        line = st.text_input(
            page.say("record.line"), key=f"line-{recording.size}", help=page.say("record.act-help")
        )
        sent = st.form_submit_button(page.say("record.send"), icon=":material/check:")
    if line.strip() and sent:
        return Choice(None, line)
    if not (sent and chosen):
        return None
    act = verb.event(seat, verb.name, tuple(chosen))
    return Choice(act, sketch(game, act))


def _names(page: PageContext, recording: Recording, cards: Sequence[CardRef]) -> dict[CardRef, str]:
    """Names of the cards; further copies of one card get a number."""
    labels = Labels(recording.game.rules, page.language, table=recording.game.table)
    copies: dict[str, int] = {}
    names = {}
    for card in cards:
        name = labels.card(card)
        copies[name] = copies.get(name, 0) + 1
        names[card] = name if copies[name] == 1 else f"{name} ({copies[name]})"
    return names
