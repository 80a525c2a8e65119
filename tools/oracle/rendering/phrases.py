"""What sentences about permanents are made of: players, permanents, quantities, conditions, costs, recipients of damage."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from ....events import abilities as a
from ....events.types import PERMANENT_TYPES
from ..conditions import CARDS, ELSEWHERE, HELD, NUMBERS, POISON, QUANTITIES, SAID_OF_PLAYERS, STATED, more_cards, more_life
from ..descriptors import COLOR_COUNTS, COLOR_WORDS, COLORS
from ..filters import AFTER_NOUN, RELATIVE, sharing
from ..grammar import Grammar, One, Renders, Several, Words
from ..logic import both, conjuncts
from ..numbers import RELATIONS
from ..players import ANY, SAID, YOU
from ..quantities import COUNTED, QUANTITY, SIMPLE, as_counted
from ..scope import TURNED_UP
from ..types import CARD_TYPES, GROUPS, SUPERTYPES, plural
from .words import NotRendered, joined, number_word, with_article

ALL_OF = {"any": "players", "opponents": "your opponents", "others": "other players"}
EACH_OF = {"any": "each player", "opponents": "each opponent", "others": "each other player"}
_BEFORE_NOUN = ("tapped", "untapped", "attacking", "blocking", "blocked", "unblocked", "enchanted", "equipped", "modified")
_DESCRIBING = (*_BEFORE_NOUN, "suspected", "goaded")
_COUNTS = {count: word for word, count in COLOR_COUNTS.items()}
_COMPARED = {"<=": "{} or less", ">=": "{} or greater", "=": "{}", "<": "less than {}", ">": "greater than {}"}
_RELATED = {sign: words for words, sign in reversed(RELATIONS.items())}


def named_players(players: a.Players) -> str:
    """The players: "an opponent"."""
    if players.where is not None:
        said = condition_clause(players.where)
        if not said.startswith("defending player "):
            raise NotRendered(said)
        return f"{SAID[players.who]} who {said.removeprefix('defending player ')}"
    return Several(SAID["you"]) if players.who == "you" else _AGAIN.get(players.who) or SAID[players.who]


_AGAIN = {"chosen": "that player"}
"""Who was named before, in what an ability does; elsewhere nobody was (`words.of_nobody_named`)."""


def of_players(those: a.Targets | a.Recipients, words: str) -> str:
    """Words for them, with which what follows agrees: "you are attacked", "a player is attacked"."""
    several = those.players == YOU or (isinstance(those, a.Targets) and those.together)
    return Several(words) if several else words


def _controls(players: a.Players) -> str:
    if players.who == "you":
        return "you control"
    return "you don't control" if players.who == "others" else f"{named_players(players)} controls"


_SEVERAL_PLAYERS = {"opponents": "one or more of your opponents", "any": "one or more players"}


def attacked(targets: a.Targets | None) -> str:
    """With a blank before it, what is attacked."""
    if targets is None:
        return ""
    who = targets.players
    alone = targets.together and all(each is None for each in (targets.planeswalkers, targets.battles, targets.permanents))
    named = [] if who is None else [_SEVERAL_PLAYERS[who.who] if alone else named_players(who)]
    if isinstance(targets.permanents, a.ControlledBy):
        named.append(f"permanents {_controls(targets.permanents.players)}")
    elif targets.permanents is not None:
        named.append("~")
    else:
        if targets.planeswalkers is not None:
            owned = "a planeswalker" if targets.planeswalkers == ANY else f"planeswalkers {_controls(targets.planeswalkers)}"
            named.append(owned)
        if targets.battles is not None:
            protected = f"{named_players(targets.battles)} protect{'' if targets.battles.who == 'you' else 's'}"
            named.append("a battle" if targets.battles == ANY else f"battles {protected}")
    if targets.together and len(named) == 1 and not alone:
        named = [f"one or more {named[0].replace('a planeswalker', 'planeswalkers').replace('a battle', 'battles')}"]
    return " " + joined(named, "and/or" if targets.together else "or")


def adjective_of(part: Any) -> str | None:
    """A word before the noun."""
    if isinstance(part, a.HasColor):
        return COLOR_WORDS[part.color]
    if isinstance(part, a.ColorCount):
        return _COUNTS.get(part)
    if isinstance(part, a.IsInState):
        return part.state if part.state in _DESCRIBING else None
    if isinstance(part, a.IsDesignated):
        return None if part.designation == "commander" else part.designation
    if isinstance(part, a.HasType):
        return part.type.lower() if part.type in SUPERTYPES.values() else None
    if isinstance(part, a.Not):
        word = adjective_of(part.part) or _noun_word(part.part)
        return None if word is None else f"non{'-' if word[:1].isupper() else ''}{word}"
    return None


def _noun_word(part: Any) -> str | None:
    if isinstance(part, a.HasType):
        grouped = part.type in CARD_TYPES.values() or part.type in GROUPS.values()
        return part.type.lower() if grouped else part.type
    if isinstance(part, a.IsInState) and part.state == "token":
        return "token"
    return "commander" if isinstance(part, a.IsDesignated) and part.designation == "commander" else None


def quality_of(part: Any) -> str | None:
    """What follows "with", "has" or "have"."""
    if isinstance(part, a.HasKeyword):
        return part.keyword
    if isinstance(part, a.HasCounter):
        name = f"{part.counter} counter" if part.counter else "counter"
        if part.odd is not None:
            return f"an {'odd' if part.odd else 'even'} number of {name}s on it"
        return f"{with_article(name) if part.minimum == 1 else f'{number_word(part.minimum)} or more {name}s'} on it"
    if isinstance(part, a.Compares):
        what = part.characteristic.replace("_", " ")
        if isinstance(part.than, int):
            return f"{what} {_COMPARED[part.comparison].format(part.than)}"
        if isinstance(part.than, a.Extremum) and part.comparison == ">=":
            great = part.than.characteristic.replace("_", " ")
            return f"the greatest {great} among {kind_of(part.than.filter, one=False)}"
        if isinstance(part.than, a.CharacteristicOf) and part.than.of in ("subject", "attacker", "blocker"):
            return f"{_RELATIVE[part.comparison]} {what}"
        return f"{what} {_RELATED[part.comparison]} {quantity_of(part.than)}"
    return None


_RELATIVE = {sign: words for words, sign in reversed(RELATIVE.items())}


def after_noun(part: Any, one: bool = True) -> str:
    """What follows the noun, of one or of several: as a row of `filters` says it, or a function where it takes more than that."""
    match part:
        case a.AnyOf():
            return _either(part.parts)
        case a.Not() if (said := _unlike(part.part)) is not None:
            return said
        case a.IsAffected() if part.dealt or part.done:
            return f"{part.done or 'dealt damage'} this way"
        case a.EnteredUnder() if part.players.who == "you":
            return "that entered under your control this turn"
        case a.IsInState():
            return f"that {'is' if one else 'are'} {part.state}" if part.state in _BEING else f"that {part.state}"
        case a.InCombatWith(relation="attacking the same player or planeswalker"):
            return part.relation
        case a.IsOfChosenType():
            return "of that type"
        case a.HasMostVotes():
            return "with the most votes or tied for most votes"
        case a.IsUnstated() | a.IsOnRecord():
            return part.fact
    several = not one and not isinstance(part, a.AllOf)  # "creatures you control but don't own"
    if isinstance(part, a.ProtectedBy):
        several = part.players.who == "you"
    return AFTER_NOUN.words_for(part, _AFTER_NOUN, int(several))


def _either(parts: Sequence[a.Filter]) -> str:
    if isinstance(met := parts[0], a.InCombatWith):
        return f"blocking or blocked by {_role(met.other)}"
    qualities = [quality_of(each) for each in parts]
    if all(qualities):
        return f"with {joined([each or '' for each in qualities], 'or')}"
    nouns = [_noun_word(each) or "" for each in parts]
    if not all(nouns):
        raise NotRendered("alternatives")
    return f"that's {joined([*map(with_article, nouns)], 'or')}"


def _quality(part: a.Filter) -> str:
    return quality_of(part) or said_otherwise(part)


def _shared_with(filter: a.Filter) -> str:
    if isinstance(filter, a.IsTarget | a.IsChosen | a.IsCreated):
        return "that creature"
    if isinstance(filter, a.IsTargetCard | a.IsChosenCard | a.IsTurnedUp):
        return "that card"
    raise NotRendered("what it is shared with")


_BEING = (*_DESCRIBING, "attacking alone", "blocking alone")


def _unlike(part: a.Filter) -> str | None:
    """What follows the noun where it isn't so, and no row says it."""
    if isinstance(part, a.AnyOf):
        qualities = [quality_of(each) for each in part.parts]
        return f"without {joined([each or '' for each in qualities], 'or')}" if all(qualities) else None
    if isinstance(part, a.OwnedBy | a.ControlledBy) and part.players.who == "you":
        return f"but don't {'own' if isinstance(part, a.OwnedBy) else 'control'}"
    return None


def is_other(part: a.Filter) -> bool:
    """Whether it says that another one is meant, than the permanent that has the ability or a target that was named."""
    return isinstance(part, a.Not) and (part.part == a.THIS or isinstance(part.part, a.IsTarget))


def kind_of(filter: a.Filter, *, one: bool) -> str:
    """The permanents, without an article."""
    if filter == a.AnyOf(parts=()):
        raise NotRendered("what no permanent is")
    if isinstance(filter, a.AnyOf):
        pointed = any(isinstance(each, a.Is) for each in filter.parts)
        other = ("another " if one else "other ") if pointed else ""
        named = [_role(each.role) if isinstance(each, a.Is) else f"{other}{kind_of(each, one=one)}" for each in filter.parts]
        if _said_of_first(filter.parts):
            if not one:
                raise NotRendered("what is said of the first alone")
            named[1:] = map(with_article, named[1:])
        return joined(named, "or" if one else "and")
    before: list[str] = []
    nouns: list[str] = []
    after: list[a.Filter] = []
    parts = conjuncts(filter)
    for part in parts:
        if is_other(part):
            before.insert(0, "other")
        elif (adjective := adjective_of(part)) is not None:
            before.append(adjective)
        elif (noun := _noun_word(part)) is not None:
            nouns.append(noun)
        elif isinstance(part, a.AnyOf) and all(adjective_of(each) for each in part.parts):
            before.append(joined([adjective_of(each) or "" for each in part.parts], "or"))
        elif isinstance(part, a.AnyOf) and part is parts[0] and all(isinstance(each, a.AllOf) for each in part.parts):
            nouns.append(joined([kind_of(each, one=one) for each in part.parts], "or" if one else "and"))
        elif isinstance(part, a.AnyOf) and part is parts[0] and all(map(_is_before_noun, part.parts)):
            nouns.append(kind_of(part, one=one))
        else:
            after.append(part)
    nouns.sort(key=lambda noun: (noun == "token", noun in CARD_TYPES))
    nouns = nouns or ["permanent"]
    if not (len(nouns) == 1 and " " in nouns[0]):
        nouns[-1] = _word(nouns[-1], one)
    after.sort(key=lambda part: not isinstance(part, a.ControlledBy | a.OwnedBy))
    if len(colors := [each for each in before if each in COLORS]) > 1:
        before = [each for each in before if each not in COLORS]
        nouns.append(f"{'that is' if one else 'that are'} {joined(colors, 'and')}")
    return " ".join([*before, *nouns, *_after_noun(after, one)])


def _said_of_first(parts: Sequence[a.Filter]) -> bool:
    """Whether something is said of the first alone that would be read of each, were there no article: "a tapped Goblin or an
    Elf", "another creature or an artifact"."""
    others = isinstance(parts[0], a.AllOf) and _NOT_THIS in parts[0].parts
    return others or sharing(list(parts)) != list(parts)


def _is_before_noun(part: a.Filter) -> bool:
    """Whether a noun says it, with words before it."""
    parts = conjuncts(part)
    return all(each == _NOT_THIS or adjective_of(each) or _noun_word(each) for each in parts) and any(map(_noun_word, parts))


def _after_noun(after: Sequence[a.Filter], one: bool) -> Iterator[str]:
    """What follows the noun: "with flying and power 2 or less attacking you"."""
    for is_quality, parts in groupby(after, lambda part: quality_of(part) is not None):
        if is_quality:
            yield f"with {joined([_of_each(part, one) for part in parts], 'and')}"
        else:
            yield from (after_noun(part, one) for part in parts)


def _of_each(part: a.Filter, one: bool) -> str:
    """A quality; what each has is compared with "its own toughness", of several with "their toughness"."""
    if isinstance(part, a.Compares) and isinstance(part.than, a.CharacteristicOf) and part.than.of == "itself":
        than = f"{'its own' if one else 'their'} {part.than.characteristic.replace('_', ' ')}"
        return f"{part.characteristic.replace('_', ' ')} {_RELATED[part.comparison]} {than}"
    return quality_of(part) or ""


def _word(noun: str, one: bool) -> str:
    return noun if one else plural(noun)


_AFTER_NOUN: dict[str, Renders] = {
    "permanent": lambda role: _role(role),
    "with_those": _shared_with,
    "players": named_players,
    "controller": _controls,
    **dict.fromkeys(("auras", "host"), lambda filter: with_article(kind_of(filter, one=True))),
    "characteristic": lambda what: what.replace("_", " "),
    "quality": _quality,
    "lacked": _quality,
    "reference": lambda filter: _role(filter.role) if isinstance(filter, a.Is) else said_otherwise(filter),
    "attacked": lambda targets: attacked(targets).strip(),
    "name": str,
}
"""What says that which the rows of what follows a noun read."""
ROLES = {
    "source": "this creature",
    "host": "enchanted creature",
    "subject": "it",
    "attacker": "it",
    "blocker": "it",
    "other": "that creature",
}


def _role(role: a.Role) -> str:
    return ROLES.get(role, role)  # an id in brackets


def of_kind(filter: a.Filter) -> Words:
    """The permanents, as one and as several."""
    return kind_of(filter, one=True), kind_of(filter, one=False)


def subject_of(filter: a.Filter) -> tuple[str, bool]:
    """Who a sentence is about, and whether it is one."""
    if isinstance(filter, a.IsTarget):
        parts = conjuncts(filter.permanents)
        rest = both(*(part for part in parts if part != _NOT_THIS))
        return f"{'another ' if _NOT_THIS in parts else ''}target {kind_of(rest, one=True)}", True
    if isinstance(filter, a.AnyOf) and any(isinstance(part, a.Is) for part in filter.parts):
        return joined([subject_of(part)[0] for part in filter.parts], "and"), False
    if isinstance(filter, a.Is):
        return _role(filter.role), True
    if isinstance(filter, a.AllOf) and filter.parts == (a.IsDesignated(designation="commander"), _OWN):
        return "your commander", True
    return kind_of(filter, one=False), False


_NOT_THIS = a.Not(part=a.THIS)
_OWN = a.OwnedBy(players=YOU)


def one_of(filter: a.Filter) -> str:
    """One of them, in a trigger: "a Goblin you control"."""
    if isinstance(filter, a.Is):
        return "that creature" if filter.role == "subject" else _role(filter.role)
    if isinstance(filter, a.IsTarget):
        return subject_of(filter)[0]
    words = kind_of(filter, one=True)
    pointed = isinstance(filter, a.AnyOf) and isinstance(filter.parts[0], a.Is)
    return words if pointed else with_article(words)


def quantity_of(quantity: a.Quantity) -> str:
    """ "The number of Goblins you control". Raises KeyError."""
    if isinstance(quantity, int):
        return str(quantity)
    if isinstance(quantity, a.Sum) and quantity.over == "sum":
        return " plus ".join(map(quantity_of, quantity.quantities))
    if isinstance(quantity, a.Scaled) and quantity.times == 1 and quantity.more < 0:
        return f"{quantity_of(quantity.quantity)} minus {-quantity.more}"
    return QUANTITY.words_for(quantity, _IN_QUANTITIES)


def counted(quantity: a.Quantity, *, one: bool = True) -> str:
    """ "Goblin you control", after "for each"; of several what comes after "the number of". Raises KeyError."""
    return COUNTED.words_for(quantity, _IN_QUANTITIES, int(not one))


def _only(kind: Any, says: Callable[[Any], Words]) -> Renders:
    """What says values of one kind; other phrases say others."""
    return lambda value: says(value) if isinstance(value, kind) else said_otherwise(value)


def _of_permanent(quantity: a.CharacteristicOf | a.NumberOf) -> str:
    """ "This creature's power"."""
    what = quantity.characteristic.replace("_", " ")
    if isinstance(quantity, a.CharacteristicOf):
        whose = {"source": "this creature's", "host": "enchanted creature's", "other": "that creature's"}.get(quantity.of, "its")
        return f"{quantity.of}'s {what}" if quantity.of.startswith("[") else f"{whose} {what}"
    return said_otherwise(quantity) if isinstance(quantity.filter, a.IsTurnedUp | a.IsExiledWith) else f"its {what}"


def _said_by_row(kind: Any) -> Renders:
    """Nothing, of what a row says whole."""
    return _only(kind, lambda value: "")


def cards_in_zone(cards: a.Cards, one: bool = False, preposition: str = "in") -> str:
    """ "Creature cards in your graveyard"."""
    return f"{cards_described(cards.filter, one)}{in_all(cards)} {preposition} {_zone_of(cards)}"


def in_all(cards: a.Cards) -> str:
    """ " with total mana value 4 or less", where that is asked. Raises NotRendered where the number has no words."""
    if cards.total is not None and not isinstance(cards.total, int):
        raise NotRendered("a total of mana values")
    what = "power" if cards.of_power else "mana value"
    return "" if cards.total is None else f" with total {what} {cards.total} or less"


def _zone_of(cards: a.Cards) -> str:
    whose = {"you": "your", "chosen": "that player's", "defending": "defending player's", "opponents": "an opponent's"}
    if cards.players.who == "any":
        return "a graveyard" if cards.zone == "graveyard" else cards.zone
    return f"{whose[cards.players.who]} {cards.zone}"


def cards_described(filter: a.Filter, one: bool) -> str:
    """ "Nonland card with mana value 3 or less": a card of which that is so."""
    noun = "card" if one else "cards"
    described = conjuncts(both(*conjuncts(filter)))
    parts = [each for each in described if each != _PERMANENT]
    words: list[str] = ["permanent"] if len(parts) < len(described) else []
    after: list[str] = []
    for part in parts:
        if isinstance(part, a.AnyOf) and all(map(_noun_word, part.parts)):
            words.append(joined([_noun_word(each) or "" for each in part.parts], "or"))
        elif (word := adjective_of(part) or _noun_word(part)) is not None:
            words.append(word)
        else:
            after.append(after_noun(part, one))
    words.sort(key=lambda word: word in CARD_TYPES or word == "permanent")
    return " ".join([*words, noun, *after])


_PERMANENT = a.AnyOf(parts=tuple(a.HasType(type=each) for each in PERMANENT_TYPES))


_IN_QUANTITIES: dict[str, Renders] = {
    **dict.fromkeys(("permanents", "kind"), of_kind),
    "several": lambda filter: kind_of(filter, one=False),
    "permanent": lambda role: _role(role),
    "counter": lambda counter: (f"{counter} counter", f"{counter} counters"),
    "characteristic": lambda what: what.replace("_", " "),
    "extreme": lambda least: "least" if least else "greatest",
    "controller": lambda players: _controls(players),
    "cards": lambda cards: (cards_in_zone(cards, one=True), cards_in_zone(cards)),
    "counted": lambda quantity: counted(quantity, one=False),
    "simple": lambda quantity: SIMPLE.words_for(quantity, _IN_QUANTITIES),
    "more": _only(int, lambda more: said_otherwise(more) if more < 0 else str(more)),
    "their": lambda players: {"chosen": "their", "each": "their"}[players.who],
    "who_have": lambda players: {"you": "you have", "opponents": "your opponents have"}[players.who],
    "of_permanent": _only(a.CharacteristicOf | a.NumberOf, _of_permanent),
    "turned": _said_by_row(a.IsTurnedUp),
    "exiled": _said_by_row(a.IsExiledWith),
    "votes": _only(a.VotesFor, lambda quantity: (f"{quantity.option} vote", f"{quantity.option} votes")),
    "devotion": _only(a.UnstatedNumber, lambda quantity: quantity.fact),
    "result": _said_by_row(a.AmountDone),
    "damage_done": _said_by_row(a.DamageDone),
    "happened": _only(a.UnstatedNumber, lambda quantity: as_counted(quantity.fact)),
}
"""What says the values that are within quantities."""


def said_otherwise(value: object) -> str:
    """Raises KeyError: another phrase says it."""
    raise KeyError(value)


def _amount(minimum: int, maximum: int | None) -> str | None:
    """How many, before a plural; None for one or more."""
    if maximum is None:
        return None if minimum == 1 else f"{number_word(minimum)} or more"
    if minimum == maximum:
        return "no" if maximum == 0 else f"exactly {number_word(maximum)}"
    return f"{number_word(maximum)} or fewer"


def _so_many(sign: a.Comparison, than: a.Quantity) -> str:
    """The same, where it is a number that is compared. Raises KeyError."""
    if not isinstance(than, int):
        return said_otherwise(than)
    bounds: dict[str, tuple[int, int | None]] = {">=": (than, None), "<=": (0, than), "=": (than, than)}
    return _amount(*bounds[sign]) or "one or more"


def so_many(bounds: tuple[int | None, int | None]) -> str:
    """ "Two or more", "exactly one": of these at least, and at most. Raises KeyError."""
    least, most = bounds
    if least is None or most not in (None, least):
        return said_otherwise(bounds)
    return of_number(f"{number_word(least)} or more" if most is None else f"exactly {number_word(least)}", most or 0)


def of_number(words: str, number: object) -> str:
    """Words for so many, with which what follows agrees."""
    return One(words) if number == 1 else Several(words)


def _exists(condition: a.Exists) -> str:
    parts = conjuncts(condition.filter)
    if isinstance(parts[0], a.IsTarget | a.IsCreated | a.IsChosen) and (condition.minimum, condition.maximum) == (1, None):
        return _is_so("it", both(*parts[1:]))
    whose = [part for part in parts if isinstance(part, a.ControlledBy)]
    amount = _amount(condition.minimum, condition.maximum)
    if len(whose) == 1:
        rest = both(*(part for part in parts if part is not whose[0]))
        what = one_of(rest) if amount is None else f"{amount} {kind_of(rest, one=False)}"
        return f"{_controls(whose[0].players)} {what}"
    if amount is None:
        return f"{one_of(condition.filter)} is on the battlefield"
    return f"there are {amount} {kind_of(condition.filter, one=False)} on the battlefield"


def _is_so(who: str, filter: a.Filter) -> str:
    """What is said of one permanent: "it is tapped", "you control it"."""
    if filter == a.AllOf():
        return f"{who} is on the battlefield"
    quality = quality_of(filter)
    if quality is not None:
        return f"{who} has {quality}"
    if isinstance(filter, a.Not) and (quality := quality_of(filter.part)) is not None:
        return f"{who} doesn't have {quality}"
    if isinstance(filter, a.ControlledBy):
        return f"{_controls(filter.players)} {who}"
    if isinstance(filter, a.IsInState) and filter.state.endswith((" turn", " combat")):
        return f"{who} {filter.state}"
    if isinstance(filter, a.IsInState | a.HasColor | a.ColorCount) and filter != a.IsInState(state="token"):
        state = filter.state if isinstance(filter, a.IsInState) else adjective_of(filter)
        return f"{who} is {state}"
    if isinstance(filter, a.AnyOf) and all(isinstance(part, a.IsInState) and part.state in _DESCRIBING for part in filter.parts):
        return f"{who} is {joined([part.state for part in filter.parts if isinstance(part, a.IsInState)], 'or')}"
    if isinstance(filter, a.AttacksWhat):
        return f"{who} is attacking{attacked(filter.targets)}"
    if isinstance(filter, a.EnchantedBy):
        return f"{who} is {after_noun(filter)}"
    return f"{who} is {one_of(filter)}"


def _votes(one: a.VotesFor, comparison: a.Comparison) -> str:
    """ "War gets more votes or the vote is tied"."""
    return "the vote is tied" if comparison == "=" else f"{one.option} gets more votes{_OR_TIED[comparison]}"


_OR_TIED = {">": "", ">=": " or the vote is tied"}


def _compares(condition: a.Condition) -> str:
    """What a number is compared with, where no row says it but the plainest."""
    if not isinstance(condition, a.QuantityCompares):
        return said_otherwise(condition)
    sign = condition.comparison
    match condition.quantity, condition.than:
        case a.VotesFor() as one, _:
            return _votes(one, sign)
        case a.CardCount(cards=cards), 1 if sign == ">=" and TURNED_UP in conjuncts(cards.filter):
            return f"it's {with_article(cards_described(_without(cards.filter, TURNED_UP), True))}"
        case a.CountersOn(of="source", counter=str() as name), int() as least if sign == ">=":
            return f"there {_being((sign, least), f'{name} counter', f'{name} counters')} on this creature"
        case a.CardCount() | a.CountersAmong() as quantity, int() as than:
            return f"there {_being((sign, than), counted(quantity), counted(quantity, one=False))}"
        case a.CountOf(filter=filter), a.CountOf() as than:
            mine, other = _last_controller(filter), _last_controller(than.filter)
            what = kind_of(_without(filter, mine), one=False)
            return f"{_controls(mine.players)} {_MORE[sign]} {what} than {named_players(other.players)}"
        case a.PlayerTotal(what="life" | "hand" as what, players=who), a.PlayerTotal(players=other):
            return _more_than(condition, what, who, other)
    return _rows(QUANTITIES)(condition)


def _being(amount: tuple[a.Comparison, int], one: str, several: str) -> str:
    """ "Is a land card", "are two or more land cards"."""
    return f"is {with_article(one)}" if amount == (">=", 1) else f"are {_so_many(*amount)} {several}"


_MORE = {">": "more", "<": "fewer"}


def _more_than(condition: a.QuantityCompares, what: str, who: a.Players, other: a.Players) -> str:
    """ "You have more life than each opponent": as what is read so, of one of them or of each."""
    than, said = {"life": (more_life, "life"), "hand": (more_cards, "cards in hand")}[what]
    sign = condition.comparison
    if condition == more_life((other, False), who, "<=") and who.who == "opponents":
        return f"no opponent has more life than {named_players(other)}"
    for each in (False, True):
        if condition == than((other, each), who, sign):
            more = "less" if (what, sign) == ("life", "<") else _MORE[sign]
            have = "have" if who == YOU else "has"
            return f"{named_players(who)} {have} {more} {said} than {EACH_OF[other.who] if each else named_players(other)}"
    return said_otherwise(condition)


def _had(held: a.PlayerTotal | a.PlayerCounters) -> Renders:
    """Who has so much of it: "you have"."""

    def words(quantity: Any) -> str:
        if type(quantity) is not type(held) or quantity != held.model_copy(update={"players": quantity.players}):
            return said_otherwise(quantity)
        return f"{named_players(quantity.players)} {'have' if quantity.players == YOU else 'has'}"

    return words


def _compared(sign: a.Comparison, than: a.Quantity) -> str:
    return _COMPARED[sign].format(than) if isinstance(than, int) else said_otherwise(than)


def _as_many(sign: a.Comparison, than: a.Quantity) -> str:
    return Several(_so_many(sign, than))


_IN_CONDITIONS: dict[str, Renders] = {
    "has": lambda condition: ("has", "have"),
    **dict.fromkeys(("one_of", "single"), lambda players: named_players(players)),
    **{name: _had(held) for name, held in HELD.items()},
    "life": _had(a.PlayerTotal(what="life", players=YOU)),
    "poison_of": lambda quantity: str(_had(HELD["poison"])(quantity)).removesuffix(" has"),
    "in_all": _only(
        a.TotalPower, lambda total: f"{kind_of(total.filter, one=False)} have total {total.characteristic.replace('_', ' ')}"
    ),
    "as_many": lambda amount: _as_many(*amount),
    "at_least": lambda least: _as_many(">=", least),
    "number": str,
    "great": lambda amount: _compared(*amount),
    "much": lambda amount: _compared(*amount).replace("greater", "more"),
    "relation": lambda amount: (
        _compared(*amount) if isinstance(amount[1], int) else f"{_RELATED[amount[0]]} {quantity_of(amount[1])}"
    ),
    "quantity": quantity_of,
}
"""What says the values that are within conditions."""


def _without(filter: a.Filter, one: a.Filter) -> a.Filter:
    return both(*(part for part in conjuncts(filter) if part != one))


def _last_controller(filter: a.Filter) -> a.ControlledBy:
    found = [part for part in conjuncts(filter) if isinstance(part, a.ControlledBy)]
    if not found:
        raise NotRendered("of nobody")
    return found[-1]


def _some_player(condition: a.SomePlayer) -> str:
    if condition.players.where is None:
        raise NotRendered("anybody")
    said = condition_clause(condition.players.where)
    if isinstance(condition.players.where, a.Exists) and condition.players.where.minimum > 1:
        said = said.replace("attacking defending player", "attacking the same player")
    return said.replace("defending player", SAID[condition.players.who], 1)


def _not_so(condition: a.Unless) -> str:
    part = condition.part
    if isinstance(part, a.SomePlayer) and isinstance(said_of_each := part.players.where, a.Unless):
        return condition_clause(said_of_each.part).replace("defending player", EACH_OF[part.players.who], 1)
    said = condition_clause(part)
    for verb, denied in _DENIED.items():
        if verb in said:
            return said.replace(verb, denied, 1)
    raise NotRendered("not so")


def _has_designation(condition: a.HasDesignation) -> str:
    return said_otherwise(condition) if condition.players is not None else f"this creature is {condition.designation}"


_DENIED = {"you control ": "you don't control ", " is ": " isn't ", " has ": " doesn't have ", " controls ": " doesn't control "}
_DENIED |= {"it's ": "it isn't ", "there are ": "there aren't "}
_CONDITIONS: dict[type[Any], Callable[[Any], str]] = {
    a.Exists: _exists,
    a.Matches: lambda condition: _is_so(_role(condition.role), condition.filter),
    a.HasDesignation: _has_designation,
    a.Unstated: lambda condition: condition.fact,
    a.SomePlayer: _some_player,
    a.OnRecord: lambda condition: condition.fact,
    a.Every: lambda condition: " and ".join(map(condition_clause, condition.parts)),
    a.Either: lambda condition: " or ".join(map(condition_clause, condition.parts)),
    a.Unless: _not_so,
}


def condition_clause(condition: a.Condition) -> str:
    """The condition, as what follows "if"."""
    always_alike, of_numbers = (STATED, ELSEWHERE), (SAID_OF_PLAYERS, POISON, CARDS, NUMBERS)
    for says in (*map(_rows, always_alike), _CONDITIONS.get(type(condition), said_otherwise), *map(_rows, of_numbers)):
        try:
            return says(condition)
        except KeyError:
            pass  # others may have words
    return _compares(condition)


def _rows(grammar: Grammar[a.Condition]) -> Callable[[a.Condition], str]:
    return lambda condition: grammar.words_for(condition, _IN_CONDITIONS)


def while_clause(condition: a.Condition | None) -> str:
    """With a blank before it, how long or when it holds."""
    if condition is None:
        return ""
    if condition == a.HasDesignation(designation="extra turn"):
        return " during extra turns"
    if isinstance(condition, a.Unless) and not isinstance(condition.part, a.TurnOf):
        return f" unless {condition_clause(condition.part)}"
    return f" as long as {condition_clause(condition)}"


def cost_clause(cost: a.Cost, who: str, each: str = "") -> str:
    """That somebody pays it: "you pay {2}". `each`: for which creatures, each."""
    action, where, times = "pay", "", each
    if cost.mana:
        what, times = cost.mana, each if cost.times == 1 else counted(cost.times)
    elif cost.generic:
        what = "{X}"
        where = "" if isinstance(cost.generic, a.UnstatedNumber) else f", where X is {quantity_of(cost.generic)}"
    elif cost.life:
        what = f"{quantity_of(cost.life)} life"
    elif cost.permanents:
        paid = cost.permanents[0]
        action, number = paid.action, int(str(paid.number))
        what = one_of(paid.filter) if number == 1 else f"{number_word(number)} {kind_of(paid.filter, one=False)}"
        what += " to its owner's hand" * (action == "return")
    else:
        raise NotRendered("cost")
    return f"{who} {action}{'' if who == 'you' else 's'} {what}{f' for each {times}' if times else ''}{where}"


def recipients_of(recipients: a.Recipients) -> str:
    """To whom damage is dealt."""
    named = [] if recipients.permanents is None else [recipient_of(recipients.permanents)]
    if recipients.players is not None:
        player = recipients.players.who == "any" and named == ["a permanent"]
        named.append("player" if player else named_players(recipients.players))
        named.reverse() if recipients.players.who == "you" else None
    return joined(named, "or")


def recipient_of(permanents: a.Filter) -> str:
    """One of the permanents, of any of the kinds."""
    parts = permanents.parts if isinstance(permanents, a.AnyOf) else (permanents,)
    return joined([one_of(part) for part in parts], "or")


def some_or_all(filter: a.Filter) -> str:
    """One of any of the kinds, or all of one kind."""
    return recipient_of(filter) if isinstance(filter, a.AnyOf) else subject_of(filter)[0]


def some_or_all_recipients(recipients: a.Recipients) -> str:
    """The same, of those to whom damage is dealt, where they are permanents only."""
    only = recipients.permanents if recipients.players is None else None
    return recipients_of(recipients) if only is None else some_or_all(only)


def damage_kind(combat: bool) -> str:
    """Combat damage, or any."""
    return "combat damage" if combat else "damage"


def leading_clause(condition: a.Condition | None) -> str:
    """The condition at the start of a sentence."""
    if condition is None:
        return ""
    return f"as long as {condition_clause(condition)}, "
