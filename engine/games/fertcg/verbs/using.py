"""Abilities and optional effects in a preparation second.

Not here: the consequences of an allowed act (``ability``).
"""

from collections.abc import Iterator
from itertools import combinations

from engine.common.requirements import asked_about, never
from engine.effect.context import Context
from engine.effect.select import owner
from engine.effect.value import holds
from engine.games.fertcg.ability import CRESTS, DEFENSIVE, LUCK, OFFENSIVE, SPECIALS
from engine.games.fertcg.declaration import fight_of
from engine.games.fertcg.fight import Fight
from engine.games.fertcg.price import AS_NEEDED, Price, price_of
from engine.games.fertcg.verbs.shared import card_facts, declared_ability, has_ability, one_word, paid_in_full
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Requirement, Test
from events.model.kinds import AnyAct, Declared


def _fight(game: Game) -> Fight:
    fight = fight_of(game)
    assert fight is not None  # the act is only asked for in fights
    return fight


def _uses(game: Game, ask: Ask) -> Iterator[AnyAct]:
    fight = _fight(game)
    unit = fight.of(ask.seat)
    printed = game.card(unit)
    for ability in printed.abilities if printed is not None else ():
        if ability.on in ("crest", "special"):
            hand = game.table.at(f"hand.{ask.seat}")
            for named in combinations(hand, price_of(game, unit, ability, fight).hand):
                yield Declared(ask.seat, "use", (unit, *named), words=(ability.symbol,))


def _in_the_fight(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.cards[0] == _fight(game).of(act.seat)


def _strikes(game: Game, act: AnyAct) -> bool:
    return act.cards[0] == _fight(game).striker


def _role(group: tuple[str, ...], *, striking: bool) -> Test:
    def fits(game: Game, ask: Ask, act: AnyAct) -> bool:
        return act.words[0] not in group or _strikes(game, act) is striking

    return fits


def _special_role(game: Game, ask: Ask, act: AnyAct) -> bool:
    ability = declared_ability(game, act)
    if ability.on != "special" or not ability.keywords:
        return True
    sides = [word for word in ability.keywords if word in ("striking", "hit")]
    return not sides or ("striking" if _strikes(game, act) else "hit") in sides


def _magic_in_use(game: Game, ask: Ask, act: AnyAct) -> bool:
    """残像 is for a magic card that is attached."""
    fight = _fight(game)
    return AS_NEEDED not in declared_ability(game, act).keywords or not fight.is_initial


def _luck_in_time(game: Game, ask: Ask, act: AnyAct) -> bool:
    return (act.words[0] == LUCK) is (ask.about == "luck")


def _not_used_up(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Once in a preparation second: of a unit, of an ability, or of a player, by setting (FE-OP-9)."""
    if act.words[0] not in CRESTS:
        return True
    used, limit = _fight(game).crests, game.settings["crest_limit"]
    if limit == "ability":
        return (act.cards[0], act.words[0]) not in used
    if limit == "player":
        return all(owner(unit) != act.seat for unit, _ in used)
    return all(unit != act.cards[0] for unit, _ in used)


def _special_again(game: Game, ask: Ask, act: AnyAct) -> bool:
    once = game.settings["special_limit"] == "once"
    return not once or (act.cards[0], act.words[0]) not in _fight(game).specials


def _needs(game: Game, ask: Ask, act: AnyAct) -> bool:
    needs = declared_ability(game, act).needs
    action = ask.subject if ask.about == "luck" else _fight(game)
    return needs is None or holds(game, needs, Context(act.seat, act.cards[0], ("FE-K-1",), action=action))


def _price(game: Game, act: AnyAct) -> Price:
    return price_of(game, act.cards[0], declared_ability(game, act), _fight(game))


def _crest_elsewhere(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not (act.words and act.words[0] in CRESTS) or fight_of(game) is not None


def _luck_elsewhere(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not (act.words and act.words[0] == LUCK)


USE = ActType(
    "use",
    Declared,
    ("能力",),
    "UNIT [PAID…] ABILITY",
    Bilingual(
        "準備セコンドに戦闘中のユニットの能力を使う。手札コストは続けて書く",
        "use an ability of a fighting unit in the preparation second; hand cards that it costs follow it",
    ),
    _uses,
    requirements=(
        Requirement("FE-A-P-1", "not-in-this-fight", _in_the_fight, card_facts),
        Requirement("FE-C-1", "one-ability", one_word),
        Requirement("FE-C-1", "no-such-ability", has_ability, card_facts),
        Requirement("FE-C-5", "luck-answers-a-crest", _luck_in_time),
        Requirement("FE-C-3", "only-when-striking", _role(OFFENSIVE, striking=True), card_facts),
        Requirement("FE-C-4", "only-when-hit", _role(DEFENSIVE, striking=False), card_facts),
        Requirement("FE-C-8", "wrong-side", _special_role, card_facts),
        Requirement("FE-base-9-3", "no-magic-in-use", _magic_in_use, card_facts),
        Requirement("FE-C-6", "one-crest", _not_used_up, card_facts),
        Requirement("FE-OP-27", "used-before", _special_again, card_facts),
        Requirement("FE-K-1", "condition-not-met", _needs, card_facts),
        *paid_in_full(_price),
    ),
    elsewhere=(
        Requirement("FE-S-4", "abilities-are-no-links", lambda game, ask, act: ask.about != "chain"),
        Requirement("FE-C-5", "luck-answers-a-crest", _luck_elsewhere),
        Requirement("FE-A-P-3", "only-in-a-fight", _crest_elsewhere),
        Requirement("FE-C-8", "only-in-preparation", asked_about("preparation", "luck")),
    ),
    cards=(1, 9),
    words=(*CRESTS, *SPECIALS),  # six crest abilities (FE-C-2)
    clause="FE-C-1",
)


# optional effects of the current equipment -----------------------------------------------------------------


def _options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    fight = _fight(game)
    gear = fight.gear[fight.of(ask.seat)]
    printed = game.card(gear)
    for ability in printed.all("option") if printed is not None else ():
        hand = game.table.at(f"hand.{ask.seat}")
        for named in combinations(hand, price_of(game, fight.of(ask.seat), ability, fight).hand):
            yield Declared(ask.seat, "apply", (gear, *named))


def _in_use(game: Game, ask: Ask, act: AnyAct) -> bool:
    fight = _fight(game)
    return act.cards[0] == fight.gear[fight.of(act.seat)]


def _has_option(game: Game, ask: Ask, act: AnyAct) -> bool:
    return bool(game.printed(act.cards[0]).all("option"))


def _option_side(game: Game, ask: Ask, act: AnyAct) -> bool:
    return _fight(game).seat == act.seat


def _not_chosen(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.cards[0] not in _fight(game).optional


def _option_needs(game: Game, ask: Ask, act: AnyAct) -> bool:
    gear, fight = act.cards[0], _fight(game)
    (ability,) = game.printed(gear).all("option")
    context = Context(act.seat, gear, ("FE-A-P-5",), action=fight, bearer=fight.of(act.seat))
    return ability.needs is None or holds(game, ability.needs, context)


def _option_price(game: Game, act: AnyAct) -> Price:
    (ability,) = game.printed(act.cards[0]).all("option")
    return price_of(game, _fight(game).of(act.seat), ability, _fight(game))


APPLY = ActType(
    "apply",
    Declared,
    ("効果使用",),
    "CARD [PAID…]",
    Bilingual("使っている装備の選択できる効果を使う", "use the optional effect of the equipment at hand"),
    _options,
    requirements=(
        Requirement("FE-A-P-5", "not-in-use", _in_use, card_facts),
        Requirement("FE-A-P-5", "no-optional-effect", _has_option, card_facts),
        Requirement("FE-A-P-5", "only-when-striking", _option_side, card_facts),
        Requirement("FE-A-P-5", "chosen-already", _not_chosen, card_facts),
        Requirement("FE-A-P-5", "condition-not-met", _option_needs, card_facts),
        *paid_in_full(_option_price),
    ),
    elsewhere=(Requirement("FE-A-P-5", "only-in-preparation", never),),
    cards=(1, 9),
    clause="FE-A-P-5",
)
