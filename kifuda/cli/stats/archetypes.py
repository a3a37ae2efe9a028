"""``kifuda archetypes``: labels decks by a file of rules, and groups decks without a label.

Not here: the meaning of rules (``analytics.archetypes``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Annotated

import typer

from analytics.archetypes.decks import Decks, Seat, counts, decks
from analytics.archetypes.label import by_rules, labelled_by_rules, write
from analytics.archetypes.rules import read
from analytics.archetypes.tree import Label, Tree
from analytics.query.filters import GRADES, Filters, checked
from analytics.store.reader import Store
from events.log.clock import now
from events.log.contract import Log
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.exit_status import FINDINGS, FINE
from kifuda.cli.base.language import say
from kifuda.cli.base.log_key import KeyFile, recording
from kifuda.cli.base.opened import opened
from kifuda.cli.base.options import DEFAULT_LOG, GameName, Json, LogFile, StoreFolder
from kifuda.cli.base.output import row, show, show_json, table
from kifuda.cli.base.parsers import number
from kifuda.cli.data.project import folder_of, projected
from kifuda.cli.stats.filter_options import game_and_edition

app = application()

LISTED = 10
"""The most decks matching two archetypes that are listed."""
COLUMNS = ("archetype", "game", "decks", "seats", "players")


@app.callback()
def archetypes() -> None:
    """Lists, labels and suggestions."""


@app.command("list", cls=Command)
def list_(
    game: GameName = None, json: Json = False, store: StoreFolder = None, log: LogFile = DEFAULT_LOG
) -> None:
    """List the labels of decks and how often each was played."""
    wanted, edition = game_and_edition(game or "")
    with _facts(log, store) as facts:
        found = counts(facts, Filters(wanted, edition, grades=GRADES))
    if json:
        show_json([one._asdict() for one in found])
        return
    listed = table("archetypes", *COLUMNS, right=("decks", "seats", "players"))
    for one in found:
        named = one._replace(archetype=one.archetype or say("archetypes.unnamed"))
        row(listed, *(getattr(named, column) for column in COLUMNS))
    show(listed)


@app.command("apply", cls=Command)
def apply(
    rules: Annotated[Path, typer.Argument(metavar="RULES")],
    dry_run: Annotated[bool, typer.Option("--dry-run")] = False,
    json: Json = False,
    key: KeyFile = None,
    store: StoreFolder = None,
    log: LogFile = DEFAULT_LOG,
) -> int:
    """Label the decks of a log by the rules; the status is 1 if a deck matches two archetypes."""
    tree = read(rules)
    with _facts(log, store) as facts:
        known = decks(facts, tree.game)
    labels = {digest: tree.label(deck) for digest, deck in known.cards.items()}
    with opened(log) if dry_run else recording(log, key) as target:
        wanted = _changes(tree, known, labels, target)
        done = write(target, wanted, by=by_rules(tree.digest), at=now(), dry=dry_run)
    doubtful = {digest: label.others for digest, label in labels.items() if label.others}
    names = Counter(label.archetype for label in labels.values())
    if json:
        found = {"decks": len(labels), "unnamed": names[""] - len(doubtful), "doubtful": doubtful}
        show_json({**found, "set": done.set, "taken": done.taken, "written": not dry_run})
    else:
        counts = {"decks": len(labels), "set": done.set, "taken": done.taken}
        show(say("archetypes.would" if dry_run else "archetypes.applied", **counts))
        show(say("archetypes.unnamed-decks", decks=names[""] - len(doubtful)))
        _show_doubtful(known.seats, doubtful)
    return FINDINGS if doubtful else FINE


@app.command("suggest", cls=Command)
def suggest(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    fewest: Annotated[int, typer.Option("--fewest", metavar="N", parser=number(least=2))] = 5,
    json: Json = False,
    store: StoreFolder = None,
    log: LogFile = DEFAULT_LOG,
) -> None:
    """Print draft rules for groups of decks without a label; nothing is written."""
    from analytics.archetypes import cluster  # slow to import

    with _facts(log, store) as facts:
        known = decks(facts, game)
        if not known.cards:
            checked(facts, Filters(game))  # nobody is told of no decks in a game that is not there
    named = {one.deck for one in known.seats if one.archetype}
    unnamed = [deck for digest, deck in known.cards.items() if digest not in named]
    found = cluster.suggest(unnamed, fewest=fewest)
    if json:
        show_json([{"decks": len(one.decks), "core": dict(one.core), "share": one.share} for one in found])
        return
    print(f"# {say('archetypes.suggested', groups=len(found), decks=len(unnamed))}")
    print(f'\ngame = "{game}"')
    for place, one in enumerate(found, start=1):
        about = say("archetypes.group", decks=len(one.decks), share=f"{100 * one.share:.0f} %")
        print(f"\n# {about}\n{one.draft(f'group-{place}')}", end="")


@contextmanager
def _facts(log: Path, store: Path | None) -> Iterator[Store]:
    """The tables of the log, brought up to date."""
    folder = folder_of(log, store)
    with opened(log) as source:
        projected(source, folder)
    facts = Store(folder)
    try:
        yield facts
    finally:
        facts.close()


def _changes(tree: Tree, known: Decks, labels: dict[str, Label], log: Log) -> dict[str, dict[str, str]]:
    """Match → seat → new label, where it changes. A deck that no rule matches loses a label of ``tree``, and
    one that earlier rules gave it; other labels stay."""

    @cache
    def labelled(match: str) -> set[str]:
        return labelled_by_rules(log.history(match))

    wanted: dict[str, dict[str, str]] = {}
    for one in known.seats:
        label = labels[one.deck].archetype
        if label == one.archetype:
            continue
        if label or one.archetype in tree.by_id or one.seat in labelled(one.match):
            wanted.setdefault(one.match, {})[one.seat] = label
    return wanted


def _show_doubtful(seats: list[Seat], doubtful: dict[str, tuple[str, ...]]) -> None:
    """Show decks that match two archetypes, each with one match where it was played."""
    played = {one.deck: one for one in reversed(seats)}
    for digest, others in list(doubtful.items())[:LISTED]:
        one = played[digest]
        show(say("archetypes.doubtful", match=one.match, seat=one.seat, fits=", ".join(others)))
    if len(doubtful) > LISTED:
        show(say("archetypes.more", decks=len(doubtful) - LISTED))
