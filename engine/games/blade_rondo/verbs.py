"""The acts of Blade Rondo: for each its candidates, its requirements in order, and the clause of each.

Not here: what an act does once it is allowed (``turn``, ``use``, ``attack``).
"""

from collections.abc import Iterator
from itertools import combinations

from engine.games.blade_rondo import asks
from engine.games.blade_rondo.action import is_barred
from engine.games.blade_rondo.attack import can_lend
from engine.games.blade_rondo.board import budget, coins, face_down, followers, opponent
from engine.games.blade_rondo.history import life_lost_to
from engine.games.blade_rondo.setup import KEEP
from engine.games.blade_rondo.use import options_of
from engine.legality import Facts, Requirement, Test, Verb
from engine.name import Name
from engine.procedure import Ask, Game
from events.kinds import AnyAct, Chose, Declared, Passed


def _about(*kinds: str) -> Test:
    return lambda game, ask, act: ask.about in kinds


# --- facts that a refusal tells --------------------------------------------------------------------------


def _money(game: Game, ask: Ask, act: AnyAct) -> Facts:
    cost, left = asks.cost_of(game, ask, act), budget(game, act.seat)
    return {"budget": left, "cost": cost, "missing": cost - left}


def _where(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": act.cards[0], "place": asks.place(game, act)}


def _which(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": act.cards[0]}


# --- use ---------------------------------------------------------------------------------------------------


def _use_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    if ask.about == "again":
        yield Declared(ask.seat, "use", (ask.subject.card,), words=("again",))
        return
    for card in game.table.at(f"hand.{ask.seat}"):
        printed = game.card(card)
        if printed is None:
            continue
        options = enumerate(printed.all("option"), start=1)
        choices = [(f"as={option.symbol}", f"option={number}") for number, option in options] or [()]
        for words in choices:
            yield Declared(ask.seat, "use", (card,), words=words)
            if printed.on("alchemy"):
                yield Declared(ask.seat, "use", (card,), words=("alchemy", *words))


def _again_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    if ask.about == "again":
        return act.words == ("again",) and act.cards[0] == ask.subject.card
    return "again" not in act.words


def _in_hand_or_repeated(game: Game, ask: Ask, act: AnyAct) -> bool:
    return ask.about == "again" or asks.in_hand(game, ask, act)


def _not_used_already(game: Game, ask: Ask, act: AnyAct) -> bool:
    return ask.about == "again" or asks.place(game, act) != f"play.{act.seat}"


def _is_sword(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = asks.printed(game, act)
    return card is not None and card.kind != "response"


def _face_known(game: Game, ask: Ask, act: AnyAct) -> bool:
    return asks.printed(game, act) is not None


def _not_barred(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = asks.printed(game, act)
    return card is None or not is_barred(game, act.seat, card)


def _option_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = asks.printed(game, act)
    if card is None or ask.about == "again":
        return True
    if not card.all("option"):
        return not any(word.startswith(("as=", "option=")) for word in act.words)
    return len(options_of(card, act.words)) == 1


def _alchemy_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = asks.printed(game, act)
    if "alchemy" not in act.words:
        return True
    return card is not None and asks.alchemy_saves(game, act.seat, card) is not None


def _attack_affordable(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = asks.printed(game, act)
    if card is not None and card.kind not in ("physical", "magic"):
        return True
    return asks.cost_of(game, ask, act) <= budget(game, act.seat)


def _affordable(game: Game, ask: Ask, act: AnyAct) -> bool:
    return asks.cost_of(game, ask, act) <= budget(game, act.seat)


def _no_window(game: Game, ask: Ask, act: AnyAct) -> bool:
    """No answer is being asked for: what has no レスポンス(Z) cannot break in (BR-4.3)."""
    return asks.open_action(ask) is None


OWN_TURN = Requirement("BR-base-7-1", "not-your-turn", lambda game, ask, act: act.seat == game.table.seat)
NO_BREAKING_IN = Requirement("BR-4.3", "cannot-break-in", _no_window)
ELSEWHERE = (NO_BREAKING_IN, OWN_TURN)

USE = Verb(
    "use",
    Declared,
    ("使う",),
    "CARD [alchemy] [as=physical|magic|support] [option=N] [again]",
    Name(
        "手札の剣を使う。again は「舞踏剣」のような効果による使用",
        "use a sword from hand; again: a repeat that a card grants, such as 舞踏剣's",
    ),
    _use_options,
    requirements=(
        Requirement("BR-base-6.2-3", "used-already", _not_used_already, _where),
        Requirement("BR-5.1-1", "not-in-hand", _in_hand_or_repeated, _where),
        Requirement("BR-5.1-1", "face-unknown", _face_known, _which),
        Requirement("BR-4.2", "only-in-opponents-turn", _is_sword, _which),
        Requirement("BR-base-7-2", "barred", _not_barred, _which),
        Requirement("BR-5.2-15", "no-repeat-now", _again_fits, _which),
        Requirement("BR-base-11-18", "wrong-option", _option_fits, _which),
        Requirement("BR-5.2-1", "no-alchemy", _alchemy_fits, _which),
        Requirement("BR-5.2-2a", "too-dear", _attack_affordable, _money),
        Requirement("BR-base-4-4", "too-dear", _affordable, _money),
    ),
    elsewhere=ELSEWHERE,
    cards=(1, 1),
    words=(
        "alchemy", "again", "as=physical", "as=magic", "as=support",
        "option=1", "option=2", "option=3", "option=4",
    ),  # fmt: skip
)


# --- breath ------------------------------------------------------------------------------------------------


def _breath_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in game.table.at(f"breath.{ask.seat}"):
        if game.faces[game.table.face[card]].cost is not None:
            yield Declared(ask.seat, "breath", (card,))
            continue
        least, most = int(game.settings["ward_least"]), int(game.settings["ward_most"])
        for number in range(least, min(most, budget(game, ask.seat)) + 1):
            yield Declared(ask.seat, "breath", (card,), number=number)


def _in_row(game: Game, ask: Ask, act: AnyAct) -> bool:
    return asks.place(game, act) == f"breath.{act.seat}"


def _x_given(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = asks.printed(game, act)
    return card is not None and (card.cost is None) is (act.number is not None)


def _x_within(game: Game, ask: Ask, act: AnyAct) -> bool:
    least, most = int(game.settings["ward_least"]), int(game.settings["ward_most"])
    return act.number is None or least <= act.number <= most


def _x_limits(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"least": game.settings["ward_least"], "most": game.settings["ward_most"], "given": act.number}


BREATH = Verb(
    "breath",
    Declared,
    ("呼吸",),
    "CARD [x=N]",
    Name("呼吸法を使う。x は加護法に支払うコスト", "use a breath card; x is the cost paid for 加護法"),
    _breath_options,
    requirements=(
        Requirement("BR-base-3-7", "not-in-row", _in_row, _where),
        Requirement("BR-base-3-4", "x-missing", _x_given, _which),
        Requirement("BR-OP-7", "x-out-of-range", _x_within, _x_limits),
        Requirement("BR-base-4-4", "too-dear", _affordable, _money),
    ),
    elsewhere=ELSEWHERE,
    cards=(1, 1),
    numbered=None,
)


# --- set ---------------------------------------------------------------------------------------------------


def _set_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    solo = game.settings["mode"] == "solo"
    for card in game.table.at(f"hand.{ask.seat}"):
        yield Declared(ask.seat, "set", (card,))
        if solo:
            yield Declared(ask.seat, "set", (card,), words=("outer-draw",))


def _outer_draw_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    return "outer-draw" not in act.words or game.settings["mode"] == "solo"


def _has_response(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = asks.printed(game, act)
    return card is None or bool(card.answers) or "outer-draw" in act.words


SET = Verb(
    "set",
    Declared,
    ("伏せる",),
    "CARD [outer-draw]",
    Name("布石を裏向きで置き、コストを支払う", "lay a response face down and pay for it"),
    _set_options,
    requirements=(
        Requirement("BR-base-6.2-2", "not-in-hand", asks.in_hand, _where),
        Requirement("BR-4.4-2", "solo-only", _outer_draw_fits, _which),
        Requirement("BR-4.4-1", "no-response", _has_response, _which),
        Requirement("BR-base-7-2", "barred", _not_barred, _which),
        Requirement("BR-base-4-4", "too-dear", _affordable, _money),
    ),
    elsewhere=ELSEWHERE,
    cards=(1, 1),
    words=("outer-draw",),
)


# --- trigger -------------------------------------------------------------------------------------------------


def _trigger_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in game.table.at(f"set.{ask.seat}"):
        if game.table.host[card][1] == "frozen":
            yield Declared(ask.seat, "trigger", (card,))
            if game.faces[game.table.face[card]].on("alchemy"):
                yield Declared(ask.seat, "trigger", (card,), words=("alchemy",))


def _is_frozen(game: Game, ask: Ask, act: AnyAct) -> bool:
    return game.table.host.get(act.cards[0]) == (act.seat, "frozen")


def _not_triggered(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not game.table.effects(act.cards[0], "triggered")


TRIGGER = Verb(
    "trigger",
    Declared,
    ("発動",),
    "CARD [alchemy]",
    Name("セットエリアの凍結カードの効果を使う", "a frozen card's effect from the set area"),
    _trigger_options,
    requirements=(
        Requirement("BR-base-11-14", "not-frozen", _is_frozen, _where),
        Requirement("BR-base-11-15", "triggered-already", _not_triggered, _which),
        Requirement("BR-base-7-2", "barred", _not_barred, _which),
        Requirement("BR-9.2", "no-alchemy", _alchemy_fits, _which),
    ),
    elsewhere=ELSEWHERE,
    cards=(1, 1),
    words=("alchemy",),
)


# --- answers ---------------------------------------------------------------------------------------------------


def _reveal_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in face_down(game, ask.seat):
        yield Chose(ask.seat, "reveal", (card,))


def _could_answer_unseen(game: Game, ask: Ask) -> bool:
    return any(game.card(card) is None for card in face_down(game, ask.seat))


def _one_at_a_time(game: Game, ask: Ask, act: AnyAct) -> bool:
    return len(act.cards) == 1


def _has_z(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = asks.printed(game, act)
    return card is not None and bool(card.answers)


def _is_set(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.cards[0] in face_down(game, act.seat)


def _symbol_in_z(game: Game, ask: Ask, act: AnyAct) -> bool:
    card, action = asks.printed(game, act), asks.open_action(ask)
    return card is not None and action is not None and action.symbol in card.answers


def _symbols(game: Game, ask: Ask, act: AnyAct) -> Facts:
    card, action = asks.printed(game, act), asks.open_action(ask)
    return {
        "card": act.cards[0],
        "symbol": action.symbol if action else "",
        "answers": " ".join(card.answers) if card else "",
    }


REVEAL = Verb(
    "reveal",
    Chose,
    ("開く",),
    "CARD",
    Name("裏向きの布石を表にしてレスポンスする", "answer with a face-down card"),
    _reveal_options,
    requirements=(
        Requirement("BR-4.1-1", "one-at-a-time", _one_at_a_time),
        Requirement("BR-base-8-1", "not-set", _is_set, _where),
        Requirement("BR-4.3", "no-response", _has_z, _which),
        Requirement("BR-base-8-3", "wrong-symbol", _symbol_in_z, _symbols),
    ),
    elsewhere=(
        Requirement("BR-4.2", "own-turn", lambda game, ask, act: act.seat != game.table.seat),
        Requirement("BR-base-8-6", "no-window", lambda game, ask, act: False),
    ),
    cards=(1, 99),
    unseen=_could_answer_unseen,
)


def _pass_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    yield Passed(ask.seat, "pass")


PASS = Verb(
    "pass",
    Passed,
    ("通す", "パス"),
    "",
    Name("レスポンスや任意の効果を使わない", "let an opportunity go by"),
    _pass_options,
)


# --- demands -----------------------------------------------------------------------------------------------------


def _pay_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    yield Chose(ask.seat, "pay", number=ask.subject.amount)


def _exact(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.number == ask.subject.amount


def _left_for_demand(game: Game, ask: Ask, act: AnyAct) -> bool:
    return (act.number or 0) <= budget(game, act.seat)


def _demanded(game: Game, ask: Ask, act: AnyAct) -> Facts:
    left = budget(game, act.seat)
    return {"cost": ask.subject.amount, "budget": left, "missing": ask.subject.amount - left}


PAY = Verb(
    "pay",
    Chose,
    ("支払う",),
    "N",
    Name("コストの要求に応じる", "meet a demand of cost"),
    _pay_options,
    requirements=(
        Requirement("BR-base-8-7", "not-the-amount", _exact, _demanded),
        Requirement("BR-base-8-8", "too-dear", _left_for_demand, _demanded),
    ),
    elsewhere=(
        Requirement(
            "BR-8-1", "demand-is-to-the-player", lambda game, ask, act: ask.about != "demand"
        ),
    ),
    numbered=True,
)


def _refuse_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    yield Chose(ask.seat, "refuse")


REFUSE = Verb(
    "refuse",
    Chose,
    ("拒む",),
    "",
    Name("コストの要求に応じない", "do not meet a demand of cost"),
    _refuse_options,
)


# --- steps of an attack --------------------------------------------------------------------------------------------


def _lend_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in followers(game, ask.seat):
        yield Chose(ask.seat, "lend", (card,))


LEND = Verb(
    "lend",
    Chose,
    ("庇う",),
    "FOLLOWER",
    Name("配下の防御力で守る", "defend with a follower's DEF"),
    _lend_options,
    requirements=(
        Requirement(
            "BR-base-9-8",
            "cannot-lend",
            lambda game, ask, act: act.cards[0] in followers(game, act.seat)
            and can_lend(game, act.cards[0]),
            _which,
        ),
    ),
    elsewhere=(Requirement("BR-5.2-7.1", "only-at-step-7", _about("lend")),),
    cards=(1, 1),
)


def _glow_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for number in (1, -1):
        yield Chose(ask.seat, "glow", number=number)


def _glow_step(game: Game, ask: Ask, act: AnyAct) -> bool:
    if game.settings["glow_adjust"] == "own_choice":
        return act.number in (1, -1)
    return act.number == (1 if ask.clause == "BR-5.2-10" else -1)


def _not_after(cause: str) -> Test:
    return lambda game, ask, act: ask.about == "glow" or life_lost_to(game, act.seat) != cause


GLOW = Verb(
    "glow",
    Chose,
    ("燐光",),
    "+1|-1",
    Name("燐光を一つ使い、この攻撃のダメージを増減する", "spend one 燐光 on the damage of this attack"),
    _glow_options,
    requirements=(Requirement("BR-OP-6", "glow-by-one", _glow_step),),
    elsewhere=(
        Requirement("BR-3.2-2", "no-damage", _not_after("burst")),
        Requirement("BR-3.2-3", "no-damage", _not_after("poison")),
        Requirement(
            "BR-5.2-11",
            "defender-after-attacker",
            lambda game, ask, act: not (ask.about == "glow" and ask.clause == "BR-5.2-11"),
        ),
        Requirement(
            "BR-5.2-10",
            "attacker-first",
            lambda game, ask, act: not (ask.about == "glow" and ask.clause == "BR-5.2-10"),
        ),
        Requirement("BR-5.2-0", "only-in-its-step", lambda game, ask, act: False),
    ),
    numbered=True,
)


def _order_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in ask.subject:
        yield Chose(ask.seat, "order", (card,))


ORDER = Verb(
    "order",
    Chose,
    ("順",),
    "CARD",
    Name("同時に起こる効果のうち、次に処理するもの", "which of several effects that are due comes next"),
    _order_options,
    requirements=(
        Requirement("BR-5.2-14b", "not-due", lambda game, ask, act: act.cards[0] in ask.subject, _which),
    ),
    elsewhere=(
        Requirement(
            "BR-5.2-9.3b",
            "defender-orders",
            lambda game, ask, act: not (ask.about == "order" and ask.clause == "BR-5.2-9.3b"),
        ),
        Requirement("BR-5.2-14b", "defender-orders", lambda game, ask, act: False),
    ),
    cards=(1, 1),
)


# --- choices of cards ----------------------------------------------------------------------------------------------


def _choices(verb: str) -> "type[None] | object":
    def options(game: Game, ask: Ask) -> Iterator[AnyAct]:
        for cards in combinations(ask.subject.among, ask.subject.number):
            yield Chose(ask.seat, verb, cards)

    return options


def _as_many(game: Game, ask: Ask, act: AnyAct) -> bool:
    return len(act.cards) == ask.subject.number


def _among(game: Game, ask: Ask, act: AnyAct) -> bool:
    return all(card in ask.subject.among for card in act.cards)


def _choice_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"number": ask.subject.number, "given": len(act.cards)}


CHOICE_RULES = (
    Requirement("BR-1-1", "not-a-candidate", _among, _choice_facts),
    Requirement("BR-OP-8", "wrong-number-of-cards", _as_many, _choice_facts),
)

SHOW = Verb(
    "show",
    Chose,
    ("見せる",),
    "CARD…",
    Name("カードの指示で手札を見せる", "show hand cards that a card asks for"),
    _choices("show"),
    requirements=CHOICE_RULES,
    cards=(1, 99),
)
PICK = Verb(
    "pick",
    Chose,
    ("選ぶ",),
    "CARD…",
    Name("カードの指示でカードを選ぶ", "pick cards that a card asks for"),
    _choices("pick"),
    requirements=CHOICE_RULES,
    cards=(1, 99),
)


def _keep_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for cards in combinations(game.table.at(f"dealt.{ask.seat}"), KEEP):
        yield Chose(ask.seat, "keep", cards)


def _all_dealt(game: Game, ask: Ask, act: AnyAct) -> bool:
    return all(game.table.place[card] == f"dealt.{act.seat}" for card in act.cards)


KEEP_VERB = Verb(
    "keep",
    Chose,
    ("選択", "残す"),
    "CARD×7",
    Name("配られた15枚から選ぶ7枚の剣", "the seven swords chosen of the fifteen dealt"),
    _keep_options,
    requirements=(
        Requirement(
            "BR-base-5-3",
            "keep-seven",
            lambda game, ask, act: len(act.cards) == KEEP,
            lambda game, ask, act: {"number": KEEP, "given": len(act.cards)},
        ),
        Requirement("BR-base-5-3", "not-dealt", _all_dealt),
    ),
    cards=(1, 99),
)


# --- start and end of a turn ---------------------------------------------------------------------------------------


def _act_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in ask.subject:
        yield Chose(ask.seat, "act", (card,))


ACT = Verb(
    "act",
    Chose,
    ("行動",),
    "FOLLOWER",
    Name("次に行動する配下", "the follower whose turn-start actions come next"),
    _act_options,
    requirements=(
        Requirement(
            "BR-base-6.1-7", "not-waiting", lambda game, ask, act: act.cards[0] in ask.subject, _which
        ),
    ),
    cards=(1, 1),
)


def _coins_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    out = [card for card in game.table.at(f"set.{ask.seat}") if coins(game, card)]
    into = [card for card in game.table.at(f"hand.{ask.seat}") if coins(game, card)]
    for number in range(1, len(out) + 1):
        for taken in combinations(out, number):
            for given in range(len(into) + 1):
                for laid in combinations(into, given):
                    yield Chose(ask.seat, "coins", taken, laid)


def _coins_only(game: Game, ask: Ask, act: AnyAct) -> bool:
    return all(game.table.place[c] == f"set.{act.seat}" and coins(game, c) for c in act.cards) and all(
        game.table.place.get(c) == f"hand.{act.seat}" and coins(game, c) for c in act.targets
    )


def _coins_cover(game: Game, ask: Ask, act: AnyAct) -> bool:
    return sum(coins(game, c) for c in act.targets) <= sum(coins(game, c) for c in act.cards)


def _coin_sums(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {
        "out": sum(coins(game, c) for c in act.cards),
        "given": sum(coins(game, c) for c in act.targets),
    }


COINS = Verb(
    "coins",
    Chose,
    ("金貨",),
    "out CARD… in CARD…",
    Name("ターン開始時の金貨の交換", "the exchange of gold coins at the start of a turn"),
    _coins_options,
    requirements=(
        Requirement("BR-base-11-17", "not-coins", _coins_only),
        Requirement("BR-base-6.1-4", "coins-short", _coins_cover, _coin_sums),
    ),
    elsewhere=(Requirement("BR-base-6.1-3", "only-at-turn-start", lambda game, ask, act: False),),
    cards=(1, 99),
    targets=(0, 99),
)


def _end_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    yield Declared(ask.seat, "end")


END = Verb(
    "end",
    Declared,
    ("終了",),
    "",
    Name("ターンを終える", "end of the turn"),
    _end_options,
    elsewhere=ELSEWHERE,
)


# --- ending the match by agreement ------------------------------------------------------------------------------------


def _concede_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for seat in (ask.seat, opponent(game, ask.seat)):
        yield Declared(seat, "concede")


CONCEDE = Verb(
    "concede",
    Declared,
    ("投了",),
    "",
    Name("投了する。両者の合意がなければ試合は終わらない", "concede; without agreement the match goes on"),
    _concede_options,
    requirements=(
        Requirement(
            "BR-base-10-3",
            "concession-needs-agreement",
            lambda game, ask, act: bool(game.settings["concession_ends_match"]),
        ),
    ),
)


def _agreed_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    yield Declared("table", "agreed-end")
    for seat in game.rules.seats:
        yield Declared("table", "agreed-end", targets=(seat,))


AGREED_END = Verb(
    "agreed-end",
    Declared,
    ("合意終了",),
    "[WINNER]",
    Name("両者の合意で試合を終える", "both players agree to end the match"),
    _agreed_options,
    requirements=(
        Requirement(
            "BR-base-10-4",
            "not-agreed",
            lambda game, ask, act: act.seat == "table"
            and all(seat in game.rules.seats for seat in act.targets),
        ),
    ),
    targets=(0, 1),
)

VERBS = {
    verb.name: verb
    for verb in (
        KEEP_VERB, BREATH, USE, SET, TRIGGER, END, REVEAL, PASS, PAY, REFUSE, LEND, GLOW, ORDER,
        SHOW, PICK, ACT, COINS, CONCEDE, AGREED_END,
    )
}  # fmt: skip
