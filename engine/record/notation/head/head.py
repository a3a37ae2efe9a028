"""The head of a record: who played what, when, under which rules, and what the writer knew of the deal.

Not here: TOML itself (``toml``), or the acts below the head (``line``).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

import tomli

from engine.audit.pin import pin
from engine.games.installed import package
from engine.games.registry import RULESETS
from engine.kernel import toml_text
from engine.kernel.clause import Setting
from engine.kernel.deal import Deal
from engine.kernel.ruleset import Ruleset
from engine.record.notation.glossary import UNKNOWN, glossary
from engine.record.notation.head.look_alike import look_alike
from engine.record.notation.head.toml import composed, flat, literal, place_of, too_large
from engine.record.notation.messages import message, toml_said
from engine.record.notation.problem import Problem, Unreadable, nearest
from engine.shuffle.provable import ALGORITHM, DECLARED, SIMULATED
from engine.text.messages import both
from events.model.codec import LARGEST
from events.model.kinds import Opened

VERSION = 1
FENCE = "+++"
SIMPLE = {"kfd": int, "match": str, "ruleset": str, "cards": str, "simulated": bool, "shuffle": str}
"""Required and optional keys of the head with a single value, and its type."""
NEEDED = ("kfd", "match", "ruleset", "cards", "players")
OWN = (*SIMPLE, "players", "decks", "settings", "known", "digests")
"""Keys with a defined meaning; all others are stored as written."""
NEARLY_PERCENT = 80
NAME_MOST = 200
"""The most characters of an id or a name, because it is used in tables, addresses and file names."""
UNWRITTEN = ("Cc", "Zl", "Zp", "Cf")
"""Unicode categories not allowed in names: control characters, separators of lines and paragraphs, and signs
that are not seen, by which two names could look the same or run backwards."""
JOINERS = "\u200c\u200d"
"""Signs of the category ``Cf`` that some scripts and emoji need: allowed in the names of people."""
DIGITS_SHOWN = 24
PARTS_SHOWN = 8
"""The most parts of the deal that an error message lists."""


class Head(NamedTuple):
    """A head that was read: the opening event, the match id, the known parts of the deal, and the body.

    ``known`` maps parts of the deal to faces (``""`` unknown); ``how`` says who vouches for shuffles;
    ``lines`` are those below the head, and ``first`` is the number of the first of them.
    """

    opened: Opened
    match: str
    rules: Ruleset
    known: dict[str, tuple[str, ...]]
    how: str
    lines: list[str]
    first: int

    def known_of(self, deal: Deal) -> dict[str, tuple[str, ...]]:
        """Return the known parts of one deal."""
        return {part: faces for part, faces in self.known.items() if part in deal.parts}


def unwritten_signs(name: str, *, allowed: str = JOINERS) -> list[str]:
    """The signs that no name may have, but for those that are ``allowed``."""
    return [sign for sign in name if unicodedata.category(sign) in UNWRITTEN and sign not in allowed]


def read_head(text: str, name: str = "") -> Head:
    """The head of a record's whole text. Raises ``Unreadable``."""
    lines = text.split("\n")
    begin = next((number for number, line in enumerate(lines) if line.strip()), None)
    if begin is None:
        _fail(name, 1, 1, "", "empty", FENCE)
    if lines[begin].strip() != FENCE:
        _fail(name, begin + 1, 1, lines[begin], "no-head", FENCE)
    end = next((number for number in range(begin + 1, len(lines)) if lines[number].strip() == FENCE), None)
    if end is None:
        _fail(name, begin + 1, 1, FENCE, "open-head", FENCE)
    reader = _Reader(name, "\n".join(lines[begin + 1 : end]), begin + 1)
    opened = reader.opened()
    reader.check_decks(opened)
    known, how = reader.known(), reader.how()
    return Head(opened, reader.data["match"], reader.rules, known, how, lines[end + 1 :], end + 2)


def _fail(
    name: str, line: int, column: int, text: str, key: str, /, *candidates: str, **facts: object
) -> NoReturn:
    raise Unreadable(Problem(line, column, text.strip(), message(key, **facts), "", candidates), name)


_DAY = re.compile(
    r"(19|2[0-9])\d\d-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?)?", re.ASCII
)
_AT = re.compile(r"\s*\(at line (\d+), column (\d+)\)$")


class _Reader:
    """One head; ``above`` is the number of lines before its text."""

    def __init__(self, name: str, text: str, above: int) -> None:
        self.name = name
        self.text = text
        self.above = above
        try:
            self.data = composed(toml_text.parse(text))
            self.others = _others(self.data)
        except ValueError as error:
            self._no_toml(str(error))
        except RecursionError:
            self._no_toml("nested too deeply")
        self._check_keys()
        self.rules = self._ruleset()

    # --- saying what is wrong ------------------------------------------------------------------------

    def _no_toml(self, said: str) -> NoReturn:
        place = _AT.search(said)
        if place is None:
            _fail(self.name, self.above, 1, FENCE, "no-toml", said=toml_said(said))
        line, column = int(place[1]), int(place[2])
        text = self.text.split("\n")[line - 1]
        _fail(self.name, self.above + line, column, text, "no-toml", said=toml_said(_AT.sub("", said)))

    def _wrong(self, at: str, key: str, /, *candidates: str, value: str = "", **facts: object) -> NoReturn:
        line, column = place_of(self.text, at, value)
        text = self.text.split("\n")[line - 1]
        shown = at.removeprefix("settings.").removeprefix("known.")
        _fail(self.name, self.above + line, column, text, key, *candidates, key=shown, **facts)

    # --- keys ------------------------------------------------------------------------------------------

    def _check_keys(self) -> None:
        for key, value in self.data.items():
            if (number := too_large(value)) is not None:
                written = str(number)
                shown = written if len(written) <= DIGITS_SHOWN else f"{written[:DIGITS_SHOWN]}…"
                self._wrong(key, "large-number", value=written, found=shown, most=LARGEST)
        for key in NEEDED:
            if key not in self.data:
                self._missing(key)
        for key, value in self.data.items():
            kind = SIMPLE.get(key)
            if kind is not None and type(value) is not kind:
                self._wrong(key, "wrong-type", found=literal(value), needed=KINDS[kind])
            if kind is None and key not in OWN:
                self._check_spelling(key)
        if "played" in self.data:
            self._check_played()
        if self.data["kfd"] != VERSION:
            self._wrong("kfd", "wrong-version", str(VERSION), found=self.data["kfd"])
        for key in ("match", "shuffle"):
            if not self.data.get(key, "?").strip():
                self._wrong(key, "wrong-type", EXAMPLES[key], found='""', needed=KINDS[str])
        self._check_name("match", self.data["match"])

    def _check_name(self, key: str, name: str) -> None:
        """Check that a name is short and fits on one line."""
        if len(name) > NAME_MOST:
            self._wrong(key, "long-name", length=len(name), most=NAME_MOST)
        allowed = JOINERS if key == "players" else ""
        if unwritten := unwritten_signs(name, allowed=allowed):
            self._wrong(key, "unwritten-sign", sign=f"U+{ord(unwritten[0]):04X}")
        if key == "match" and (other := look_alike(name)):
            sign = f"{other} (U+{ord(other):04X} {unicodedata.name(other, '?')})"
            self._wrong(key, "look-alike-sign", sign=sign)

    def _missing(self, key: str) -> NoReturn:
        meant = [other for other in self.data if other not in OWN and nearest(key, [other])]
        if meant:
            self._wrong(meant[0], "unknown-key", key)
        _fail(self.name, self.above, 1, FENCE, "missing-key", EXAMPLES[key], key=key)

    def _check_spelling(self, key: str) -> None:
        """Refuse an unknown key that is probably a misspelled key of ``OWN``."""
        close = nearest(key, OWN, most=1, percent=NEARLY_PERCENT)
        if close and not key.startswith("_") and close[0] not in self.data:
            self._wrong(key, "unknown-key", *close)

    def _ruleset(self) -> Ruleset:
        found = RULESETS.get(self.data["ruleset"])
        if found is None:
            self._wrong("ruleset", "unknown-ruleset", *RULESETS, found=self.data["ruleset"])
        if self.data["cards"] not in found.sets:
            self._wrong("cards", "unknown-cards", *found.sets, found=self.data["cards"])
        return found

    # --- the opening -----------------------------------------------------------------------------------

    def opened(self) -> Opened:
        """The opening event of the head."""
        data, rules = self.data, self.rules
        return Opened(
            game=rules.game,
            edition=rules.edition,
            cards=data["cards"],
            players=self._players(),
            settings={**rules.default_settings(), **self._settings()},
            digests=self._digests(),
            head=self.others,
            simulated=data.get("simulated", False),
            package=package(rules.game),
            decks=self._decks(),
        )

    def _players(self) -> dict[str, str]:
        players, seats = self.data["players"], self.rules.seats
        if not isinstance(players, list) or not all(isinstance(player, str) for player in players):
            found = literal(players)
            self._wrong("players", "wrong-type", EXAMPLES["players"], found=found, needed=KINDS[list])
        if len(players) != len(seats):
            seated = ", ".join(seats)
            self._wrong("players", "wrong-players", given=len(players), needed=len(seats), seats=seated)
        same = next((one for one in players if one.strip() and players.count(one) > 1), "")
        if same and not self.data.get("simulated", False):  # two bots of one kind have the same name
            self._wrong("players", "same-players", found=same)
        for player in players:
            self._check_name("players", player)
        return dict(zip(seats, players, strict=True))

    def _settings(self) -> dict[str, bool | int | str]:
        given = self._table("settings")
        for key, value in given.items():
            setting = self.rules.settings.get(key)
            if setting is None:
                close = nearest(key, self.rules.settings) or tuple(self.rules.settings)
                self._wrong(f"settings.{key}", "unknown-setting", *close)
            if not setting.allows(value):
                self._wrong(f"settings.{key}", "wrong-setting", *_allowed(setting), found=literal(value))
        return given

    def _decks(self) -> dict[str, dict[str, int]]:
        """By seat: a deck of the card set by its id, or a table of cards with their copies."""
        given = self._table("decks")
        if given and self.rules.check_deck is None:
            self._wrong("decks", "no-decks")
        return {seat: self._deck(f"decks.{seat}", seat, deck) for seat, deck in given.items()}

    def _deck(self, at: str, seat: str, deck: Any) -> dict[str, int]:
        cards = self.rules.sets[self.data["cards"]]
        if seat not in self.rules.seats:
            self._wrong(at, "unknown-seat", *self.rules.seats, word=seat)
        if isinstance(deck, str):
            if deck not in cards.decks:
                self._wrong(at, "unknown-deck", *cards.decks, found=deck)
            return dict(cards.decks[deck].cards)
        if not isinstance(deck, dict):
            self._wrong(at, "wrong-type", *cards.decks, found=literal(deck), needed=KINDS[dict])
        found: dict[str, int] = {}
        for name, copies in deck.items():
            if type(copies) is not int or copies < 1:
                self._wrong(at, "wrong-type", value=literal(copies), found=literal(copies), needed=KINDS[int])
            face = self._face(at, name)
            found[face] = found.get(face, 0) + copies
        return found

    def check_decks(self, opened: Opened) -> None:
        """Check the decks by the rules."""
        rules = self.rules
        for seat, deck in opened.decks.items():
            assert rules.check_deck is not None  # otherwise no decks were read
            flaw = rules.check_deck(rules.sets[opened.cards], opened.settings, deck)
            if flaw is not None:
                clause, why, facts = flaw
                what = both(rules, f"why.{why}", **facts)
                line, column = place_of(self.text, f"decks.{seat}", "")
                text = self.text.split("\n")[line - 1]
                raise Unreadable(Problem(self.above + line, column, text.strip(), what, clause), self.name)

    def _digests(self) -> dict[str, str]:
        """The digests in the record, by default those of the installed rules and cards."""
        given = self._table("digests")
        for key, value in given.items():
            if not isinstance(value, str):
                self._wrong(f"digests.{key}", "wrong-type", found=literal(value), needed=KINDS[str])
        return given or pin(self.rules, self.data["cards"])

    def _table(self, key: str) -> dict[str, Any]:
        found = self.data.get(key, {})
        if not isinstance(found, dict):
            self._wrong(key, "wrong-type", f"[{key}]", found=literal(found), needed=KINDS[dict])
        return found

    def _check_played(self) -> None:
        """Check a day, with or without the time, as a TOML date or a string."""
        given = literal(self.data["played"]).strip('"')
        try:
            day = _DAY.fullmatch(given) and tomli.loads(f"day = {given}")
        except ValueError:  # the 31st of June
            day = None
        if not day:
            self._wrong("played", "wrong-played", EXAMPLES["played"], found=literal(self.data["played"]))

    def how(self) -> str:
        """The evidence for the shuffles of the match, as stated."""
        plain = SIMULATED if self.data.get("simulated", False) else DECLARED
        how: str = self.data.get("shuffle", plain)
        return how

    # --- what the writer knew ----------------------------------------------------------------------------

    def known(self) -> dict[str, tuple[str, ...]]:
        """Faces by part of the deal."""
        found = {}
        for key, names in flat(self._table("known")):
            if key not in self.rules.deals:
                close = nearest(key, self.rules.deals) or self.rules.deals[:PARTS_SHOWN]
                self._wrong(f"known.{key}", "unknown-part", *close)
            if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
                needed = KINDS[list]
                self._wrong(f"known.{key}", "wrong-type", found=literal(names), needed=needed)
            found[key] = tuple(self._face(f"known.{key}", one) for one in names)
        return found

    def _face(self, at: str, name: str) -> str:
        words = glossary(self.rules, self.rules.sets[self.data["cards"]])
        if name in ("", UNKNOWN):
            return ""
        if card := words.held(name):
            facts = {"word": card.name.ja, "id": card.id, "lacks": card.missing}
            self._wrong(at, "held-card", value=f'"{name}"', **facts)
        found = words.faces(name)
        if len(found) > 1:
            self._wrong(at, "ambiguous", *found, value=f'"{name}"', word=name)
        if not found:
            self._wrong(at, "unknown-card", *words.similar(name), value=f'"{name}"', word=name)
        return found[0]


def _others(data: Mapping[str, Any]) -> dict[str, str]:
    """The writer's own keys: dotted key → TOML literal."""
    others = {key: value for key, value in data.items() if key not in OWN}
    return {key: literal(value) for key, value in flat(others)}


def _allowed(setting: Setting) -> Sequence[str]:
    if setting.choices:
        return [literal(choice) for choice in setting.choices]
    return [f"{setting.least}–{setting.most}"]


KINDS: Mapping[Any, str] = {
    int: "1",
    str: '"…"',
    bool: "true | false",
    list: '["…", "…"]',
    dict: "[…]",
}
"""An example of a value of each kind."""
EXAMPLES = {
    "kfd": "kfd = 1",
    "match": 'match = "spring-cup-r3-t7"',
    "ruleset": 'ruleset = "GAME@EDITION"',
    "cards": 'cards = "base"',
    "players": 'players = ["Aoi", "Ren"]',
    "played": "played = 2026-05-03",
    "shuffle": f'shuffle = "{ALGORITHM}"',
}
