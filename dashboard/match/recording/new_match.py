"""The form of a new match: game, players, decks, house rules, tournament.

It writes the head of a record, so mistakes are reported as in records. Not here: what a head may contain
(``engine.record.notation.head.head``).
"""

from collections.abc import Callable
from datetime import datetime

import streamlit as st

from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from engine.games.registry import RULESETS
from engine.kernel.clause import Setting
from engine.kernel.ruleset import Ruleset
from engine.record.notation.head.head import FENCE, VERSION
from engine.record.notation.head.toml import bare, literal

UNKNOWN = ""
"""A deck that is not known."""
Value = bool | int | str


def form(page: PageContext, taken: Callable[[str], bool]) -> str | None:
    """Draw the form; the head of the match once it is sent. ``taken`` says whether an id is in use."""
    rules = RULESETS[
        st.selectbox(
            page.say("new.game"),
            list(RULESETS),
            format_func=lambda id: f"{RULESETS[id].name[page.language]} · {RULESETS[id].edition}",
            key="new-game",
        )
    ]
    cards = st.selectbox(
        page.say("new.cards"),
        list(rules.sets),
        format_func=lambda id: rules.sets[id].name[page.language],
        key=f"new-cards-{rules.id}",
    )
    with st.form("new", border=False, enter_to_submit=False):  # Enter after a name begins no match
        names = _players(page, rules)
        decks = _decks(page, rules, cards) if rules.check_deck is not None else {}
        tournament = _tournament(page)
        settings = _settings(page, rules)
        id = st.text_input(page.say("new.id"), placeholder=_id(rules, taken), help=page.say("new.id-help"))
        if not st.form_submit_button(page.say("new.begin"), icon=":material/edit_note:"):
            return None
    parts = [
        FENCE,
        f"kfd = {VERSION}",
        f"match = {literal(id.strip() or _id(rules, taken))}",
        f"ruleset = {literal(rules.id)}",
        f"cards = {literal(cards)}",
        f"players = {literal([names[seat] for seat in rules.seats])}",
        f"played = {_today()}",
        *_table("tournament", tournament),
        *_table("settings", settings),
        *_table("decks", decks),
        FENCE,
    ]
    return "\n".join(parts) + "\n"


def _players(page: PageContext, rules: Ruleset) -> dict[str, str]:
    columns = st.columns(len(rules.seats))
    return {
        seat: column.text_input(page.say("new.player", seat=seat), key=f"new-player-{seat}").strip()
        for seat, column in zip(rules.seats, columns, strict=True)
    }


def _decks(page: PageContext, rules: Ruleset, cards: str) -> dict[str, Value]:
    """The chosen decks, of those in the card set; an unknown one is left out."""
    known = rules.sets[cards].decks
    names = {UNKNOWN: page.say("new.deck-unknown")}
    names |= {id: deck.name[page.language] for id, deck in known.items()}
    chosen: dict[str, Value] = {}
    for seat, column in zip(rules.seats, st.columns(len(rules.seats)), strict=True):
        deck = column.selectbox(
            page.say("new.deck", seat=seat),
            list(names),
            format_func=names.__getitem__,
            key=f"new-deck-{rules.id}-{seat}",
        )
        if deck != UNKNOWN:
            chosen[seat] = deck
    return chosen


def _tournament(page: PageContext) -> dict[str, Value]:
    name, round, table = st.columns([3, 1, 1])
    given = {
        "name": name.text_input(page.say("new.tournament"), key="new-tournament").strip(),
        "round": round.number_input(page.say("new.round"), min_value=1, value=None, step=1, key="new-round"),
        "table": table.number_input(page.say("new.table"), min_value=1, value=None, step=1, key="new-table"),
    }
    return {key: value for key, value in given.items() if value} if given["name"] else {}


def _settings(page: PageContext, rules: Ruleset) -> dict[str, Value]:
    """The settings that differ from their defaults."""
    changed: dict[str, Value] = {}
    with st.expander(page.say("new.settings"), icon=":material/tune:"):
        for setting in rules.settings.values():
            value = _setting(page, rules, setting)
            if value != setting.default:
                changed[setting.name] = value
    return changed


def _setting(page: PageContext, rules: Ruleset, setting: Setting) -> Value:
    key, text = f"new-setting-{rules.id}-{setting.name}", setting.ja if page.language == "ja" else setting.en
    about, _, meaning = text.partition("。" if page.language == "ja" else ". ")
    clause = escaped(rules.clauses[setting.clause].says[page.language])
    label = f"{escaped(about)} [{setting.clause}]"
    text = f"`{setting.name}` {escaped(meaning)}\n\n**{setting.clause}** {clause}"
    if setting.choices:
        choices = list(setting.choices)
        return st.selectbox(
            label, choices, index=choices.index(setting.default), format_func=str, key=key, help=text
        )
    return int(
        st.number_input(
            label,
            min_value=setting.least,
            max_value=setting.most,
            value=int(setting.default),
            step=1,
            key=key,
            help=text,
        )
    )


def _table(name: str, values: dict[str, Value]) -> list[str]:
    return (
        [f"[{name}]", *(f"{bare(key)} = {literal(value)}" for key, value in values.items())] if values else []
    )


def _today() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _id(rules: Ruleset, taken: Callable[[str], bool]) -> str:
    """The first free id of today."""
    day, number = f"{rules.game}-{datetime.now():%Y%m%d}", 1
    while taken(f"{day}-{number}"):
        number += 1
    return f"{day}-{number}"
