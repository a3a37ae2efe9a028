"""Whether a game carries out what a line of card text says in its place.

Not here: parsing the line (``grammar``), or fields outside the text (``lint``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import get_args

from engine.effect import form, tree
from engine.effect.print import columns
from engine.effect.problem import Misuse, nearest
from engine.effect.trait_forms import misuses_of
from engine.effect.tree import Node
from engine.effect.vocabulary import Vocabulary
from engine.effect.word import (
    ACTION,
    BEARER,
    DAMAGE,
    NOTHING,
    PLACE,
    Bar,
    Moment,
    Text,
    Tokens,
    Word,
    X,
)
from engine.effect.wording import (
    LABELS,
    described,
    elsewhere,
    is_effect,
    lacking,
    listed,
    opening,
    quoted,
    shown,
    style_flaws,
    tag,
    unknown_word,
)

_REFERS = {tree.X: (X,), tree.Action: (ACTION,), tree.Symbol: (ACTION,), tree.Dealt: (DAMAGE,)}
_PHRASES = {"controller": ACTION, "bearer": BEARER, "while here": PLACE}


def misuses(node: Node, text: Text, words: Vocabulary, *, top: Word | None = None) -> list[Misuse]:
    """Every misuse in ``node``, in the order of its sentence; ``top`` says how its outermost word is carried
    out, where that is not as in an effect."""
    return sorted(_Check(text, words).node(node, 0, top), key=lambda misuse: misuse.column)


class _Check:
    """One line against the language of one game."""

    def __init__(self, text: Text, words: Vocabulary) -> None:
        self.text = text
        self.words = words

    def node(self, node: Node, at: int, top: Word | None = None) -> Iterator[Misuse]:
        word = top or self.words.words.get(type(node))
        if word is None:
            yield Misuse("CONTEXT", at, unknown_word(self.words, node))
            return
        timed = list(self.moment(node, word, at, top))
        yield from timed
        if timed:
            return
        starts = {field: at + column for field, column in columns(node).items()}
        sound = True
        for slot in form.slots(type(node)):
            for misuse in self.slot(node, slot, word, starts.get(slot, at)):
                sound = False
                yield misuse
        if sound:
            yield from self.combined(node, word, at, starts)
        self.note(node)

    # --- the word itself -----------------------------------------------------------------------------

    def moment(self, node: Node, word: Word, at: int, top: Word | None) -> Iterator[Misuse]:
        """Whether the word is carried out at this moment, and whether what it refers to exists there."""
        on = self.text.on
        needed = (*_REFERS.get(type(node), ()), *word.refers)
        lacks = next((one for one in needed if one not in self.text.gives), None)
        if lacks is not None:
            yield Misuse("CONTEXT", at, lacking(self.words, opening(type(node)), lacks))
        elif word.on is not None and self.text.moment is not None and on not in word.on:
            yield Misuse("CONTEXT", at, self.elsewhere(opening(type(node)), word.on))
        elif top is None and is_effect(node) and type(node) not in (allowed := self.allowed(type(node))):
            known = quoted(allowed)
            message = f"'{opening(type(node))}' is not carried out on \"{on}\": there it is {known}"
            yield Misuse("CONTEXT", at, message)

    def not_now(self, moments: tuple[str, ...] | None) -> bool:
        """Whether something is bound to other moments than this one of the game."""
        on = self.text.on
        return moments is not None and on in self.words.moments and on not in moments

    def elsewhere(self, name: str, moments: Iterable[str] | None) -> str:
        return elsewhere(self.words, self.text.on, name, moments or ())

    def allowed(self, word: type[Node]) -> tuple[type[Node], ...]:
        """The effects that are read at this moment: those that it names, else any."""
        moment = self.text.moment
        return (word,) if moment is None or moment.words is None else moment.words

    # --- its slots -----------------------------------------------------------------------------------

    def slot(self, node: Node, slot: str, word: Word, at: int) -> Iterator[Misuse]:
        value = getattr(node, slot)
        accepted = word.slots.get(slot)
        if isinstance(value, Node):
            found = self.accepted(node, slot, tag(value), accepted, at)
            yield from found
            if not found and isinstance(node, tree.Later) and node.moment in self.words.delays:
                yield from _Check(self.waited(node), self.words).node(value, at)
            elif not found:
                yield from self.node(value, at)
                yield from self.zones_of(node, slot, word, at)
        elif value in ("", None):
            if accepted is not None and "" not in accepted and None not in accepted:
                yield Misuse("MISSING", at, f"'{opening(type(node))}' needs {described(accepted)} here")
        elif isinstance(value, str):
            yield from self.written(node, slot, value, accepted, at)

    def waited(self, node: tree.Later) -> Text:
        """The place of an effect that has waited: it is read then, and knows nothing of before."""
        gives = self.words.delays[node.moment].gives
        moment = Moment(kinds=(), gives=gives)
        return Text(
            f"at {node.moment}",
            moment,
            frozenset(gives),
            kind=self.text.kind,
            made=self.text.made,
            roles=self.text.roles,
        )

    def accepted(self, node: Node, slot: str, token: str, accepted: Tokens | None, at: int) -> list[Misuse]:
        if accepted is None or self.admits(accepted, token):
            return []
        message = f"'{shown(getattr(node, slot))}' cannot stand here in {self.words.game}: "
        return [Misuse("CONTEXT", at, f"{message}'{opening(type(node))}' takes {self.described(accepted)}")]

    def admits(self, accepted: Tokens, token: str) -> bool:
        """``bearer`` fits only where its sort, a player or a card, is accepted."""
        if token == "bearer":
            sorts = {"player": ("you",), "card": ("self", "named", "cards")}.get(self.words.bearer, ())
            if not any(sort in accepted for sort in sorts):
                return False
        return token in accepted

    def described(self, accepted: Tokens) -> str:
        """What may stand in a slot, without what this game or this moment does not have."""
        refers = {**_PHRASES, "x": X, "action": ACTION, "dealt": DAMAGE}
        here = [
            token
            for token in accepted
            if refers.get(token, "") in ("", *self.text.gives)
            and (token != "bearer" or self.admits(accepted, token))
        ]
        return described(tuple(here)) if here else f'nothing that there is on "{self.text.on}"'

    def zones_of(self, node: Node, slot: str, word: Word, at: int) -> Iterator[Misuse]:
        """Whether cards that are meant lie where the word can reach them, and are of whom it can reach."""
        value, limits = getattr(node, slot), word.slots.get(f"{slot}.zone")
        if isinstance(value, tree.Cards) and value.traits and word.slots.get(f"{slot}.traits") == NOTHING:
            yield Misuse(
                "CONTEXT", at, f"'{opening(type(node))}' takes any cards here: leave out '{value.traits}'"
            )
        whose = word.slots.get(f"{slot}.who")
        if whose is not None and isinstance(value, tree.Cards) and value.who not in whose:
            message = f"'{opening(type(node))}' takes cards of {described(whose)} here, not of '{value.who}'"
            yield Misuse("CONTEXT", at + columns(value)["who"], message)
        if limits is None:
            return
        zones: tuple[str, ...] = ()
        if isinstance(value, tree.Cards):
            zones, at = (value.zone,), at + columns(value)["zone"]
        elif isinstance(value, tree.Named):
            zones = self.text.named.get(value.name, ())
        for zone in zones:
            if zone in self.words.zones and zone not in limits:
                name = f"'{opening(type(node))}' in {self.words.game} takes cards from"
                yield Misuse("CONTEXT", at, f"{name} {', '.join(limits)}, not from '{zone}'")

    def written(
        self, node: Node, slot: str, value: str, accepted: Tokens | None, at: int
    ) -> Iterator[Misuse]:
        """A phrase, or words that the game or the card file defines."""
        fillings = form.fillings(type(node))[slot]
        defined = next((f for f in fillings if isinstance(f, form.DefinedWord)), None)
        phrases = [phrase for f in fillings if isinstance(f, form.OneOf) for phrase in f.phrases]
        if value in phrases:
            yield from self.phrase(node, slot, value, accepted, at)
        elif defined is None:
            return
        elif defined.words == "names":
            if isinstance(node, tree.Named):
                yield from self.name(value, at)
            elif accepted is not None and value not in accepted:
                message = f"nothing in {self.words.game} reads a name here; leave out 'as {value}'"
                yield Misuse("CONTEXT", at, message)
        elif defined.words == "traits":
            known, forms = (*self.words.traits, *self.text.made["tags"]), self.words.trait_forms
            yield from misuses_of(value, at, known=known, forms=forms, game=self.words.game)
        else:
            yield from self.defined(node, value, defined.words, accepted=accepted, at=at)

    def phrase(self, node: Node, slot: str, value: str, accepted: Tokens | None, at: int) -> Iterator[Misuse]:
        refers = _PHRASES.get(value)
        if refers is not None and refers not in self.text.gives:
            yield Misuse("CONTEXT", at, lacking(self.words, value, refers))
        elif value == "bearer" and not self.bearer_fits(node, slot):
            what = "a card" if self.words.bearer == "card" else "a player"
            yield Misuse("CONTEXT", at, f"'bearer' is {what} in {self.words.game}, which cannot stand here")
        elif slot == "until":
            yield from self.duration(value, self.words.durations, at=at)
        else:
            yield from self.accepted(node, slot, value, accepted, at)

    def bearer_fits(self, node: Node, slot: str) -> bool:
        """A slot takes players, cards, or both."""
        fillings = form.fillings(type(node))[slot]
        phrases = [phrase for f in fillings if isinstance(f, form.OneOf) for phrase in f.phrases]
        both = "you" in phrases and not all(isinstance(f, form.OneOf) for f in fillings)
        return both or self.words.bearer == ("player" if "you" in phrases else "card")

    def duration(self, value: str, spans: Mapping[str, object], *, at: int) -> Iterator[Misuse]:
        span = self.words.durations.get(value)
        if span is None:
            known = listed(f"'{one}'" for one in spans)
            yield Misuse(
                "CONTEXT", at, f"nothing in {self.words.game} ends '{value}'; what ends there: {known}"
            )
        elif self.not_now(span.on):
            yield Misuse("CONTEXT", at, self.elsewhere(value, span.on))

    def name(self, value: str, at: int) -> Iterator[Misuse]:
        known = (*self.words.names, *self.text.named)
        if value in known:
            return
        who = ("self", "action", *get_args(tree.Who))
        if value in who:
            message = (
                f"'{value}' cannot stand here: it takes cards in a zone, or a name that an earlier line set"
            )
        elif known:
            message = f"unknown name '{value}'; {nearest(value, (*known, *who))}"
        else:
            hint = nearest(value, who)
            hint = hint if hint.startswith("did") else "no earlier line sets cards aside"
            message = f"unknown name '{value}'; {hint}"
        yield Misuse("BAD-REF", at, message)

    def defined(
        self, node: Node, value: str, defined: str, *, accepted: Tokens | None, at: int
    ) -> Iterator[Misuse]:
        """A word of one of the game's lists, or a role of the card file."""
        known = self.known(defined)
        if value not in known:
            code = "BAD-REF" if defined == "roles" else "UNKNOWN-NAME"
            some = accepted if accepted is not None else known
            yield Misuse(code, at, f"unknown {LABELS[defined]} '{value}'; {nearest(value, some)}")
        elif accepted is not None and value not in accepted:
            message = f"'{value}' cannot stand here in {self.words.game}: '{opening(type(node))}' takes"
            yield Misuse("CONTEXT", at, f"{message} {described(accepted)}")
        elif defined == "delays":
            span = self.words.delays[value]
            if self.not_now(span.on):
                yield Misuse("CONTEXT", at, self.elsewhere(f"at {value}", span.on))

    def known(self, defined: str) -> tuple[str, ...]:
        if defined in self.text.made:
            return self.text.made[defined]
        known = tuple(getattr(self.words, defined))
        return (*known, "cost") if defined == "stats" else known

    # --- what its slots mean together ----------------------------------------------------------------

    def combined(self, node: Node, word: Word, at: int, starts: Mapping[str, int]) -> Iterator[Misuse]:
        yield from self.bars(node, word.bars, at)
        match node:
            case tree.Modify():
                found = list(self.modify(node, starts))
                yield from found or self.bars(node, self.words.quantities[node.quantity].bars, at)
            case tree.Forbid():
                yield from self.forbid(node, starts)
            case tree.Attack():
                style = self.words.styles[node.style]
                for slot, message in style_flaws(node, style):
                    yield Misuse("MISSING" if slot == "style" else "CONTEXT", starts[slot], message)

    def forbid(self, node: tree.Forbid, starts: Mapping[str, int]) -> Iterator[Misuse]:
        deed = self.words.deeds[node.what]
        for refers in deed.refers:
            if refers not in self.text.gives:
                yield Misuse("CONTEXT", starts["what"], lacking(self.words, node.what, refers))
        yield from self.accepted(node, "who", node.who, deed.who, starts["who"])
        yield from self.until(node.until, deed.until, f"'{node.what}'", starts["until"])
        if deed.about_card and node.of is None:
            message = f"'{node.what}' needs the card that it is about: 'forbid you to {node.what} self'"
            yield Misuse("MISSING", starts["what"], message)
        elif not deed.about_card and node.of is not None:
            yield Misuse("CONTEXT", starts["of"], f"'{node.what}' is about no card: leave it out")

    def modify(self, node: tree.Modify, starts: Mapping[str, int]) -> Iterator[Misuse]:
        quantity = self.words.quantities[node.quantity]
        name = f"'{node.quantity}'"
        if self.not_now(quantity.on):
            yield Misuse(
                "CONTEXT",
                starts["quantity"],
                self.elsewhere(f"modify {node.quantity}", quantity.on),
            )
        who = node.who if isinstance(node.who, str) else tag(node.who)
        if not self.admits(quantity.of, who):
            message = f"{name} belongs to {self.described(quantity.of)}, not to '{shown(node.who)}'"
            yield Misuse("CONTEXT", starts["who"], message)
        if node.operation not in quantity.operations:
            known = listed(f"'{one}'" for one in quantity.operations)
            message = f"'{node.operation}' is not carried out for {name}: {known} is"
            yield Misuse("CONTEXT", starts["operation"], message)
        if quantity.amounts is not None and tag(node.amount) not in quantity.amounts:
            message = f"{name} is changed by {described(quantity.amounts)}, not by '{shown(node.amount)}'"
            yield Misuse("CONTEXT", starts["amount"], message)
        yield from self.until(node.until, quantity.until, name, starts["until"])

    def until(self, value: str, accepted: Tokens | None, name: str, at: int) -> Iterator[Misuse]:
        if accepted is not None and value not in accepted:
            known = listed(f"'{one}'" for one in accepted)
            yield Misuse("CONTEXT", at, f"{name} lasts until {known}, not until '{value}'")

    def bars(self, node: Node, bars: Iterable[Bar], at: int) -> Iterator[Misuse]:
        for bar in bars:
            if bar.barred(node, self.text):
                yield Misuse("CONTEXT", at, f"in {self.words.game} {bar.why}")

    def note(self, node: Node) -> None:
        """Remember the cards that this word sets aside, and where they lie."""
        match node:
            case tree.Choose() | tree.Reveal():
                cards = node.cards
                named = self.text.named.get(cards.name, ()) if isinstance(cards, tree.Named) else ()
                self.text.named[node.name] = (cards.zone,) if isinstance(cards, tree.Cards) else named
            case tree.MoveTo() if node.name:
                self.text.named[node.name] = (node.zone,)
            case tree.Draw() if node.name:
                self.text.named[node.name] = ()
