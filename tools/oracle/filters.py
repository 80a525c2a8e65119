"""Noun phrases: which permanents are meant, as by "untapped Goblins you control with power 2 or less"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ...events import abilities as a
from ...events.filters import role_named_by
from ...events.model import parts_of
from .cursor import Cursor, Forward, aside, attempt, rule
from .descriptors import CARDS, CREATURE, SIZE, card_name, described, descriptor, keyword_name, kind, one_of
from .grammar import Grammar, Reads, phrase
from .logic import both, either
from .numbers import NUMBERS, bounds, comparison, number, relation
from .players import CHOSEN, CONJUNCTIONS, DEFENDING, OPPONENTS, YOU, controlling, players, targets
from .record import DESCRIBED
from .references import did_this_way, one, pointed_at, pronoun, reference
from .scope import HOST, SUBJECT, role, they, types_in
from .tables import listed
from .types import CARD_TYPES, SINGULAR
from .unstated import chosen_by_name, unstated_description

WordedCharacteristic = Literal["power", "toughness", "mana_value"]

_PLURAL: dict[str, WordedCharacteristic] = {"powers": "power", "toughnesses": "toughness", "mana values": "mana_value"}
BaseSize = Literal["base_power", "base_toughness"]
_BASE: dict[str, BaseSize] = {"base power": "base_power", "base toughness": "base_toughness"}
CHARACTERISTICS: dict[str, WordedCharacteristic] = {"power": "power", "toughness": "toughness", "mana value": "mana_value"}
COMPARED: dict[str, WordedCharacteristic | BaseSize] = {**CHARACTERISTICS, **_BASE}


@rule
def counters(c: Cursor) -> tuple[str | None, int] | None:
    """ "a +1/+1 counter", "three or more judgment counters", "counters": the name and at least how many."""
    amount = bounds(c)
    if amount is not None and (amount[1] is not None or amount[0] < 1):
        return None
    name = any_counter(c)
    return None if name is None else (name[0], amount[0] if amount else 1)


def any_counter(c: Cursor) -> tuple[str | None] | None:
    """The name of counters, perhaps of any; None where none come next."""
    name = counter_name(c)
    return (name,) if name is not None or c.take("counter", "counters") else None


@rule
def counter_name(c: Cursor) -> str | None:
    """The name of counters that permanents have, and the word "counter"."""
    for size in (1, 2):
        if c.peek(size) in ("counter", "counters"):
            words = [c.peek(ahead) for ahead in range(size)]
            if not _names_counters(words[0]) or words[0] in _OF_PLAYERS or (size == 2 and words[1] not in ("strike", "mark")):
                return None
            c.move(size + 1)
            return " ".join(words)
    return None


_OF_PLAYERS = ("kind", "of", "energy", "experience", "poison", "ticket", "rad")


def _names_counters(word: str) -> bool:
    return (word[:1].isalpha() or "/" in word) and word not in NUMBERS


@rule
def counted(c: Cursor) -> a.Filter | None:
    """ "a +1/+1 counter on it"."""
    odd = _ODD.get(c.take(*_ODD) or "")
    least, most = (1, None) if odd is not None else bounds(c) or (1, None)
    found = any_counter(c)
    if found is None or not c.take("on it", "on them", "on him", "on her", "on that creature", "on ~", "on this creature"):
        return None
    held = a.HasCounter(counter=found[0], minimum=least if odd is None else 0, odd=odd)
    if most is None:
        return held
    few = a.Not(part=a.HasCounter(counter=found[0], minimum=most + 1))
    return both(held, few) if least else few


_ODD = {"an odd number of": True, "an even number of": False}
number_on_board = Forward[Cursor, a.Quantity | None]()
"""A number in words (`quantities`): it counts what is described, and descriptions compare with it."""
what_x_is = Forward[Cursor, a.Quantity | None]()
"""What X is, said further on."""
RELATIVE: dict[str, a.Comparison] = {
    "greater": ">",
    "lesser": "<",
    "less": "<",
    "equal or greater": ">=",
    "equal or lesser": "<=",
}
"""How the number of what isn't named compares with that of what was named last."""


@rule
def characteristic(c: Cursor) -> a.Filter | None:
    """ "power 2 or less", "toughness greater than its power", "greater power"."""
    comparative = c.look_up(RELATIVE)
    what = c.look_up(COMPARED)
    if what is None:
        return None
    if comparative:
        than = a.CharacteristicOf(characteristic=what, of=c.relative)
        return a.Compares(characteristic=what, comparison=comparative, than=than)
    if what == "base_power" and c.take("and toughness", "and base toughness"):
        return _both_base(c)
    other = c.look_up(CHARACTERISTICS) if c.take("or", "and/or") else None
    if other is not None and what in _BASE.values():
        return None  # whether the base of the other is meant isn't said
    if c.scope is not None and c.peek() == "x":
        return _compared_with_x(c, what)
    chosen = c.take("x or less", "x or greater", "x", *_THAT_NUMBER) if c.setting.instruction else None
    if chosen is not None:
        return a.IsUnstated(fact=f"with {what.replace('_', ' ')} {chosen.replace('x', 'X', 1) if chosen[0] == 'x' else chosen}")
    sign_and_amount: tuple[a.Comparison, a.Quantity] | None = comparison(c)
    if sign_and_amount is None and (against := relation(c)) is not None:
        amount = _against(c, what)
        sign_and_amount = None if amount is None else (against, amount)
    if sign_and_amount is None:
        return None
    names = [what] + ([other] if other else [])
    if sign_and_amount[0] == "=" and isinstance(sign_and_amount[1], int) and (more := _or_so_many(c)) is not None:
        return either(
            [a.Compares(characteristic=each, comparison="=", than=n) for each in names for n in (sign_and_amount[1], more)]
        )
    if any(sign_and_amount[1] == a.CharacteristicOf(characteristic=each, of="itself") for each in names):
        return None  # another permanent is meant than the one that is compared, and it isn't said which
    return either([a.Compares(characteristic=each, comparison=sign_and_amount[0], than=sign_and_amount[1]) for each in names])


@rule
def _against(c: Cursor, what: WordedCharacteristic | BaseSize) -> a.Quantity | None:
    """What one characteristic is compared with.

    "Its toughness" is each one's own where one is described ("a creature with power greater than its toughness") and no other was
    named; of several ("creatures with power greater than its toughness") it is that of what the sentence named.
    """
    its, start = c.its, c.mark()
    whose = its if c.scope is not None and c.sees("that") else "itself"
    meant = c.mentioned if c.scope is None else c.scope.it
    named = meant is not None and (meant != SUBJECT or c.scope is not None)
    if c.sees("its") and not c.sees("its own", "its base") and named:
        if c.one:
            return None  # whose is meant isn't said
        whose = its or (pointed_at(meant) if c.scope is None else None)
    c.its = whose
    amount = number_on_board(c)
    c.its = its
    if amount == a.CharacteristicOf(characteristic=what, of="itself") and c.scope is not None and its is None:
        c.back_to(start)
        amount = number_on_board(c)  # its own power is no other than its power: another one's is meant
    return amount


def _compared_with_x(c: Cursor, what: WordedCharacteristic | BaseSize) -> a.Filter | None:
    """ "[mana value] X or less", X being a number by now; None where it isn't."""
    c.move()
    said = c.take("or less", "or greater")
    sign: a.Comparison = "=" if said is None else "<=" if said == "or less" else ">="
    x = what_x_is(c)
    return None if x is None else a.Compares(characteristic=what, comparison=sign, than=x)


@rule
def _or_so_many(c: Cursor) -> int | None:
    """ "[mana value 2] or 3"."""
    return number(c) if c.take("or") and c.peek().isdecimal() else None


def _both_base(c: Cursor) -> a.Filter | None:
    """ "1/1", after "base power and toughness"."""
    size = SIZE.fullmatch(c.raw())
    if size is None:
        return None
    c.move()
    power = a.Compares(characteristic="base_power", comparison="=", than=int(size[1]))
    return both(power, a.Compares(characteristic="base_toughness", comparison="=", than=int(size[2])))


_THAT_NUMBER = tuple(
    f"{relative} that number"
    for relative in listed("equal to, less than or equal to, greater than or equal to, less than, greater than")
)


def quality(c: Cursor) -> a.Filter | None:
    """What permanents have: "a +1/+1 counter on it", "flying", "greater power"."""
    return counted(c) or keyword_name(c) or characteristic(c)


def state(c: Cursor) -> a.Filter | None:
    """What a permanent is: "attacking", "attacking alone", "enchanted by an Aura you control", "a Goblin", "tapped or white"."""
    return described(c, _STATE)


def other_state(c: Cursor) -> a.Filter | None:
    """What a permanent isn't."""
    return one_of(c, _STATE)


_SADDLED_OR_CREWED = listed(
    """
    that saddled it this turn, that crewed it this turn, that saddled ~ this turn, that crewed ~ this turn,
    that crewed this vehicle this turn, that saddled this mount this turn, that saddled this creature this turn
    """
)
"""What is done before combat, as an ability is activated."""

_AMONG_THEMSELVES = listed(
    """
    that share a creature type, that share a color, that share a card type, that all share a creature type, with different names,
    with the same name
    """
)
"""What is said of the permanents chosen, compared with each other."""
_SAID: dict[str, a.Filter] = {
    **DESCRIBED,
    **{said: a.IsUnstated(fact=said) for said in (*_SADDLED_OR_CREWED, *_AMONG_THEMSELVES)},
}


def _pointed_at(c: Cursor) -> a.Role | None:
    """The role of what is pointed at; "it" goes on to mean what it meant, "that creature" is as elsewhere."""
    if c.scope is not None and c.peek() in ("that", "those", "the"):
        return one(c)
    return pointed_at(_REFERENCE(c))


_REFERENCE: Reads = aside(reference)


@rule
def _host(c: Cursor) -> a.Filter | None:
    """ "a creature you control", "creatures", "target land": to what something is attached."""
    if c.sees("target"):
        return targeted(c)
    if c.scope is not None and c.sees("it", "them", "that creature", "that permanent"):
        changed = len(c.scope.changes)
        meant = pronoun(c, c.scope)
        c.scope.undo(changed)
        return meant if isinstance(meant, a.IsTarget | a.IsChosen) else None
    c.filler("a", "an")
    return noun(c)


@rule
def _blocking(c: Cursor) -> a.Filter | None:
    """ "blocking", where nobody is named whom it blocks."""
    return a.IsInState(state="blocking") if c.take("blocking") and reference(c) is None else None


@rule
def _contracted(c: Cursor) -> a.Role | None:
    """ "[target creature] it's [blocking]"."""
    meant = (c.mentioned if c.scope is None else c.scope.it) if c.take("it's") else None
    return role(meant) if isinstance(meant, a.Is) else None


def _opposed(make: type[a.Filter]) -> Callable[..., a.Filter]:
    """The same, of those that aren't so."""
    return lambda **values: a.Not(part=make(**values))


def _dealt_to(players: a.Players, combat: bool) -> a.Filter | None:
    """ "that dealt combat damage to you this turn": of a turn that isn't on record from its beginning, it is stated."""
    whom = {YOU: "you", CHOSEN: "that player", OPPONENTS: "an opponent", DEFENDING: "defending player"}.get(players)
    dealt = a.DealtDamageTo(players=players, combat=combat)
    fact = f"that dealt {'combat ' * combat}damage to {whom} this turn"
    return None if whom is None else a.IsOnRecord(fact=fact, happened=dealt, complete=False)


def _fighting(other: a.Role) -> a.Filter:
    return either([a.InCombatWith(relation="blocking", other=other), a.InCombatWith(relation="blocked by", other=other)])


@rule
def _attacking_alike(c: Cursor) -> a.Filter | None:
    """ "attacking the same player or planeswalker" as what the ability is about, where that is clear."""
    if not c.take(said := "attacking the same player or planeswalker"):
        return None
    about = c.scope.it if c.scope is not None and not c.scope.targets else None
    if isinstance(about, a.Is) and about.role in ("source", "subject", "host"):
        return a.InCombatWith(relation="attacking the same player or planeswalker", other=about.role)
    return a.IsUnstated(fact=said)


_OF_CARDS = tuple(f"{which} card" for which in ("that", "the", "the exiled", "the revealed", "the discarded", "the milled"))
_CARDS = (a.IsTargetCard, a.IsChosenCard, a.IsTurnedUp)
_WITH_THOSE = (a.IsTarget, a.IsChosen, a.IsCreated, a.IsAffected, *_CARDS)


@rule
def _with_those(c: Cursor) -> a.Filter | None:
    """ "it", "that creature", "the exiled card": with what something is shared, where that is in no role."""
    if c.scope is None:
        return None
    changed, scope = len(c.scope.changes), c.scope
    if c.take(*_OF_CARDS):
        meant: object = scope.it if isinstance(scope.it, _CARDS) else scope.exiled
    else:
        meant = pronoun(c, scope)
        scope.undo(changed)
    return meant if isinstance(meant, _WITH_THOSE) else None


@rule
def _affected(c: Cursor) -> a.Filter | None:
    """ "untapped this way", "dealt damage this way": of what is still on the battlefield."""
    scope = c.scope
    if scope is None:
        return None
    if scope.dealt and not scope.dealt_again and c.take("dealt damage this way"):
        return a.IsAffected(dealt=True)
    done = did_this_way(c, scope)
    return a.IsAffected(done=done) if done == "tapped" or done == "untapped" else None


def _anothers(players: a.Players) -> a.Filter | None:
    """What one player controls and doesn't own; of several players it isn't said by whom it isn't owned."""
    if players.several:
        return None
    return both(a.ControlledBy(players=players), a.Not(part=a.OwnedBy(players=players)))


def _theirs(c: Cursor) -> a.Filter | None:
    """ "they control", where a player was named who may be meant."""
    named = c.setting.instruction and (c.scope is None or c.scope.names_a_player)
    if not named or not c.take("they control"):
        return None
    whose = they(c.scope)
    return _anothers(whose) if c.take("but don't own") else a.ControlledBy(players=whose)


ATTACKING_THE_SAME = a.IsUnstated(fact="attacking the same player")
"""Of so many it is asked of each player by itself: see `conditions`."""


@rule
def _voted(c: Cursor) -> a.Filter | None:
    """ "with the most votes or tied for most votes": of what players have voted for."""
    if c.scope is None or not c.scope.voted:
        return None
    if c.take("tied for most votes", "tied for the most votes"):
        return a.HasMostVotes()
    tied = c.take(
        *(f"with {many} votes or tied for {most} votes" for many in ("the most", "most") for most in ("most", "the most"))
    )
    return None if tied is None else a.HasMostVotes()


_RULES: dict[str, Reads] = {
    "alike": _attacking_alike,
    "permanent": _pointed_at,
    "reference": reference,
    "permanents": lambda c: None if c.sees("permanent") else noun(c, c.relative),
    "auras": lambda c: noun(c),
    "host": _host,
    "players": players,
    "controller": controlling,
    "attacked": lambda c: targets(c, counted=False),
    "characteristic": lambda c: c.look_up(CHARACTERISTICS) or c.look_up(_PLURAL),
    "quality": lambda c: described(c, quality),
    "lacked": lambda c: one_of(c, quality),
    "other_state": other_state,
    "state": state,
    "adjective": descriptor,
    "blocking": _blocking,
    "contracted": _contracted,
    "name": card_name,
    "said": lambda c: _SAID.get(c.take(*_SAID) or ""),
    "voted": _voted,
    "chosen": lambda c: chosen_by_name(c),
    "unstated": lambda c: chosen_by_name(c) or unstated_description(c),
    "theirs": _theirs,
    "affected": _affected,
    "with_those": _with_those,
    "other_kind": lambda c: _other_kind(c),
}

_ALONE = (a.IsInState(state="attacking alone"), a.IsInState(state="blocking alone"))
"""The word is of both (506.5)."""
_IN_COMBAT = (
    phrase("attacking or blocking alone", either(_ALONE)),
    phrase("blocking or attacking alone", either(_ALONE)),
    phrase("attacking alone", a.IsInState(state="attacking alone")),
    phrase("blocking alone", a.IsInState(state="blocking alone")),
    phrase("enchanted by <auras>", a.EnchantedBy),
    phrase("enchanted by (an|a) <auras>", a.EnchantedBy),
    phrase("<alike>"),
    phrase("attacking the same player", ATTACKING_THE_SAME),
    phrase("attacking <targets:attacked>", a.AttacksWhat),
    phrase("attacking", a.IsInState(state="attacking")),
    phrase("(blocking or blocked by|blocked by or blocking) <other:permanent>", _fighting),
    phrase("blocking <other:permanent>", a.InCombatWith, relation="blocking"),
    phrase("blocked by <other:permanent>", a.InCombatWith, relation="blocked by"),
    phrase("<blocking>"),
)
_STATE: Grammar[a.Filter] = Grammar(
    _RULES,
    *_IN_COMBAT,
    phrase("<chosen>"),
    phrase("(a|an) <permanents>"),
    phrase("tokens", a.IsInState(state="token")),
    phrase("<adjective>"),
)
"""What follows "is"."""

AFTER_NOUN: Grammar[a.Filter] = Grammar(
    _RULES,
    phrase("that (shares|share) a color with <other:permanent>", a.SharesColor),
    phrase("that (shares|share) a creature type with <other:permanent>", a.SharesCreatureType),
    phrase("with the same name as <other:permanent>", a.SharesName),
    phrase("that (shares|share) a color with <those:with_those>", a.SharesWith, shared="color"),
    phrase("that (shares|share) a creature type with <those:with_those>", a.SharesWith, shared="creature type"),
    phrase("with the same name as <those:with_those>", a.SharesWith, shared="name"),
    phrase("that (doesn't|don't) share a color with <other:permanent>", _opposed(a.SharesColor)),
    phrase("that (doesn't|don't) share a creature type with <other:permanent>", _opposed(a.SharesCreatureType)),
    phrase("dealt damage by <other:permanent> this turn", a.DealtDamageBy),
    phrase("(that was|that were) dealt damage by <other:permanent> this turn", a.DealtDamageBy),
    phrase("that dealt damage to <other:permanent> this turn", a.DealtDamageTo),
    phrase("that dealt combat damage to <other:permanent> this turn", a.DealtDamageTo, combat=True),
    phrase("that dealt damage to <players> this turn", _dealt_to, combat=False),
    phrase("that dealt combat damage to <players> this turn", _dealt_to, combat=True),
    phrase("banded with <other:permanent>", a.BandedWith),
    phrase("that blocked <other:permanent> this turn", a.WasInCombatWith, relation="blocked"),
    phrase("that <other:permanent> blocked this turn", a.WasInCombatWith, relation="blocked by"),
    phrase("<other:permanent> blocked this turn", a.WasInCombatWith, relation="blocked by"),
    phrase("<other:permanent> is blocking", a.InCombatWith, relation="blocked by"),
    phrase("<other:contracted> blocking", a.InCombatWith, relation="blocked by"),
    phrase("(with a mana ability|with mana abilities)", a.HasManaAbility()),
    phrase("with abilities", a.HasAbilities()),
    phrase("(with no abilities|without abilities)", a.Not.model_construct(part=a.HasAbilities())),
    phrase("<said>"),
    phrase("<affected>"),
    phrase("<voted>"),
    phrase("<unstated>"),
    phrase("<players:controller> but (don't|doesn't) own", _anothers),
    phrase("<players:controller>", a.ControlledBy),
    phrase("controlled by <players>", a.ControlledBy),
    phrase("<players> (protects|protect)", a.ProtectedBy),
    phrase("<players> is protecting", a.ProtectedBy),
    phrase(
        "you own but don't control",
        both(a.OwnedBy.model_construct(players=YOU), a.Not.model_construct(part=a.ControlledBy.model_construct(players=YOU))),
    ),
    phrase("you own", a.OwnedBy.model_construct(players=YOU)),
    phrase("(your opponents own|an opponent owns)", a.OwnedBy.model_construct(players=OPPONENTS)),
    phrase("<theirs>"),
    phrase("attached to <other:permanent>", a.AttachedTo),
    phrase("attached to <permanents:host>", a.AttachedToSome),
    phrase("on the battlefield", a.ANYTHING),
    phrase("with odd <characteristic>", a.IsOddOrEven, odd=True),
    phrase("with even <characteristic>", a.IsOddOrEven, odd=False),
    phrase("with <quality>"),
    phrase("without <part:lacked>", a.Not),
    phrase("that (doesn't|don't) have <part:lacked>", a.Not),
    phrase("that (has|have) <quality>"),
    phrase("(that isn't|that aren't) <part:other_state>", a.Not),
    phrase("(that's|that are) <state>"),
    *_IN_COMBAT,
    phrase("named <name>", a.IsNamed),
    phrase("not named <name>", _opposed(a.IsNamed)),
    phrase("other than <one:reference> or <other:reference>", lambda one, other: both(a.Not(part=one), a.Not(part=other))),
    phrase("other than <part:reference>", a.Not),
    phrase("<other_kind>"),
)
"""What follows a noun."""


@rule
def _other_kind(c: Cursor) -> a.Filter | None:
    """ "[creatures] other than Walls"; not where more follows, which may be said of the Walls or of all."""
    what = kind(c) if c.take("other than a", "other than an", "other than") else None
    if what is None:
        return None
    start = c.mark()
    more = _after_noun(c) is not None or (c.take(*CONJUNCTIONS, ",", "a", "an") is not None and kind(c) is not None)
    c.back_to(start)
    return None if more else a.Not(part=what)


@rule
def _after_noun(c: Cursor) -> a.Filter | None:
    if c.sees("that attack", "that block", "attacking creature"):
        return None
    if c.sees("of their choice that", "of their choice with"):
        c.filler("of their choice")
    return AFTER_NOUN(c)


@rule
def _greatest(c: Cursor, said: a.Filter) -> a.Filter | None:
    """ "with the greatest power among creatures you control"; `said` is what was said before of the permanents."""
    return superlative(c, said) if c.take("with") else None


_SUPERLATIVES = {"greatest": False, "highest": False, "least": True, "lowest": True}


@rule
def superlative(c: Cursor, said: a.Filter | None = None) -> a.Filter | None:
    """ "the greatest power among creatures you control", "the least toughness or tied for the least toughness": among those of
    whom something was `said`, where no others are named."""
    most = next((each for each in _SUPERLATIVES if c.take(f"the {each}")), None)
    what = None if most is None else c.look_up(CHARACTERISTICS)
    if most is None or what is None:
        return None
    tied, least = c.at, _SUPERLATIVES[most]
    name = what.replace("_", " ")
    if c.take(*(f"or {being}tied for {the}{most} {name}" for being in ("", "is ") for the in ("", "the "))):
        c.pass_over(tied, "tied")
    if c.take("among"):
        among = noun(c)
        return None if among is None else both(among, extreme(what, among, least))
    return None if said is None else extreme(what, said, least)


def extreme(what: WordedCharacteristic, among: a.Filter, least: bool) -> a.Filter:
    """Having the greatest, or the least, among some: what is tied has it, too."""
    than = a.Extremum(filter=among, characteristic=what, least=least)
    return a.Compares(characteristic=what, comparison="<=" if least else ">=", than=than)


@rule
def noun(c: Cursor, relative: a.Role = "subject") -> a.Filter | None:
    """Permanents: descriptors, a noun, and what follows it; nouns may be joined.

    What is joined shares what follows ("Goblins and Orcs you control"); of "with …" card types share what each may have
    ("with mana value 3"). Where it would be open how far that reaches, the phrase isn't read.
    """
    if c.nested == DEEPEST:
        c.too_deep = True
        return None
    before, c.relative = c.relative, relative
    c.nested += 1
    try:
        return _noun(c)
    finally:
        c.nested -= 1
        c.relative = before


DEEPEST = 3
"""Descriptions within descriptions: "creatures with power less than the number of Islands you control" are two."""


def _noun(c: Cursor) -> a.Filter | None:
    of_one = c.last in ("a", "an", "another", "target") or c.sees("another") is not None
    other = a.Not(part=_other_than(c)) if c.take("other", "another") else None
    heads = [head] if (head := kind(c)) is not None else []
    if not heads:
        return None
    one, c.one = c.one, c.noun in SINGULAR
    after = _modifiers(c, heads[0])
    c.one = one
    parts = [both(*heads, *after)]
    alike = 1
    shared: list[a.Filter] = []
    settled = (c.mark(), 1)  # a comma joins only where a conjunction follows later
    while not shared and not (c.cards and c.noun in CARDS):
        start, singular = c.mark(), c.last in SINGULAR
        joined = c.take(*CONJUNCTIONS, ",")
        apart = joined is not None and not joined.endswith("and") and c.sees("a", "an") is not None
        if apart:
            c.filler("a", "an")
        both_at_once = of_one and joined in ("and", ", and") and singular  # "a Goblin and Elf" is one that is both
        another = kind(c) if joined and (singular or not apart) and not both_at_once else None
        if another is None:
            c.back_to(start)
            break
        alike += not apart and alike == len(parts)
        follows = _modifiers(c, another)
        if follows and not after:
            if not all(isinstance(each, a.ControlledBy | a.OwnedBy) for each in follows) and not (
                _of_all(parts, another, follows) or _attached(parts, another, follows)
            ):
                if another != CREATURE or not (all(map(_is_of_creatures, parts)) or _only_of_creatures(parts, follows)):
                    return None
                parts.append(both(another, *follows))  # "Walls and/or creatures with flying": not said of the Walls
                settled = settled if joined == "," else (c.mark(), len(parts))
                break
            shared = follows
            parts.append(another)
        else:
            parts.append(both(another, *follows))
        if joined != ",":
            settled = (c.mark(), len(parts))
    if c.at != settled[0].at:
        c.back_to(settled[0])
        shared = []
    alike = min(alike, settled[1])
    first, others = sharing(parts[:alike]), parts[alike : settled[1]]
    if other is not None and others:
        first = [both(either(first), other)]  # "another creature or an artifact": which may be this one
    found = both(either([*first, *others]), *shared)
    return found if other is None or others else both(found, _apart_from(other, found))


def _apart_from(other: a.Not, found: a.Filter) -> a.Not:
    """ "Other creatures that share a color with enchanted creature" are others than it, "another Aura" is another than this."""
    if set(types_in(found)) in ({"Aura"}, {"Equipment"}):
        return a.Not(part=a.THIS) if other.part == HOST else other
    of_host = any(role_named_by(each) == "host" or each == _HOSTS_CONTROLLER for each in parts_of(found))
    return a.Not(part=HOST) if other.part == a.THIS and of_host else other


_HOSTS_CONTROLLER = a.Players.model_construct(who="host controller")


def _other_than(c: Cursor) -> a.Filter:
    """Who "other creatures" aren't: what was named last, or the source where that was only described ("your commander")."""
    return a.THIS if c.mentioned is None or isinstance(c.mentioned, a.AllOf) else c.mentioned


def _of_all(parts: list[a.Filter], another: a.Filter, follows: list[a.Filter]) -> bool:
    """Whether what follows the last card type is said of each of them: "artifact or enchantment with mana value 3 or less"."""
    types = all(isinstance(each, a.HasType) and each.type in CARD_TYPES.values() for each in (*parts, another))
    return types and all(
        isinstance(each, a.ControlledBy | a.OwnedBy) or (isinstance(each, a.Compares) and each.characteristic == "mana_value")
        for each in follows
    )


def _attached(parts: list[a.Filter], another: a.Filter, follows: list[a.Filter]) -> bool:
    """Whether what is attached somewhere follows, which is said of each: "Auras and Equipment attached to it"."""
    attachments = all(isinstance(each, a.HasType) and each.type in ("Aura", "Equipment") for each in (*parts, another))
    of_each = a.ControlledBy | a.OwnedBy | a.AttachedTo | a.AttachedToSome
    return attachments and all(isinstance(each, of_each) for each in follows)


def _is_of_creatures(filter: a.Filter) -> bool:
    """Whether it is a subtype, or names creatures itself: "Walls", "artifact creatures"."""
    if isinstance(filter, a.AllOf):
        return CREATURE in filter.parts
    return isinstance(filter, a.HasType) and filter.type not in CARD_TYPES.values()


def _only_of_creatures(parts: list[a.Filter], follows: list[a.Filter]) -> bool:
    """Whether only creatures have what is said: "artifact, enchantment, or creature with flying"."""
    sized = all(isinstance(each, a.HasKeyword) or _is_of_size(each) for each in follows)
    return sized and all(isinstance(part, a.HasType) and _is_card_type(part) for part in parts)


def _is_of_size(filter: a.Filter) -> bool:
    return isinstance(filter, a.Compares) and filter.characteristic in ("power", "toughness")


def sharing(parts: list[a.Filter]) -> list[a.Filter]:
    """What is said before the first of several subtypes is said of each: "attacking Cleric, Rogue, or Wizard"."""
    first = parts[0]
    if len(parts) == 1 or not isinstance(first, a.AllOf) or not first.parts:
        return parts
    *said, last = first.parts
    types = [last, *parts[1:]]
    if any(isinstance(each, a.HasType) for each in said) or not all(isinstance(each, a.HasType) for each in types):
        return parts
    if len({_is_card_type(each) for each in types}) > 1:
        return parts  # "red creatures and Goblins": these aren't said to be red
    return [both(*said, each) for each in types]


def _is_card_type(part: a.Filter) -> bool:
    return isinstance(part, a.HasType) and part.type in CARD_TYPES.values()


@rule
def cards(c: Cursor) -> a.Filter | None:
    """Cards, and not what follows: "nonland, nonlegendary card", "artifact or creature cards"."""
    before, c.cards = c.cards, True
    found = noun(c)
    c.cards = before
    return found if c.noun in CARDS else None


@rule
def behind_noun(c: Cursor) -> a.Filter | None:
    """What follows a noun by itself: "with power 2 or less"."""
    found = _modifiers(c, a.ANYTHING)
    return both(*found) if found else None


def _modifiers(c: Cursor, head: a.Filter) -> list[a.Filter]:
    found: list[a.Filter] = []
    while not c.cards and (another := _greatest(c, both(head, *found)) or _after_noun(c)) is not None:
        found.append(another)
    return found


@attempt
def _beside(c: Cursor, relative: a.Role) -> a.Filter | None:
    """ "[this creature] and each of its allies": another one that is pointed at, or more that are described."""
    joined = c.take("or", "and/or", "and")
    if joined is None or (found := reference(c) or targeted(c)) is not None:
        return found if joined else None
    if joined != "and/or" and c.take("other", *(("another", "an", "a") if joined == "or" else ())):
        return noun(c, relative)
    return noun(c, relative) if joined == "and" and not c.sees("other", "another") and not _one(c) else None


@attempt
def _and_each_other(c: Cursor, relative: a.Role) -> a.Filter | None:
    return noun(c, relative) if c.scope is None and c.take("and each", "and all") and c.sees("other") else None


@rule
def permanents(c: Cursor, relative: a.Role = "subject") -> a.Filter | None:
    """Any description of permanents: a reference, "a …", "each …", "all …", "target …", or a bare plural."""
    for pointed, others in ((reference, _beside), (targeted, _and_each_other)):
        if (found := pointed(c)) is not None:
            more = others(c, relative)
            return found if more is None else either([found, more])
    if c.take("each of those"):
        return SUBJECT if c.setting.instruction else None
    if c.sees(*_THE_GREATEST):
        c.move()  # who is the greatest, or is tied for it
    elif not c.take("a", "an", "each", "all", "any", "every") and _one(c):
        return None  # "enchanted creature" is the one that the Aura enchants
    found = noun(c, relative)
    if found is not None:
        c.mentioned = SUBJECT
    return found


def is_bare_plural(c: Cursor) -> bool:
    """Whether "Dragons" come next: whether each of them is meant, or any, isn't said. The cursor stays."""
    start = c.mark()
    determined = c.sees("each", "all", "every", "a", "an", "another", "any") or reference(c) or targeted(c)
    plural = not determined and not _one(c) and noun(c) is not None
    c.back_to(start)
    return plural


_THE_GREATEST = ("the creature with the greatest", "the creature with the highest")


def _one(c: Cursor) -> bool:
    """Whether a singular comes next, and not "another"."""
    start = c.mark()
    if c.take("another"):
        c.back_to(start)
        return False
    c.filler("other")
    singular = kind(c) is not None and c.noun in SINGULAR
    c.back_to(start)
    return singular


@rule
def targeted(c: Cursor) -> a.Filter | None:
    """ "target creature", "up to two other target creatures an opponent controls"."""
    if not c.setting.instruction:
        return None
    c.filler("each of")
    c.filler("up to", "any number of")
    if c.take("one or two", "one, two, or three", "one or more", "x"):
        pass
    elif not c.sees("target", "other target", "another target"):
        bounds(c)
    other = bool(c.take("other", "another"))
    if not c.take("target"):
        return None
    found = noun(c)
    if found is None:
        return None
    than, c.mentioned = c.mentioned or a.THIS, SUBJECT
    return a.IsTarget(permanents=both(found, a.Not(part=than)) if other else found)
