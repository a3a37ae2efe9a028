"""Current numbers, skills and factions of characters, each with its steps.

Nothing here is stored: a value follows from what is printed and from what acts on it at this moment (AA-1-2,
AA-13-3a). Not here: which texts act (``standing_texts``), and the consequences of a value (the procedures).
"""

from engine.common.continuous import ORDER, acting, anything, apply, prevailing
from engine.games.aquarian_age.board import (
    BREAK,
    FACTIONS,
    FAMILIAR,
    attached,
    character_of,
    characters,
    controller,
    factions_shown,
    is_character,
    power,
    printed_factions,
    role,
    shown,
    top,
)  # fmt: skip
from engine.kernel.amount import Amount
from engine.kernel.game import Game
from engine.kernel.legality import Facts
from events.model.changes import CardRef

NO_SKILLS, NO_EFFECTS, NO_TEXT = "no-skills", "no-effects", "no-text"
NULLIFIABLE = (NO_SKILLS, NO_EFFECTS, NO_TEXT)
"""What can be nullified: skills or effects of a character, the text of a lasting card."""

SKILLS = (
    "aggressive", "initiative", "penetrate", "stealth", "shield", "intercept", "breakthrough", "offensive",
)  # fmt: skip
"""Skills without a number."""
LOST = "become"
"""The operation by which a text takes a skill away: ``become 0``."""
NUMBERED = ("draw", "charge", "capacity", "bind", "permanents", "resist")
"""Skills with a number."""


# --- numbers of a character ----------------------------------------------------------------------------


def _base(game: Game, character: CardRef, stat: str) -> int:
    """The printed number (AA-base-4-2): of the top card, or of the role of a card that an effect made a
    character, which is the only character that is attached to anything."""
    table = game.table
    if character in table.host and not attached(game, character, BREAK):
        return game.roles[FAMILIAR].stats.get(stat, 0)
    upper = top(game, character) if table.guests.get(character) else character
    printed = game.faces.get(table.face[upper])
    return printed.stats.get(stat, 0) if printed else 0


def number(game: Game, character: CardRef, quantity: str, clause: str = "AA-base-4-2") -> Amount:
    """A number of a character with everything that acts on it, never below 0."""
    amount = Amount(_base(game, character, quantity), quantity, clause)
    apply(game, amount, character, quantity)
    amount.floor(0, clause)
    return amount


def mind(game: Game, character: CardRef) -> int:
    return _unmodified(game, character, "mind")


def endurance(game: Game, character: CardRef) -> int:
    return _unmodified(game, character, "endurance")


def _unmodified(game: Game, character: CardRef, quantity: str) -> int:
    """The value where nothing acts on it."""
    if not anything(game, character, quantity):
        return _base(game, character, quantity)
    return number(game, character, quantity).value


def own_attack(game: Game, character: CardRef) -> Amount:
    """The own attack (本来の攻撃力): the printed value changed by permanents and texts on the own attack; it
    may be below 0. *Judge with +X* is no part of it (AA-15-1)."""
    amount = Amount(_base(game, character, "attack"), "own-attack", "AA-15-1")
    apply(game, amount, character, "own-attack")
    return amount


def attack(game: Game, character: CardRef) -> Amount:
    """The attack value: the own attack, what project cards, fast cards, effects and abilities add, then
    *judge with +X*. All numbers are summed, whatever the own attack is (AA-15-2b); below 0 counts as 0
    (AA-15-2a)."""
    amount = own_attack(game, character)
    apply(game, amount, character, "attack")
    apply(game, amount, character, "judge")
    amount.floor(0, "AA-15-2a")
    return amount


def attacks_mentally(game: Game, character: CardRef) -> bool:
    """Whether its attack is a mental one: printed in brackets, or gained."""
    return _base(game, character, "mental") > 0 or bool(acting(game, character, "mental"))


def mental(game: Game, character: CardRef) -> Amount:
    """The mental attack, including what is added to attacks."""
    amount = Amount(_base(game, character, "mental"), "mental", "AA-base-10-4")
    apply(game, amount, character, "mental")
    apply(game, amount, character, "attack")
    apply(game, amount, character, "judge")
    amount.floor(0, "AA-15-2a")
    return amount


def current_attack(game: Game, character: CardRef) -> Amount:
    """The current attack: mental or ordinary."""
    return mental(game, character) if attacks_mentally(game, character) else attack(game, character)


# --- skills ------------------------------------------------------------------------------------------


def has(game: Game, character: CardRef, skill: str) -> bool:
    """Whether a character has a skill, and its skills are not nullified (AA-13-1a). Of texts that give it and
    texts that take it away the strongest decides (AA-22-1b, AA-22-2)."""
    printed = shown(game, character)
    own = printed is not None and skill in printed.keywords
    changed = anything(game, character, skill)
    if not own and not changed:
        return False
    if is_nullified(game, character, NO_SKILLS):
        return False
    strongest = prevailing(game, character, skill) if changed else None
    return own if strongest is None else strongest.operation != LOST


def skill(game: Game, character: CardRef, name: str) -> int:
    """The number of a skill, printed or given; 0 where skills are nullified (AA-13-1a)."""
    base = _base(game, character, name)
    if not base and not anything(game, character, name):
        return 0
    if is_nullified(game, character, NO_SKILLS):
        return 0
    if name == "bind" and game.settings["several_binds"] == "least":
        return _least_bind(game, character, base)
    amount = Amount(base, name, "AA-base-12-1")
    apply(game, amount, character, name)
    return amount.value


def _least_bind(game: Game, character: CardRef, base: int) -> int:
    """Of several Binds the smallest counts (AA-OP-29); what lowers or sets a number changes that one."""
    acts = acting(game, character, "bind")
    given = [one.amount for one in acts if one.operation == "add" and one.amount > 0]
    amount = Amount(min(filter(None, (base, *given)), default=0), "bind", "AA-OP-29")
    for operation in ORDER:
        for one in acts:
            if one.operation == operation and (operation != "add" or one.amount < 0):
                amount.step(*one)
    return amount.value


def total(game: Game, seat: str, name: str, base: int, clause: str) -> Amount:
    """``base`` and a numbered skill of all controlled characters of a player, never below 0."""
    amount = Amount(base, name, clause)
    for character in characters(game, seat, "control"):
        if more := skill(game, character, name):
            amount.step("add", more, top(game, character), clause)
    amount.floor(0, clause)
    return amount


def permanent_limit(game: Game, character: CardRef) -> int:
    """How many permanents a character may have: one, changed by Permanent+X and -X (AA-base-12-4)."""
    return max(1 + skill(game, character, "permanents"), 0)


def is_nullified(game: Game, card: CardRef, what: str) -> bool:
    """Whether something is nullified now; it no longer is when the nullification is lost (AA-13-1b)."""
    return anything(game, card, what) and prevailing(game, card, what) is not None


# --- factions ----------------------------------------------------------------------------------------


def has_faction(game: Game, card: CardRef, faction: str) -> bool:
    """Whether a card is of a faction: a character also of those that it shares (AA-18-1a). One without any is
    of none (AA-18-2a)."""
    if not is_character(game, card):
        printed = game.card(card)
        return printed is not None and faction in printed_factions(printed)
    return faction in factions_shown(game, card) or prevailing(game, card, faction) is not None


def factions(game: Game, character: CardRef) -> tuple[str, ...]:
    """All factions of a character now."""
    return tuple(faction for faction in FACTIONS if has_faction(game, character, faction))


# --- targets and facts ---------------------------------------------------------------------------------


def may_be_set_on(game: Game, seat: str, character: CardRef) -> bool:
    """Whether a player may set a break card or a permanent on a character: not on one that cannot be an
    object, by setting but for its own player (AA-OP-34)."""
    if controller(game, character) == seat and not game.settings["untargetable_to_owner"]:
        return True
    return may_be_named(game, character)


def may_be_named(game: Game, card: CardRef) -> bool:
    """Whether a card can be named as a target. What protects a character does not protect the break cards,
    permanents and power cards on it (AA-10-1, AA-11-1, AA-12-1), by setting break cards as well
    (AA-OP-22)."""
    if role(game, card) == BREAK and game.settings["break_cards_protected"]:
        card = character_of(game, card)
    return not (is_character(game, card) and is_nullified(game, card, "untargetable"))


def facts_of(game: Game, character: CardRef) -> Facts:
    """The facts of a character that a refusal states."""
    return {
        "card": top(game, character),
        "place": game.table.place[character],
        "power": power(game, character),
        "mind": mind(game, character),
    }
