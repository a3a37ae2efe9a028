"""``kifuda shuffle``: provable shuffles of a match: commit, deal, reveal, check.

Not here: the algorithm (``engine.shuffle.provable``), the check of proofs (``engine.shuffle.proofs``).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from engine.audit.pin import pin
from engine.kernel.ruleset import Ruleset
from engine.record.match import Match
from engine.record.notation.line.shuffle_proof import write_proof_line
from engine.record.notation.write import write as written
from engine.record.session import Session
from engine.record.timeline import without_retracted
from engine.shuffle.commitments import COMMIT, parties
from engine.shuffle.commitments import read as pledge_of
from engine.shuffle.provable import ALGORITHM, seed, shuffled
from events.model.kinds import Derived, Noted, Opened, Shuffled
from kifuda.cli.base import lookup
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.exit_status import FINDINGS, FINE
from kifuda.cli.base.language import Misuse, say
from kifuda.cli.base.options import DEFAULT_LOG, Json, LogFile, MatchName
from kifuda.cli.base.output import show, show_json
from kifuda.cli.base.parsers import number as number_within
from kifuda.cli.base.rulesets import cards_of, ruleset
from kifuda.cli.match.findings import finding_lines, shuffle_as_data, shuffle_lines
from kifuda.shuffle_secrets import NUMBER_MOST, Secret, draw, is_party, read, write, write_private

app = application()

Secrets = Annotated[list[Path], typer.Argument(metavar="SECRET…")]
MaybeSecrets = Annotated[list[Path] | None, typer.Argument(metavar="[SECRET…]")]
Output = Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE")]


@app.callback()
def shuffle() -> None:
    """Provable shuffles."""


@app.command("commit", cls=Command)
def commit(
    match: Annotated[str, typer.Argument(metavar="MATCH")],
    party: Annotated[str, typer.Argument(metavar="PARTY")],
    number: Annotated[
        int, typer.Option("--number", metavar="N", parser=number_within(least=1, most=NUMBER_MOST))
    ] = 1,
    output: Output = None,
) -> None:
    """Draw a secret into a file, and print the line that commits to it."""
    if not match.strip() or not is_party(party):
        raise Misuse("party", given=party, match=match)
    drawn = draw(match, number, party)
    path = output or Path(f"{party}-{number}.secret")
    write(path, drawn)
    typer.echo(say("shuffle.drawn", path=path), err=True)
    show(write_proof_line(drawn.commitment))


@app.command("reveal", cls=Command)
def reveal(secrets: Secrets) -> None:
    """Print the lines that open commitments."""
    for drawn in [read(path) for path in secrets]:
        show(write_proof_line(drawn.opening))


@app.command("order", cls=Command)
def order(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    secrets: Secrets,
    players: Annotated[str, typer.Option("--players", metavar="A,B")],
    cards: Annotated[str | None, typer.Option("--cards", metavar="SET")] = None,
    output: Output = None,
) -> None:
    """Print the beginning of a record: its head with the deal, and the commitments."""
    rules = ruleset(game)
    given = _of_all(rules, [read(path) for path in secrets])
    names = players.split(",")
    if len(names) != len(rules.seats) or len({*names}) != len(names) or not all(map(str.strip, names)):
        raise Misuse("players", given=players, seats=", ".join(rules.seats))
    text = written(_dealt(rules, cards_of(rules, cards), names, given), given[0].match)
    if output is None:
        show(text.rstrip("\n"))
        return
    try:
        write_private(output, text)
    except FileExistsError:
        raise Misuse("exists", path=output) from None
    show(say("shuffle.written", path=output))


@app.command("check", cls=Command)
def check(
    name: MatchName, secrets: MaybeSecrets = None, json: Json = False, log: LogFile = DEFAULT_LOG
) -> int:
    """Show the evidence for each shuffle of a match; the status is 1 if a proof does not hold, or if the
    record lacks the commitment to a secret that was given."""
    match = lookup.match(name, log)
    own = [(path, read(path)) for path in secrets or ()]
    missing = [path for path, drawn in own if not _has(match, drawn)]
    wrong = [finding for finding in match.verdict.findings if finding.kind == "shuffle"]
    if json:
        data = shuffle_as_data(match.verdict, wrong) | {"missing": [str(path) for path in missing]}
        show_json({"match": match.id} | data)
    else:
        lines = list(shuffle_lines(match, match.verdict)) or [say("shuffle.none", match=match.id)]
        lines += [line for finding in wrong for line in finding_lines(match, finding)]
        for path, drawn in own:
            facts = {"path": path, "party": drawn.party, "number": drawn.number}
            lines.append(say("shuffle.lacks" if path in missing else "shuffle.has", **facts))
        show("\n".join(lines))
    return FINDINGS if wrong or missing else FINE


# --- dealing -------------------------------------------------------------------------------------------


def _of_all(rules: Ruleset, given: Sequence[Secret]) -> list[Secret]:
    """The secrets in the order of the parties. Raises ``Misuse`` unless there is one of each, for the first
    shuffle of one match."""
    needed = parties(rules.seats)
    if sorted(one.party for one in given) != sorted(needed):
        had = ", ".join(one.party for one in given)
        raise Misuse("secret-parties", given=had, accepted=", ".join(needed))
    if len({one.match for one in given}) != 1:
        raise Misuse("secret-matches", given=", ".join(sorted({one.match for one in given})))
    if {one.number for one in given} != {1}:
        raise Misuse("secret-numbers", given=", ".join(str(one.number) for one in given))
    return sorted(given, key=lambda one: needed.index(one.party))


def _dealt(rules: Ruleset, cards: str, names: Sequence[str], given: Sequence[Secret]) -> list[Derived]:
    """A match up to the events after its first shuffle. Raises ``Misuse`` if its cards are not known."""
    opened = Opened(
        game=rules.game,
        edition=rules.edition,
        cards=cards,
        players=dict(zip(rules.seats, (name.strip() for name in names), strict=True)),
        settings=rules.default_settings(),
        digests=pin(rules, cards),
    )
    session = Session(rules, opened)
    session.remark(*(one.commitment for one in given))
    deal = session.deal
    if deal is None or len(deal.cards()) != deal.size:
        raise Misuse("no-pool", game=rules.game)
    key = seed(given[0].match, given[0].number, [(one.party, one.data) for one in given])
    session.take(Shuffled(deal.place, shuffled(deal.cards(), key), how=ALGORITHM))
    return session.events


def _has(match: Match, drawn: Secret) -> bool:
    """Whether the record has the commitment to this secret before its shuffle."""
    wanted, before = pledge_of(drawn.commitment), 0
    if drawn.match != match.id:
        return False
    for _, event, _ in without_retracted(match.derived):
        before += type(event) is Shuffled
        if isinstance(event, Noted) and event.topic == COMMIT and pledge_of(event) == wanted:
            return before < drawn.number
    return False
