"""The form for a shuffle or deal: which cards are known to lie where.

Not here: dealing (``engine.record.live_recording``).
"""

import streamlit as st

from dashboard.app.page_context import PageContext
from dashboard.match.recording.foul_form import show_unreadable
from dashboard.match.recording.session import advance
from engine.kernel.deal import Deal
from engine.kernel.legality import Refused
from engine.record.live_recording import Recording
from engine.record.notation.glossary import Glossary, glossary_of
from engine.record.notation.head.toml import composed
from engine.record.notation.problem import Misread
from engine.text.label import Labels
from engine.text.messages import refusal
from events.model.changes import FaceId

UNKNOWN = "??"
"""A card that nobody saw."""


def show(page: PageContext, recording: Recording, deal: Deal) -> None:
    """Draw a field for each part of the deal, and record what was entered."""
    words, labels = glossary_of(recording.game), Labels(recording.game.rules, page.language)
    with st.form("deal", border=False):
        st.markdown(f"**{page.say('record.deal')}**")
        st.caption(page.say("record.deal-help"))
        texts = {
            part: st.text_area(labels.place(part), key=f"deal-{part}-{recording.size}", height=68)
            for part in deal.parts
        }
        if not st.form_submit_button(page.say("record.dealt"), icon=":material/shuffle:"):
            return
    try:
        faces = {part: _faces(words, text) for part, text in texts.items()}
        known = {part: cards for part, cards in faces.items() if cards}
        recording.dealt(known, size=recording.size)
    except Misread as error:
        show_unreadable(page, error.at(0, ""))
    except Refused as error:
        game = recording.game
        st.error(refusal(game.rules, error, game, page.language), icon=":material/gavel:")
    except ValueError as error:
        st.error(page.say("record.too-many", part=error), icon=":material/search_off:")
    else:
        advance(recording)


def _faces(words: Glossary, text: str) -> list[FaceId]:
    """The cards in a field, separated by blanks or commas; ``""`` for an unknown one."""
    return [_face(words, word) for word in composed(text).replace("、", " ").replace(",", " ").split()]


def _face(words: Glossary, word: str) -> FaceId:
    if word == UNKNOWN:
        return ""
    face = words.face(word, 0)
    if face is None:
        raise Misread(0, "unknown-card", *words.similar(word), word=word)
    return face
