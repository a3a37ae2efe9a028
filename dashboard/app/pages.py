"""The list of pages, by menu.

Not here: their titles (``texts.toml``), and drawing the menus (``run``).
"""

from collections.abc import Callable

from dashboard.app.page_context import PageContext
from dashboard.views import overview
from dashboard.views.about import health, methods
from dashboard.views.events import lab, players, tournaments
from dashboard.views.match import audit, import_, matches, record, replay
from dashboard.views.meta import archetype, card, cards, chains, compare, costs, matchups, meta, tempo

Show = Callable[[PageContext], None]

PAGES: dict[str, dict[str, tuple[Show, str]]] = {
    "": {"overview": (overview.show, ":material/home:")},
    "cards": {
        "meta": (meta.show, ":material/bar_chart:"),
        "matchups": (matchups.show, ":material/grid_on:"),
        "archetype": (archetype.show, ":material/category:"),
        "compare": (compare.show, ":material/compare_arrows:"),
        "cards": (cards.show, ":material/table:"),
        "card": (card.show, ":material/style:"),
        "tempo": (tempo.show, ":material/timer:"),
        "chains": (chains.show, ":material/account_tree:"),
        "costs": (costs.show, ":material/payments:"),
    },
    "events": {
        "tournaments": (tournaments.show, ":material/emoji_events:"),
        "players": (players.show, ":material/groups:"),
        "lab": (lab.show, ":material/science:"),
    },
    "matches": {
        "matches": (matches.show, ":material/list:"),
        "replay": (replay.show, ":material/play_circle:"),
        "audit": (audit.show, ":material/gavel:"),
        "record": (record.show, ":material/edit_note:"),
        "import": (import_.show, ":material/upload:"),
    },
    "about": {
        "health": (health.show, ":material/monitor_heart:"),
        "methods": (methods.show, ":material/menu_book:"),
    },
}
"""Menu → page name → the function that draws the page, and its icon. The menu ``""`` has no title."""
WRITING = ("record", "import")
"""Pages that exist only on a server that may write the log."""
