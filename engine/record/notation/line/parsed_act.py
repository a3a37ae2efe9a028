"""An act line as parsed words, before the cards on the table are found.

Not here: finding the cards (``resolve``).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.kernel.ask import TABLE
from engine.kernel.legality import ActType
from engine.record.notation.glossary import UNKNOWN, Glossary
from engine.record.notation.head.head import FENCE
from engine.record.notation.line.tokens import Line, Token, seconds
from engine.record.notation.problem import Misread, nearest
from events.model.changes import CardRef, FaceId


class Slot(NamedTuple):
    """One card as written: by ``face``, by instance (``card``), or neither (``??``); ``word`` is how."""

    face: FaceId = ""
    card: CardRef = ""
    word: Token | None = None


class ParsedAct(NamedTuple):
    """An act as it was written."""

    seat: str
    verb: ActType
    cards: tuple[Slot, ...]
    targets: tuple[Slot | str, ...]
    number: int | None
    words: tuple[str, ...]
    spent: int | None
    line: Line


_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_DIGITS = re.compile(r"[+-]?[0-9]+")
_VALUE = re.compile(r"x=([+-]?[0-9]{1,9})", re.IGNORECASE)
_TIMES = re.compile(r"(.+?)[x×]([0-9]{1,2})")


def read_act(line: Line, words: Glossary) -> ParsedAct:
    """The act that an act line asks for. Raises ``Misread`` at the first word that means nothing there."""
    tokens = line.tokens
    seats = words.rules.seats
    if tokens[0].text == FENCE:
        raise Misread(tokens[0].column, "second-record")
    if tokens[0].text not in seats or tokens[0].kind != "word":
        raise Misread(tokens[0].column, "unknown-seat", *seats, word=tokens[0].text)
    if len(tokens) == 1:
        raise Misread(line.end, "no-verb", *words.rules.verbs)
    verb = words.verbs.get(tokens[1].text.casefold())
    if verb is None or tokens[1].kind != "word":
        close = nearest(tokens[1].text, words.verbs) or tuple(words.rules.verbs)
        raise Misread(tokens[1].column, "unknown-verb", *close, word=tokens[1].text)
    return _Reader(tokens[0].text, verb, line, words).read()


class _Reader:
    """Takes the words after the verb one by one."""

    def __init__(self, seat: str, verb: ActType, line: Line, words: Glossary) -> None:
        self.seat = seat
        self.verb = verb
        self.line = line
        self.glossary = words
        self.shape = verb.shape.split()
        self.cards: list[Slot] = []
        self.targets: list[Slot | str] = []
        self.number: int | None = None
        self.words: list[str] = []
        self.spent: int | None = None
        self.at_targets = False

    def read(self) -> ParsedAct:
        tokens, at = self.line.tokens, 2
        while at < len(tokens):
            at += self._take(tokens[at], at)
        order = self.verb.words.index
        words = tuple(sorted(dict.fromkeys(self.words), key=order))
        cards, targets = tuple(self.cards), tuple(self.targets)
        return ParsedAct(self.seat, self.verb, cards, targets, self.number, words, self.spent, self.line)

    def _take(self, token: Token, at: int) -> int:
        """Take in the token; returns how many belonged to it."""
        if token.kind == "time":
            if self.spent is not None:
                raise Misread(token.column, "two-times")
            self.spent = seconds(token.text)
        elif token.kind == "target":
            self.at_targets = True
        elif token.kind == "clause":
            raise Misread(token.column, "no-clause-here", word=str(token))
        elif token.kind == "quoted" or not self._take_plain(token):
            return self._take_card(token, at)
        return 1

    def _take_plain(self, token: Token) -> bool:
        """Take in a word that is no card; False if it is none of these."""
        text = token.text
        if text in SIDES and text in self.shape:
            self.at_targets = SIDES[text]
        elif self.at_targets and text in self.glossary.rules.seats:
            self.targets.append(text)
        elif text.casefold() in self.verb.words:
            self.words.append(text.casefold())
        elif found := _VALUE.fullmatch(text):
            self._take_number(int(found[1]), token)
        elif not self.verb.cards[1] and _NUMBER.fullmatch(text):
            self._take_number(int(text), token)
        else:
            return False
        return True

    def _take_number(self, number: int, token: Token) -> None:
        if self.number is not None:
            raise Misread(token.column, "two-numbers", word=token.text)
        self.number = number

    def _take_card(self, token: Token, at: int) -> int:
        """Take in a card, whose name may have several words."""
        tokens = self.line.tokens
        longest = self.glossary.longest if token.kind == "word" else 1
        for width in range(min(longest, len(tokens) - at), 1, -1):
            several = tokens[at : at + width]
            if all(one.kind == "word" for one in several):
                face = self.glossary.face(" ".join(one.text for one in several), token.column)
                if face is not None:
                    self._add(Slot(face, word=token))
                    return width
        for slot in self._slots(token):
            self._add(slot)
        return 1

    def _slots(self, token: Token) -> list[Slot]:
        slot = self._slot(token.text, token)
        if slot is not None:
            return [slot]
        several = _TIMES.fullmatch(token.text)
        if several is not None and token.kind == "word":
            slot = self._slot(several[1], token)
            if slot is not None:
                return [slot] * int(several[2])
        if not self.verb.cards[1] and _DIGITS.fullmatch(token.text):
            raise Misread(token.column, "no-number", word=token.text)
        if role := self.glossary.role(token.text):
            raise Misread(token.column, "role-no-card", word=token.text, role=role)
        close = self.glossary.similar(token.text, *self.verb.words)
        shape = "" if close else f"{self.seat} {self.verb.name} {self.verb.shape}"
        raise Misread(token.column, "unknown-word", *close, word=token.text, shape=shape)

    def _slot(self, text: str, token: Token) -> Slot | None:
        """A card by ``??``, by instance (``A.17``), by both (``A.17=斬撃剣``), by name, number or id."""
        if text == UNKNOWN:
            return Slot(word=token)
        card, _, name = text.partition("=")
        if self._is_instance(card):
            face = self.glossary.face(name, token.column) if name else ""
            return None if face is None else Slot(face, card, token)
        face = self.glossary.face(text, token.column)
        return Slot(face, word=token) if face else None

    def _is_instance(self, text: str) -> bool:
        seat, _, number = text.partition(".")
        return seat in (*self.glossary.rules.seats, TABLE) and number.isdecimal()

    def _add(self, slot: Slot) -> None:
        (self.targets if self.at_targets else self.cards).append(slot)


SIDES = {"out": False, "in": True}
"""Words that lead to an act's cards and to its targets, where its verb has them."""
