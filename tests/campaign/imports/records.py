"""Records with strange heads and bodies, most of which the importer accepts.

The bodies are those of matches of bots, cut at any line, with lines put in. Not here: changes of bytes,
lines, numbers and keys (``mutation``), tournaments (``files``).
"""

from __future__ import annotations

import random
from functools import cache

from engine.games.registry import own_editions
from engine.kernel.clause import Setting
from engine.kernel.ruleset import Ruleset
from engine.record.notation.head.head import FENCE, NAME_MOST
from engine.record.notation.head.toml import literal
from engine.record.notation.write import write
from events.model.codec import LARGEST
from kifuda.bots.roster import plans_of
from kifuda.bots.simulate import simulate

NAMES = (
    "Aoi", "月見 花", "Ada Lovelace", "名無し", "O'Brien", 'say "hi"', "=1+1", "-2", "@sum", "+3", "a/b",
    "../up", "a\\b", "<b>x</b>", "[x](https://example.org)", "https://example.org/?a=b&c=d", "|pipe|",
    "$x^2$", "👩‍👩‍👧", "नमस्ते", "שלום", "مرحبا", "ﬁ", "Ångström", "z̶a̶l̶g̶o̶", "0", "None", "null",
    "NaN", "true", "🂡", "１２３", ".", "..", "~", " ", "x" * NAME_MOST, "名" * NAME_MOST, "{x}", "%s", "%",
    "#", "?", "*", ":blue[x]", "a,b", "a;b", "-", "_", "A", "B", "A.1", "public", "con", "nul",
)  # fmt: skip
"""Names of people, tournaments and matches that some program somewhere takes for something else."""
NUMBERS = (
    0,
    1,
    2,
    7,
    99,
    255,
    256,
    32767,
    32768,
    65536,
    2**31 - 1,
    2**31,
    2**32,
    LARGEST,
    -1,
    -(2**31),
    -LARGEST,
)
VALUES = (
    *map(str, NUMBERS), "true", "false", "1.5", "-0.0", "inf", "nan", "1e300", "1e-300", "[]", "{}",
    '""', '"x"', "[1, [2, [3]]]", "2026-05-03", "2026-05-03T14:00:00", "2026-05-03T14:00:00Z",
    "14:00:00", "1900-01-01", "2999-12-31", "0001-01-01", "9999-12-31T23:59:59.999999Z",
    '{ a = 1, b = { c = "月" } }', '"2026"', '"B"', '"A"', '["A"]',
)  # fmt: skip
DAYS = (
    "1900-01-01", "2999-12-31", "2026-02-28", "2024-02-29", "2999-12-31T23:59:59.999999+23:59",
    "1900-01-01T00:00:00-23:59", '"2026-05-03"', "2026-05-03T14:00:00.123456", "1969-12-31T23:59:59Z",
)  # fmt: skip
TABLES = (
    "tournament",
    "tournament.deep",
    "times",
    "_own",
    "月",
    '"a b"',
    "viewpoint",
    "event",
    "league",
    "note",
)
KEYS = (
    "name",
    "round",
    "table",
    "minutes",
    "game",
    "of",
    "phase",
    "seat",
    "id",
    "_x",
    '"月"',
    "result",
    "date",
    "deck",
)
CLAIMS = (
    "=> life B {n}", "=> life A {n}", "=> count hand A {n}", "=> damage B {n}", "=> nullified", "=> failed",
    "=> nonsense", "== {n} A", "== {n} B",
)  # fmt: skip
MARKS = (
    "! time", "! concede A", "! concede B", "! agreed-end", "! agreed-end A",
    '! ruling "a warning" by "{name}"', '! ruling life B {n} by "{name}"',
    '! ruling A.{n} to hand A by "Judge"', '! ruling A.1 to discard A by ""', "! illegal A end",
    "! illegal B use A.{n}", "! stalemate A", "# {name}", "! commit table 1 {hex}",
    "! reveal A 1 {hex}",
)  # fmt: skip
MATCHES_A_SET = 2
SHORT = 12
"""Lines of most bodies: reading is what takes time."""


def record(chance: random.Random, id: str) -> bytes:
    """A record whose match has this id."""
    rules, cards, head, body = chance.choice(_played())
    return (_head(chance, id, rules, cards, head) + "\n" + _body(chance, body)).encode()


@cache
def _played() -> list[tuple[Ruleset, str, list[str], list[str]]]:
    """Matches of bots: the rules, the card set, and the lines of the head and of the body of the record."""
    found = []
    for rules in own_editions():
        for number, cards in enumerate(rules.sets):
            plan = plans_of(rules.game)[-1]
            for match in simulate(
                rules, matches=MATCHES_A_SET, seed=number, cards=cards, decks=("draft", plan)
            ):
                _, head, body = write(match.derived, match.id).split(f"{FENCE}\n", 2)
                found.append((rules, cards, head.splitlines(), body.splitlines()))
    return found


# --- the head ----------------------------------------------------------------------------------------


def _head(chance: random.Random, id: str, rules: Ruleset, cards: str, played: list[str]) -> str:
    simulated = chance.random() < 0.3
    players = [_name(chance, 0.3) for _ in rules.seats]
    lines = [
        "kfd = 1",
        f"match = {literal(id)}",
        f'ruleset = "{rules.game}@{rules.edition}"',
        f'cards = "{cards}"',
        f"players = {literal(players)}",
        f"simulated = {literal(simulated)}",
    ]
    own = (
        (0.5, f"played = {chance.choice(DAYS)}"),
        (0.2, f"shuffle = {literal(_name(chance, 0))}"),
        (0.3, f"viewpoint = {chance.choice(VALUES)}"),
        (0.3, f"_{chance.choice('xyz')} = {chance.choice(VALUES)}"),
        (0.2, f"written = {chance.choice(VALUES)}"),
    )
    lines += [line for share, line in own if chance.random() < share]
    tables = {
        "decks": (0.9, _tables(played, "decks")),
        "known": (0.8, _thinned(chance, _tables(played, "known"))),
        "settings": (0.5, _settings(chance, rules)),
        "digests": (
            0.1,
            [f'{key} = "{chance.randbytes(32).hex()}"' for key in ("clauses", "cards", "engine")],
        ),
    }
    for name, (share, inside) in tables.items():
        if inside and chance.random() < share:
            lines += ["", f"[{name}]", *inside]
    for name in chance.sample(TABLES, chance.choice((0, 0, 1, 1, 2))):
        keys = chance.sample(KEYS, chance.randint(0, 6))
        lines += ["", f"[{name}]", *(f"{key} = {_value(chance, key)}" for key in keys)]
    return "\n".join([FENCE, *lines, FENCE])


def _value(chance: random.Random, key: str) -> str:
    return literal(_name(chance, 0)) if key == "name" and chance.random() < 0.8 else chance.choice(VALUES)


def _name(chance: random.Random, usual: float) -> str:
    if chance.random() < usual:
        return f"player {chance.randrange(30)}"
    if chance.random() < 0.2:
        return "".join(
            chr(chance.choice((chance.randrange(33, 127), chance.randrange(0x3041, 0x30FF))))
            for _ in range(5)
        )
    return chance.choice(NAMES)


def _tables(lines: list[str], name: str) -> list[str]:
    """The lines of a table of a head."""
    begin = lines.index(f"[{name}]") + 1 if f"[{name}]" in lines else len(lines)
    end = next((at for at in range(begin, len(lines)) if lines[at].startswith("[")), len(lines))
    return [line for line in lines[begin:end] if line]


def _thinned(chance: random.Random, known: list[str]) -> list[str]:
    """Of what was known, all or a part."""
    return known if chance.random() < 0.7 else [line for line in known if chance.random() < 0.6]


def _settings(chance: random.Random, rules: Ruleset) -> list[str]:
    names = chance.sample(sorted(rules.settings), chance.randint(0, min(4, len(rules.settings))))
    return [f"{name} = {literal(_allowed(chance, rules.settings[name]))}" for name in names]


def _allowed(chance: random.Random, setting: Setting) -> bool | int | str:
    if setting.choices:
        return chance.choice(setting.choices)
    least = setting.least if setting.least is not None else 0
    return chance.choice((least, setting.most if setting.most is not None else LARGEST, setting.default))


# --- the body ----------------------------------------------------------------------------------------


def _body(chance: random.Random, lines: list[str]) -> str:
    """The lines up to some place, with others between them."""
    end = (
        len(lines)
        if chance.random() < 0.1
        else chance.randrange(min(len(lines), chance.choice((2, SHORT, 40))))
    )
    body = lines[: end + 1]
    for _ in range(chance.choice((0, 0, 1, 2))):
        body.insert(chance.randint(0, len(body)), _line(chance))
    if chance.random() < 0.2 and body:
        at = chance.randrange(len(body))
        body[at] += chance.choice(
            (" (0:01)", " (99:59)", " (999999999:59)", " (0:00)", "  # 月", " (9007199254740991:00)")
        )
    return chance.choice(("\n", "\n", "\n\n", "\r\n")).join(body) + chance.choice(("\n", ""))


def _line(chance: random.Random) -> str:
    kind = chance.choice((CLAIMS, MARKS, (FENCE, "", "A end", "B pass", "A concede")))
    facts = {"n": chance.choice(NUMBERS), "name": _name(chance, 0), "hex": chance.randbytes(32).hex()}
    line = chance.choice(kind)
    for key, value in facts.items():
        line = line.replace(f"{{{key}}}", str(value))
    return line


def identifier(chance: random.Random, number: int) -> str:
    """An id for a match, like no other one with another number."""
    return f"{chance.choice(NAMES)[: NAME_MOST - 12]}{chance.choice(('', ' ', '/', '-', '.'))}{number:x}"
