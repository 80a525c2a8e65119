"""Numbers that the board or the game says: "the number of creatures you control", "twice its power", "that much damage".

One grammar for every place: comparisons, costs, "where X is", "for each" and "equal to", in what is said of permanents and in
what abilities do. What only an ability's own words give ("life lost this way") is read where there is a `Scope`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ...events import abilities as a
from ...events.model import parts_of
from .cards import card, cards_in, counted_this_way
from .cursor import Cursor, rule
from .descriptors import COLORS
from .filters import CHARACTERISTICS, COMPARED, counter_name, noun, number_on_board, what_x_is
from .grammar import Grammar, Reads, phrase
from .logic import both
from .numbers import number
from .players import ANY, DEFENDING, OPPONENTS, YOU, asked_of_each, asked_of_players, controlling, targets_own
from .references import did_this_way, one, pointed_at, possessor, reference
from .scope import AFFECTED, CREATED, HOST, TURNED_UP, Scope, is_called, they

_BY_WHOM = a.AttacksWhat.model_construct(targets=a.Targets.model_construct(players=DEFENDING))
ATTACKED = a.Players.model_construct(who="any", where=a.Exists.model_construct(filter=_BY_WHOM))
"""Those whom a creature is attacking."""
ATTACKED_OPPONENTS = ATTACKED.model_copy(update={"who": "opponents"})
_HAPPENED: dict[str, tuple[a.Tallied, a.Players | None]] = {
    "number of cards you've discarded this turn": ("cards discarded", None),
    "number of cards you discarded this turn": ("cards discarded", None),
    "number of cards you've drawn this turn": ("cards drawn", None),
    "number of cards you drew this turn": ("cards drawn", None),
    "number of permanents you've sacrificed this turn": ("permanents sacrificed", None),
    "number of permanents you sacrificed this turn": ("permanents sacrificed", None),
    "number of creatures that died under your control this turn": ("creatures died", None),
    "number of creatures you controlled that died this turn": ("creatures died", None),
    "number of creatures that died this turn": ("creatures died", ANY),
    "amount of life you gained this turn": ("life gained", None),
    "amount of life you've gained this turn": ("life gained", None),
    "amount of life you lost this turn": ("life lost", None),
    "amount of life you've lost this turn": ("life lost", None),
    "amount of life your opponents lost this turn": ("life lost", OPPONENTS),
    "amount of life your opponents have lost this turn": ("life lost", OPPONENTS),
}
"""What is counted from when it is stated on, and whose (None: yours)."""


def as_counted(fact: str) -> tuple[str, str]:
    """ "The number of cards you've drawn this turn", of one and of several: "card you've drawn this turn"."""
    several = fact.split(" of ", 1)[-1]
    return re.sub(r"^(card|permanent|creature)s", r"\1", several), several


_TIMES = {
    form: a.UnstatedNumber.model_construct(fact=f"the {fact}", counted=tallied, players=whose)
    for fact, (tallied, whose) in _HAPPENED.items()
    for form in as_counted(fact)
} | {
    said: a.UnstatedNumber.model_construct(fact=said)
    for said in (
        "spells you've cast this turn",
        "spell you've cast this turn",
        "spells you cast this turn",
        "spell you cast this turn",
        "time you've cast a commander from the command zone this game",
        "time you've cast your commander from the command zone this game",
    )
}
"""The same as they are counted; and what has happened since the game began."""
_EXTREMES = {"greatest": False, "highest": False, "least": True}
_OF_THAT = ("that creature's", "the creature's")
_PRONOUNS = ("its own", "its", *_OF_THAT, "their own", "their", "his", "her")


# --- what the grammar's rules read -------------------------------------------------------------------------------------


@rule
def _noun(c: Cursor) -> a.Filter | None:
    mentioned = c.mentioned
    if c.scope is not None and c.its is None:
        c.mentioned = c.scope.it
    found = noun(c)
    c.mentioned = mentioned
    return None if c.too_deep else found


def _in_scope(c: Cursor, *said: str) -> Scope | None:
    """What words refer to, where one of the phrases comes next that is said only of what an ability does."""
    return c.scope if c.scope is not None and c.take(*said) else None


def _meant(of: Callable[[Scope], Any]) -> Reads:
    """What the words of a row refer to in what an ability does: it reads none itself."""
    return lambda c: None if c.scope is None else of(c.scope)


def _one_of(value: Any, *kinds: type) -> Any:
    return value if isinstance(value, kinds) else None


@rule
def _devotion(c: Cursor) -> a.Quantity | None:
    """ "Your devotion to red and white" (700.5): no board states mana costs, so that a case states it."""
    start = c.at
    if not c.take("your devotion to") or c.look_up(COLORS, words=1) is None:
        return None
    one = c.mark()
    if not c.take("and") or c.look_up(COLORS, words=1) is None:
        c.back_to(one)
    found = a.UnstatedNumber(fact=c.printed(start).lower())
    c.restate(start, found)
    return found


_TO_WHOM: dict[str, a.Filter] = {
    **dict.fromkeys(("to a creature", "to that creature"), a.HasType(type="Creature")),
    **dict.fromkeys(("to a permanent", "to that permanent"), a.ANYTHING),
}


def excess_dealt_to(c: Cursor) -> a.Filter | None:
    """ "[excess damage dealt] to a creature [this way]": to anything where that isn't said (120.10)."""
    return c.look_up(_TO_WHOM) or a.ANYTHING if c.scope is not None and c.scope.dealt else None


_COUNTED_PLAYERS = dict.fromkeys(("opponents", "opponent", "of your opponents"), OPPONENTS) | dict.fromkeys(
    ("players", "player"), ANY
)


@rule
def _players_who(c: Cursor) -> a.Players | None:
    """ "opponents who control an artifact", "player who lost life this turn"."""
    who = c.look_up(_COUNTED_PLAYERS)
    holds = asked_of_each(c, asked_of_players) if who is not None and c.sees("who") else None
    return None if who is None or holds is None else who.model_copy(update={"where": holds})


@rule
def _votes(c: Cursor) -> a.Quantity | None:
    """ "strength votes", "wealth vote": of the vote before."""
    options = None if c.scope is None else c.scope.options
    option = next((each for each in options or () if c.take(f"{each} vote", f"{each} votes")), None)
    return None if option is None else a.VotesFor(option=option)


@rule
def _their(c: Cursor) -> a.Players | None:
    """ "their", of a player: of each of several."""
    if c.take("defending player's"):
        return DEFENDING
    if (target := targets_own(c)) is not None:
        return target
    scope = _in_scope(c, "their", "that player's")
    return None if scope is None else they(scope)


@rule
def _who_have(c: Cursor) -> a.Players | None:
    """ "[poison counter] they have", "you have": whose."""
    if c.take("you have"):
        return YOU
    if c.take("your opponents have"):
        return OPPONENTS
    if _in_scope(c, "defending player has"):
        return DEFENDING
    scope = _in_scope(c, "they have", "that player has")
    return None if scope is None else they(scope)


@rule
def _those(c: Cursor) -> a.Filter | None:
    if c.scope is not None and c.scope.created is not None:
        return CREATED if c.take("of those tokens", "of them", "token created this way") else None
    scope = _in_scope(c, "of those creatures", "of those permanents", "of them")
    moved = scope is not None and scope.those == AFFECTED and (scope.did, scope.moved) != (None, None)
    return None if scope is None or moved else scope.several


@rule
def _these(c: Cursor) -> a.Filter | None:
    """ "those creatures", as they are or most recently were."""
    scope = _in_scope(c, "those creatures", "them")
    return None if scope is None or scope.those == AFFECTED else scope.several


@rule
def _their_total_power(c: Cursor) -> a.Quantity | None:
    """Of those that have left it is what it was."""
    if c.scope is not None and c.scope.did == "sacrificed" and c.take(*_SACRIFICED_POWER):
        return a.CountDone(filter=a.ANYTHING, total="power")
    scope = _in_scope(c, "their total power", "the total power of those creatures")
    those = None if scope is None else scope.several
    if scope is None or those is None:
        return None
    return a.NumberOf(filter=those, characteristic="power") if those in scope.gone else a.TotalPower(filter=those)


_SACRIFICED_POWER = (
    "their total power",
    "the sacrificed creatures' total power",
    *(f"the total power of {whom}" for whom in ("the sacrificed creatures", "creatures sacrificed this way")),
    "the total power of the creatures sacrificed this way",
)


@rule
def done_this_way(c: Cursor) -> a.Quantity | None:
    """ "creature card exiled this way", "artifact is destroyed this way": how many of those that were just moved."""
    if c.scope is None:
        return None
    which = card(c, c.scope)
    if which is None:
        c.mentioned = None
        which = noun(c)
    c.filler("is", "was", "are", "were")
    done = did_this_way(c, c.scope)
    if which is None or done is None:
        return None
    if done != c.scope.did:
        return a.CountOf(filter=both(which, a.IsAffected.model_validate({"done": done})))
    return a.CountDone(filter=which)


_DID = {
    form: done
    for done, do in (("sacrificed", "sacrifice"), ("exiled", "exile"), ("destroyed", "destroy"), ("returned", "return"))
    for form in (done, do)
}


@rule
def did_to(c: Cursor) -> a.Quantity | None:
    """ "[You] sacrificed an artifact": how many of those that were just moved."""
    did = c.look_up(_DID, 1) if c.scope is not None else None
    if c.scope is None or did is None or did != c.scope.did or not c.take("a", "an", "one or more"):
        return None
    which = card(c, c.scope) or noun(c)
    return None if which is None or c.too_deep else a.CountDone(filter=which)


@rule
def you_did_this_way(c: Cursor) -> a.Quantity | None:
    """ "You sacrificed an artifact this way"."""
    number = did_to(c) if c.take("you") else None
    return number if number is not None and c.take("this way") else None


@rule
def _turned_up(c: Cursor) -> a.Quantity | None:
    return None if c.scope is None else counted_this_way(c, c.scope)


def _of_whom(characteristic: str, before: a.Filter) -> a.Quantity | None:
    """Whose "its power" is after a card was discarded that needn't have any: of the permanent that was "it" before."""
    if characteristic not in ("power", "toughness") or not isinstance(before, a.Is) or before == a.THIS:
        return None
    return a.CharacteristicOf.model_validate({"characteristic": characteristic, "of": before.role})


def _exiled(scope: Scope) -> a.Filter | None:
    """ "The exiled card": the one that was exiled just before, or with this; None where it may be several."""
    gone = a.IsExiledWith() if scope.exiled is None else scope.exiled
    if isinstance(gone, a.IsExiledWith) or (isinstance(gone, a.IsChosenCard) and gone.maximum == 1):
        return gone
    one_target = (each.cards for each in scope.targets if each.maximum == 1 and each.cards is not None)
    return gone if any(a.IsTargetCard(cards=cards) == gone for cards in one_target) else None


def _called(c: Cursor) -> a.Filter | None:
    """ "That artifact", where it was called so."""
    that = None if c.scope is None else c.scope.that
    if c.scope is None or that is None or not c.take("that"):
        return reference(c)
    called = is_called(c.peek(), that, c.scope)
    c.move()
    return that if called else None


@rule
def _of_permanent(c: Cursor) -> a.Quantity | None:
    """ "its power", "that creature's toughness", "~'s mana value"."""
    if (whose := c.take(*_PRONOUNS)) is not None:
        start = c.at - len(whose.split())
        what = c.look_up(COMPARED)
        found = None if what is None else _its(c, whose, what)
        c.filler("as it last existed on the battlefield")
        c.derive("that" if whose in _OF_THAT else "it", start, len(c.derivations), found)
        return found
    c.filler("the")
    pointed = possessor(c, _called)
    role, what = pointed_at(pointed), c.look_up(COMPARED)
    if pointed is not None and isinstance(pointed, a.IsTarget | a.IsChosen) and what in CHARACTERISTICS.values():
        return a.NumberOf(filter=pointed, characteristic=what)
    if role is None or what is None:
        return None
    c.filler("as it last existed on the battlefield")
    if pointed != HOST:
        c.topic = c.mentioned = pointed
    return a.CharacteristicOf(characteristic=what, of=role)


def _its(c: Cursor, whose: str, what: Any) -> a.Quantity | None:
    that = whose in _OF_THAT
    if c.its is not None or c.scope is None:
        its = pointed_at(c.that) if that and c.that is not None else c.its
        return a.CharacteristicOf(characteristic=what, of=its or "subject")
    meant = c.scope.that if that else c.scope.whose
    named = "target" in c.words_before
    if that and named and isinstance(meant, a.IsTarget) and "Creature" in c.scope.types:
        return None  # the creature that set it off, or the target that the same sentence names
    if isinstance(meant, a.IsTarget | a.IsChosen | a.IsCreated) and whose != "their" and what in CHARACTERISTICS.values():
        return a.NumberOf(filter=meant, characteristic=what)
    if not isinstance(meant, a.Is) or (that and meant == a.THIS):
        return None
    return a.CharacteristicOf(characteristic=what, of=meant.role)


@rule
def _difference(c: Cursor) -> a.Quantity | None:
    """ "its power and toughness", "its power and ~'s power": how far one is from the other."""
    one_number = _simple(c)
    if one_number is None or not c.take("and"):
        return None
    if isinstance(one_number, a.CharacteristicOf | a.NumberOf) and c.take("toughness"):
        return a.Difference(one=one_number, other=one_number.model_copy(update={"characteristic": "toughness"}))
    other = _simple(c)
    return None if other is None else a.Difference(one=one_number, other=other)


_DIED = ["that", "died", "this", "turn"]
_OF_ITSELF = (a.AllOf, a.AnyOf, a.Not, a.HasType, a.HasColor, a.IsNamed)


@rule
def _kind(c: Cursor) -> a.Filter | None:
    """Permanents distinguished by what they are, before "that died this turn": how they stood in combat isn't kept."""
    said = [token.word for token in c.tokens]
    end = next((at for at in range(c.at, len(said) - 3) if said[at : at + 4] == _DIED), None)
    if end is None:
        return None
    with c.clause(end, c.mentioned):
        found = _noun(c)
    if found is None or c.at < end:
        return None
    of_itself = all(isinstance(each, _OF_ITSELF) or each == a.IsInState(state="token") for each in parts_of(found))
    return found if of_itself else None


def _power_or_toughness(filter: a.Filter) -> a.Quantity:
    greatest = (a.Extremum(filter=filter, characteristic=each) for each in ("power", "toughness"))
    return a.Sum(quantities=tuple(greatest), over="greatest")


def scaled(times: int, quantity: a.Quantity) -> a.Quantity:
    """So many times a number."""
    if isinstance(quantity, int):
        return times * quantity
    if isinstance(quantity, a.Scaled):
        return quantity.model_copy(update={"times": quantity.times * times})
    return quantity if times == 1 else a.Scaled(quantity=quantity, times=times)


def times(amount: a.Quantity, each: a.Quantity) -> a.Quantity:
    """So many for each."""
    return scaled(amount, each) if isinstance(amount, int) else a.Product(one=amount, other=each)


# --- the grammar ---------------------------------------------------------------------------------------------------------

_DIFFERENT = {"toughnesses": "toughness", "mana values": "mana_value", "names": "name"}
_RULES: dict[str, Reads] = {
    "devotion": _devotion,
    **dict.fromkeys(("permanents", "several"), _noun),
    "kind": _kind,
    "permanent": one,
    "counter": counter_name,
    "characteristic": lambda c: c.look_up(CHARACTERISTICS),
    "extreme": lambda c: c.look_up(_EXTREMES),
    "happened": lambda c: c.look_up(_TIMES, 11),
    "controller": controlling,
    "their": _their,
    "who_have": _who_have,
    "players_who": _players_who,
    "votes": _votes,
    "those": _those,
    "these": _these,
    "their_total_power": _their_total_power,
    "of_occasion": _meant(lambda scope: _one_of(scope.amount, a.AmountOfOccasion)),
    **dict.fromkeys(("result", "this_way"), _meant(lambda scope: scope.way)),
    "paid": _meant(lambda scope: _one_of(scope.amount, a.ChosenNumber)),
    "damage_done": _meant(lambda scope: a.DamageDone() if scope.dealt and not scope.dealt_again else None),
    "excess_to": excess_dealt_to,
    "compared": _meant(lambda scope: scope.difference),
    "any_counters": lambda c: counter_name(c) or c.take("counters", "counter"),
    "cards": cards_in,
    "turned_up": _turned_up,
    "done": done_this_way,
    "turned": _meant(lambda scope: TURNED_UP if scope.looking is not None else None),
    "turned_to_exile": _meant(lambda scope: TURNED_UP if scope.looking is not None and scope.turned_to == "exile" else None),
    "discarded": _meant(lambda scope: scope.discarded),
    "one_card": _meant(lambda scope: _one_of(scope.it, a.IsTargetCard, a.IsChosenCard)),
    "one_turned": _meant(lambda scope: TURNED_UP if scope.it == TURNED_UP else None),
    "discarded_before": _meant(
        lambda scope: scope.permanent_before if scope.it == TURNED_UP and scope.turned_to == "graveyard" else None
    ),
    "exiled": _meant(lambda scope: _exiled(scope) if scope.looking is None else None),
    "of_permanent": _of_permanent,
    "difference": _difference,
    "counted": lambda c: COUNTED(c),
    "simple": lambda c: _simple(c),
}

_OF_CARD = "|".join(
    f"{which} {kind}card's" for which in ("that", "the discarded", "the milled", "the revealed") for kind in ("", "creature ")
)
_DEALT = "dealt|it dealt|~ dealt|they dealt|those creatures dealt"
COUNTED: Grammar[a.Quantity] = Grammar(
    _RULES,
    phrase("(card|cards) discarded this way <this_way>"),
    phrase("<turned_up>"),
    phrase("<votes>"),
    phrase("(opponent|opponents) being attacked", a.PlayerCount, players=ATTACKED_OPPONENTS),
    phrase("<players:players_who>", a.PlayerCount),
    phrase("(opponent you have|opponents you have|opponent|opponents)", a.PlayerCount, players=OPPONENTS),
    phrase("<happened>"),
    phrase("(creature|creatures) in your party", a.PartySize, players=YOU),
    phrase("(player|players) being attacked", a.PlayerCount, players=ATTACKED),
    phrase(
        "(player|players) you attacked this combat", a.PlayerCount, players=a.Players.model_construct(who="attacked this combat")
    ),
    phrase("different powers among <filter:several>", a.DifferentPowers),
    *(phrase(f"different {words} among <filter:several>", a.DifferentPowers, of=of) for words, of in _DIFFERENT.items()),
    phrase("differently named <filter:permanents>", a.DifferentPowers, of="name"),
    phrase("different kinds of counters among <filter:several>", a.CountersAmong, kinds=True),
    phrase("(counter|counters) among <filter:several>", a.CountersAmong),
    phrase("<counter> among <filter:several>", a.CountersAmong),
    phrase("(color|colors) among <filter:several>", a.ColorsAmong),
    phrase("basic land (type|types) among lands <players:controller>", a.BasicLandTypes),
    phrase("(player|players)", a.PlayerCount, players=ANY),
    phrase("(card|cards) in your hand", a.PlayerTotal, what="hand", players=YOU),
    phrase("(card|cards) in your graveyard", a.PlayerTotal, what="graveyard", players=YOU),
    phrase("(card|cards) in <players:their> hand", a.PlayerTotal, what="hand"),
    phrase("(card|cards) in <players:their> graveyard", a.PlayerTotal, what="graveyard"),
    phrase("{e} <players:who_have>", a.PlayerCounters, counter="energy"),
    phrase("experience (counter|counters) <players:who_have>", a.PlayerCounters, counter="experience"),
    phrase("rad (counter|counters) <players:who_have>", a.PlayerCounters, counter="rad"),
    phrase("poison (counter|counters) <players:who_have>", a.PlayerTotal, what="poison"),
    phrase("1 damage dealt to (them|that player|that creature|it) <of_occasion>"),
    phrase("1 life lost this way <this_way>"),
    phrase("(creature|creatures|permanent|permanents) sacrificed this way <this_way>"),
    phrase("(creature|creatures) tapped this way <this_way>"),
    phrase("<-any_counters> removed this way <this_way>"),
    phrase("<done>"),
    phrase("(counter|counters) on <of:permanent>", a.CountersOn),
    phrase("<counter> on <of:permanent>", a.CountersOn),
    phrase("<counter> <of:permanent> (had on it|had)", a.CountersOn),
    phrase("(counter|counters) <of:permanent> (had on it|had)", a.CountersOn),
    phrase("(card type|card types) among <cards>", a.CardCount, types="card"),
    phrase("(permanent type|permanent types) among <cards>", a.CardCount, types="permanent"),
    phrase("<cards>", a.CardCount),
    phrase("<filter:kind> that died this turn", a.DiedThisTurn),
    phrase("<filter:permanents>", a.CountOf),
)
"""What is counted: of one after "for each", of several after "the number of"."""

SIMPLE: Grammar[a.Quantity] = Grammar(
    _RULES,
    phrase("<devotion>"),
    phrase("(the damage|the total damage|the amount of damage|the total amount of damage) dealt this way <damage_done>"),
    phrase(f"(the|the amount of) (damage|combat damage) ({_DEALT}) [(to that player|to that creature)] <of_occasion>"),
    phrase("(that much damage|that damage|the damage) <of_occasion>"),
    phrase("(the result|the life lost this way|the amount of life lost this way) <result>"),
    phrase("(the amount of life paid this way|the life paid this way|the amount of mana paid this way) <paid>"),
    phrase(f"({_OF_CARD}) <characteristic> <filter:turned>", a.NumberOf),
    phrase("the exiled (card's|creature card's) <characteristic> <filter:turned_to_exile>", a.NumberOf),
    phrase("(that card's|the discarded card's) <characteristic> <filter:discarded>", a.NumberOf),
    phrase("(that card's|its) <characteristic> <filter:one_card>", a.NumberOf),
    phrase("the <characteristic> of that card <filter:one_card>", a.NumberOf),
    phrase("its <characteristic> <before:discarded_before>", _of_whom),
    phrase("(its|the exiled card's) <characteristic> <filter:one_turned>", a.NumberOf),
    phrase("the exiled card's <characteristic> <filter:exiled>", a.NumberOf),
    phrase("the <characteristic> of the exiled card <filter:exiled>", a.NumberOf),
    phrase("(the excess damage dealt|the amount of excess damage dealt) <filter:excess_to> this way", a.ExcessDone),
    phrase("the difference <compared>"),
    phrase("(the number of|the total number of|the amount of) <counted>"),
    phrase("your life total", a.PlayerTotal, what="life", players=YOU),
    phrase("<players:their> life total", a.PlayerTotal, what="life"),
    phrase("your speed", a.UnstatedNumber.model_construct(fact="your speed")),
    phrase("the greatest power and/or toughness among <filter:several>", _power_or_toughness),
    phrase("the <least:extreme> <characteristic> among <filter:several>", a.Extremum),
    phrase("the <least:extreme> <characteristic> among <filter:these>", a.Extremum),
    phrase("<their_total_power>"),
    phrase("the total <characteristic> of <filter:several>", a.TotalPower),
    phrase("the difference between <difference>"),
    phrase("the sacrificed (creature's|artifact's|permanent's) <characteristic>", a.CharacteristicOf, of="sacrificed"),
    phrase("the <characteristic> of the sacrificed (creature|artifact|permanent)", a.CharacteristicOf, of="sacrificed"),
    phrase("<of_permanent>"),
)


def _both(one: a.Quantity, other: a.Quantity) -> a.Quantity:
    return a.Sum(quantities=(one, other))


def _half_of_life(players: a.Players, up: bool) -> a.Quantity:
    return a.Half(quantity=a.PlayerTotal(what="life", players=players), up=up)


QUANTITY: Grammar[a.Quantity] = Grammar(
    _RULES | {"more": number, "their_own": lambda c: YOU if c.take("your") else _their(c)},
    phrase("twice <quantity:simple>", a.Scaled, times=2),
    phrase("three times <quantity:simple>", a.Scaled, times=3),
    *(
        phrase(f"half {what} [,] rounded {way}", make, up=way == "up")
        for what, make in (("<players:their_own> life", _half_of_life), ("<quantity:simple>", a.Half))
        for way in ("up", "down")
    ),
    phrase("<more> plus <quantity:simple>", a.Scaled),
    phrase("<quantity:simple> plus <more>", a.Scaled),
    phrase("<quantity:simple> minus <more>", lambda quantity, more: a.Scaled(quantity=quantity, more=-more)),
    phrase("<one:simple> plus <other:simple>", _both),
    phrase("<one:simple> minus <other:simple>", lambda one, other: a.Sum(quantities=(one, a.Scaled(quantity=other, times=-1)))),
    phrase("<simple>"),
)

_FOR_EACH: Grammar[a.Quantity] = Grammar(
    _RULES,
    phrase("<filter:those>", a.CountOf),
    phrase("<quantity:counted> beyond the first", a.Scaled, more=-1),
    phrase("<one:counted> and each <other:counted>", _both),
    phrase("<counted>"),
)


@rule
def _simple(c: Cursor) -> a.Quantity | None:
    return SIMPLE(c)


@rule
def quantity(c: Cursor, its: a.Role | None = None) -> a.Quantity | None:
    """A number that is said in words. `its`: whose "its power" is, where that doesn't depend on what was said before."""
    before, c.its = c.its, its or c.its
    found = QUANTITY(c)
    c.its = before
    return None if c.too_deep else found


number_on_board.define(quantity)


@rule
def for_each(c: Cursor) -> a.Quantity | None:
    """What comes after "for each": of what there is one for each, as a number."""
    found = _FOR_EACH(c)
    return None if c.too_deep else found


def where(c: Cursor, its: a.Role | None = None) -> a.Quantity | None:
    """What X is, said at the end of the sentence, or before a comma: "… X or less, where X is its power, put it …"."""
    scope = c.scope
    if scope is not None and scope.x is not None:
        return scope.x
    (x,) = _where(c, its) or (None,)
    if scope is not None and x is not None:
        scope.x = x
    return x


def where_both(c: Cursor, its: a.Role | None = None) -> tuple[a.Quantity, ...] | None:
    """What X and Y are, said at the end of the sentence: "where X is its power and Y is its toughness"."""
    return _where(c, its, "and y is", ", and y is") if c.scope is None or c.scope.x is None else None


def _where(c: Cursor, its: a.Role | None, *y_is: str) -> tuple[a.Quantity, ...] | None:
    """What is read after "where X is", wherever in the sentence that stands, and after "and Y is"."""
    words = [token.word for token in c.tokens]
    at = next((at for at in range(c.at, len(words) - 3) if words[at : at + 3] == ["where", "x", "is"]), None)
    if at is None:
        return None
    mentioned = c.mentioned if c.scope is None else c.scope.it
    start = at - 1 if at and words[at - 1] == "," else at

    def numbers(c: Cursor) -> tuple[a.Quantity, ...] | None:
        found = [quantity(c, its)]
        if y_is:
            found.append(quantity(c, its) if c.take(*y_is) else None)
        if not c.ended and (y_is or c.peek() != ","):
            return None
        numbers = tuple(each for each in found if each is not None)
        return numbers if len(numbers) == len(found) else None

    return c.read_ahead(start, at + 3 - start, numbers, mentioned, c.topic if c.scope is None else None)


what_x_is.define(where)


def x_is_open(c: Cursor) -> bool:
    """Whether nothing says what X is, so that it may be chosen."""
    return c.known.x is None and "where" not in c.words
